// Assets are served from memory, with compressed variants, ETags and ranges. No request reads the disk.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, send } from "../../tests/support/site.ts";
import { createAssets } from "./assets.ts";
import { Refusal, refusalBody, sendRefusal } from "./refusal.ts";

const folder = mkdtempSync(join(tmpdir(), "assets-"));
const TEXT = "0123456789".repeat(10);
let server: Server;
beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "assets/page-1a2b.js"), TEXT);
  writeFileSync(join(folder, "assets/page-1a2b.js.gz"), gzipSync(TEXT));
  writeFileSync(join(folder, "picture.png"), TEXT);
  writeFileSync(join(folder, ".hidden"), "x");
  const assets = createAssets(folder);
  rmSync(folder, { recursive: true });
  server = createServer((request, response) => {
    try {
      if (!assets.serve(request, response, request.url ?? "")) response.writeHead(404).end("page");
    } catch (fault) {
      if (fault instanceof Refusal) sendRefusal(response, fault, refusalBody(fault, "text"));
    }
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> =>
  send((server.address() as AddressInfo).port, { method, path, headers });

it("serves an asset compressed or plain, with a different ETag for each variant", async () => {
  const plain = await get("/assets/page-1a2b.js");
  const packed = await get("/assets/page-1a2b.js", { "accept-encoding": "gzip, br" });
  expect([plain.status, plain.text, packed.text]).toEqual([200, TEXT, TEXT]);
  expect(plain.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.headers.vary).toBe("Accept-Encoding");
  expect(packed.headers.etag).not.toBe(plain.headers.etag);
  const again = await get("/assets/page-1a2b.js", { "if-none-match": String(packed.headers.etag) });
  expect([again.status, again.body.byteLength]).toEqual([304, 0]);
  const head = await get("/picture.png", {}, "HEAD");
  expect([head.headers["content-type"], head.headers["content-length"], head.body.byteLength]).toEqual([
    "image/png",
    "100",
    0,
  ]);
});

it("returns 404 for unknown assets, and leaves other paths to the page handler", async () => {
  expect((await get("/assets/none.js")).text).toContain("file does not exist");
  for (const path of ["/.hidden", "/nothing", "/assets/../.hidden", "/picture.png/", "/constructor"])
    expect((await get(path)).text, path).toMatch(/^page|file does not exist/);
});

it.each([
  ["bytes=0-9", 206, "0123456789", "bytes 0-9/100"],
  ["bytes=95-", 206, "56789", "bytes 95-99/100"],
  ["bytes=-3", 206, "789", "bytes 97-99/100"],
  ["bytes=90-500", 206, "0123456789", "bytes 90-99/100"],
  ["bytes=100-", 416, "", "bytes */100"],
  ["bytes=5-1", 416, "", "bytes */100"],
  ["bytes=0-1,50-51", 200, TEXT, undefined],
  ["lines=1-2", 200, TEXT, undefined],
  ["rubbish", 200, TEXT, undefined],
])('responds to the request header "Range: %s" with status %d', async (range, status, text, contentRange) => {
  const answer = await get("/assets/page-1a2b.js", { range, "accept-encoding": "gzip" });
  expect([answer.status, answer.text, answer.headers["content-range"]]).toEqual([status, text, contentRange]);
});

it("sends the complete file if the If-Range header has a different ETag", async () => {
  const { etag } = (await get("/picture.png")).headers;
  const part = { range: "bytes=0-1" };
  expect((await get("/picture.png", { ...part, "if-range": String(etag) })).status).toBe(206);
  expect((await get("/picture.png", { ...part, "if-range": '"another"' })).status).toBe(200);
});
