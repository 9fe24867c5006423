// Attacks on the form that uploads a record for verification: large and slow bodies, floods, forms of other sites,
// other paths. The form also accepts a record's address, which must not be fetched from another host.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RECORD_UPLOAD_BYTES } from "../../app/contract/site/record-upload.ts";
import { LIMITS } from "../../server/limits.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Answer, type Site, startSite } from "../support/site.ts";

const BOUNDARY = "----boundary";
const part = (name: string, value: string, file = "") =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file === "" ? "" : `; filename="${file}"\r\nContent-Type: application/json`}\r\n\r\n${value}\r\n`;
const form = (text: string, before = "") =>
  `${before}${part("file", text, "record.json")}--${BOUNDARY}--\r\n`;
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

let site: Site;
const post = (body: string, headers: Record<string, string> = {}, path = "/evidence"): Promise<Answer> =>
  site.post(path, body, { "content-type": TYPE, ...headers });
const main = (answer: Answer) => parse(answer.text).querySelector("main")?.text ?? "";

/** Sends a form with a manually written body over a raw socket, and returns the response. */
function responseTo(length: string, write: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(site.port, "127.0.0.1", () => {
      socket.write(
        `POST /evidence HTTP/1.1\r\nHost: 127.0.0.1:${site.port}\r\nOrigin: ${site.origin}\r\nContent-Type: ${TYPE}\r\n${length}\r\n\r\n`,
      );
      write(socket);
    });
    let response = "";
    socket.on("data", (data) => {
      response += data;
      if (response.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(response));
  });
}

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

describe("an uploaded record", () => {
  it("is checked but not stored, and the page lists its faults", async () => {
    const answer = await post(form('{"marker":"kept-nowhere"}'));
    expect(answer.status).toBe(200);
    expect(main(answer)).toContain("This is not a sealed record");
    expect(answer.headers["cache-control"]).toBe("no-store");
    const stored = (folder: string): boolean =>
      readdirSync(folder).some((name) => {
        const path = join(folder, name);
        const entry = statSync(path);
        return entry.isDirectory()
          ? stored(path)
          : entry.isFile() && readFileSync(path).includes("kept-nowhere");
      });
    expect(stored(site.dataDir)).toBe(false);
    expect(JSON.stringify(site.log)).not.toContain("kept-nowhere");
  });

  it("is required: a form without a file gets 422", async () => {
    const answer = await post(form(""));
    expect(answer.status).toBe(422);
    expect(main(answer)).toContain("Choose a file first");
  });

  it("gets 413 with too many fields and 422 with an invalid body, and logs no error", async () => {
    const fields = Array.from({ length: LIMITS.formFields }, () => part("file", "", "a.json")).join("");
    expect((await post(form("{}", fields))).status).toBe(413);
    expect((await post(`--${BOUNDARY}\r\nno field`)).status).toBe(422);
    expect((await post(form(`${'{"days":'.repeat(20_000)}1${"}".repeat(20_000)}`))).status).toBe(200);
    expect(site.log.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("does not inject its markup into the page", async () => {
    const answer = await post(form('{"<script>alert(1)</script>": 1, "strategyId": "<img src=x>"}'));
    expect(answer.text).not.toContain("<script>alert(1)");
    expect(answer.text).not.toContain("<img src=x>");
  });

  it("is rejected if it is sent by another site or to another path", async () => {
    expect((await post(form("{}"), { origin: "https://evil.example" })).status).toBe(403);
    expect((await post(form("{}"), { "sec-fetch-site": "cross-site" })).status).toBe(403);
    for (const path of ["/theme", "/support", "/amount", "/evidence/keys.json"])
      expect((await post(form("{}"), {}, path)).status, path).toBe(415);
  });

  it("requires the form's token from a signed-in client", async () => {
    const reader = new TestUser(site);
    await reader.signIn();
    const cookie = reader.cookie;
    expect((await post(form("{}"), { cookie })).status).toBe(403);
    const token = part("xsrf", await reader.xsrf());
    expect((await post(form("{}", token), { cookie })).status).toBe(200);
    expect((await post(form("{}", part("xsrf", "x".repeat(32))), { cookie })).status).toBe(403);
  });

  it("is rejected above the size limit, with or without Content-Length", { timeout: 60_000 }, async () => {
    const total = RECORD_UPLOAD_BYTES + 131_072;
    const sent = (length: string, frame: (chunk: string) => string) =>
      responseTo(length, (socket) => {
        const chunk = "x".repeat(65_536);
        for (let bytes = 0; bytes < total; bytes += chunk.length) socket.write(frame(chunk));
      });
    expect(await sent(`Content-Length: ${total}`, (chunk) => chunk)).toMatch(/^HTTP\/1.1 413 /);
    const chunked = await sent(
      "Transfer-Encoding: chunked",
      (chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`,
    );
    expect(chunked).toMatch(/^HTTP\/1.1 413 /);
  });

  it("is rejected with 408 if it arrives too slowly", { timeout: 30_000 }, async () => {
    let drip: NodeJS.Timeout | undefined;
    const answer = await responseTo("Content-Length: 100000", (socket) => {
      drip = setInterval(() => socket.write("x"), 500);
    });
    clearInterval(drip);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it("is rejected above the limit per minute, while pages are still served", {
    timeout: 60_000,
  }, async () => {
    const statuses: number[] = [];
    for (let index = 0; index <= LIMITS.recordUploadsPerMinute; index += 1)
      statuses.push((await post(form("{}"))).status);
    expect(statuses).toContain(429);
    const refused = await post(form("{}"));
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBeDefined();
    expect((await site.get("/evidence")).status).toBe(200);
  });
});

describe("the address of a record", () => {
  const ask = (address: string) => site.get(`/evidence?${new URLSearchParams({ address })}`);

  it("is never fetched if it belongs to another host", async () => {
    let requestCount = 0;
    const other = createServer((_, response) => {
      requestCount += 1;
      response.end("{}");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const path = "/algos/managers/kestrel-ridge/ridgeline-condor/record.json";
    const addresses = [
      `http://127.0.0.1:${port}${path}`,
      `//127.0.0.1:${port}${path}`,
      `http://localhost:${port}${path}`,
      `http://user@127.0.0.1:${port}${path}`,
      `\\\\127.0.0.1:${port}${path}`,
      "http://169.254.169.254/latest/meta-data",
      "file:///etc/passwd",
    ];
    for (const address of addresses) {
      const answer = await ask(address);
      expect(answer.status, address).toBe(200);
      expect(main(answer), address).toMatch(/Only addresses on this site work|not the address of a record/);
    }
    expect(requestCount).toBe(0);
    other.close();
  });

  it("is reported as invalid if no public record is at the address", async () => {
    expect(main(await ask("/algos/managers/kestrel-ridge/nobody/record.json"))).toContain(
      "There is no public record at this address",
    );
    for (const address of ["/evidence", "/account/sessions", "/sandbox/v2/fundlimit", "?", "x".repeat(5_000)])
      expect(main(await ask(address)), address.slice(0, 40)).toContain("not the address of a record");
  });
});
