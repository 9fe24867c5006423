// Static files under attack: an aborted download leaks no file handle, a file that is deleted from the disk is still
// served, and the process keeps running.
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Site, startSite, until } from "../../support/site.ts";

const copy = mkdtempSync(join(tmpdir(), "built-"));
let site: Site;
let asset = "";
beforeAll(async () => {
  // The site runs on a copy of the build, so that the test can delete a file.
  cpSync("build", join(copy, "build"), { recursive: true });
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  cpSync("package.json", join(copy, "package.json"));
  site = await startSite({}, join(copy, "build/node/server/main.js"));
  asset = /href="(\/assets\/app-[^"]+\.css)"/.exec((await site.get("/")).text)?.[1] ?? "";
});
afterAll(async () => {
  await site.stop();
  rmSync(copy, { recursive: true, force: true });
});

const openFiles = () => readdirSync(`/proc/${site.process.pid}/fd`).length;

/** Requests a file and disconnects after the first bytes. */
function abortDownload(path: string): Promise<void> {
  return new Promise((done) => {
    const socket = connect(site.port, "127.0.0.1", () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${site.port}\r\n\r\n`),
    );
    socket.on("data", () => socket.resetAndDestroy());
    socket.on("error", () => undefined);
    socket.on("close", () => done());
  });
}

it("1,500 aborted downloads leave no open file handle behind", { timeout: 60_000 }, async () => {
  expect(asset).not.toBe("");
  await abortDownload(asset);
  const before = openFiles();
  for (let round = 0; round < 30; round += 1)
    await Promise.all(Array.from({ length: 50 }, () => abortDownload(asset)));
  await until(
    async () => openFiles(),
    (count) => count <= before + 5,
    10_000,
  );
  expect((await site.get(asset)).status).toBe(200);
  expect(site.process.exitCode).toBeNull();
});

it("the site serves an asset whose file was deleted from the disk", async () => {
  const file = join(copy, "build/client", asset);
  renameSync(file, `${file}.gone`);
  for (const encoding of ["identity", "br", "gzip"])
    expect((await site.get(asset, { "accept-encoding": encoding })).status).toBe(200);
  expect((await site.get("/assets/never-was.js")).status).toBe(404);
  expect((await site.get("/healthz")).status).toBe(200);
  expect(site.process.exitCode).toBeNull();
});
