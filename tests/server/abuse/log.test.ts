// A stdout that accepts no data (full disk, unread pipe, closed pipe): the site continues to respond, counts dropped
// log lines, and reports the count when writing works again.
import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type BareSite, startBareSite } from "../../support/bare-site.ts";
import { until } from "../../support/site.ts";

const LONG_PATH = `/assets/${"x".repeat(6_000)}`;
/** Number of requests with long paths whose log lines exceed one mebibyte, the size of the log buffer. */
const REQUESTS = 400;

const sites: BareSite[] = [];
const opened: number[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
  for (const fd of opened.splice(0)) closeSync(fd);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Opens both ends of a new named pipe. */
function pipe(): { reader: number; writer: number } {
  const folder = mkdtempSync(join(tmpdir(), "pipe-"));
  folders.push(folder);
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  opened.push(reader, writer);
  return { reader, writer };
}

async function start(stdout: number, stderr: "ignore" | number = "ignore"): Promise<BareSite> {
  const site = await startBareSite({ stdio: ["ignore", stdout, stderr] });
  sites.push(site);
  return site;
}

async function flood(site: BareSite): Promise<void> {
  for (let sent = 0; sent < REQUESTS; sent += 20)
    await Promise.all(Array.from({ length: 20 }, () => site.get(LONG_PATH)));
}

async function answers(site: BareSite): Promise<void> {
  const startedAt = Date.now();
  const found = await Promise.all(["/healthz", "/readyz", "/", "/algos"].map((path) => site.get(path)));
  expect(found.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(Date.now() - startedAt).toBeLessThan(5_000);
}

const readSome = (fd: number): string => {
  const buffer = Buffer.alloc(64 * 1_024);
  try {
    return buffer.subarray(0, readSync(fd, buffer)).toString();
  } catch {
    return "";
  }
};

describe("the log on stdout", () => {
  it("drops lines on a full disk, but the site responds and stops normally", async () => {
    const full = openSync("/dev/full", "w");
    opened.push(full);
    const site = await start(full, full);
    await flood(site);
    await answers(site);
    expect(await site.metric("log_lines_dropped_total")).toBeGreaterThan(0);
    expect(await site.stop("SIGTERM")).toBe(0);
  });

  it("states the number of dropped lines after stdout was blocked", async () => {
    const { reader, writer } = pipe();
    // Fills the pipe before the site starts.
    const fullPipe = openSync(`/proc/self/fd/${writer}`, constants.O_WRONLY | constants.O_NONBLOCK);
    opened.push(fullPipe);
    try {
      for (;;) writeSync(fullPipe, `${"-".repeat(4_095)}\n`);
    } catch {
      // The pipe is full.
    }
    const site = await start(writer, writer);
    await flood(site);
    await answers(site);
    const dropped = await site.metric("log_lines_dropped_total");
    expect(dropped).toBeGreaterThan(0);
    let text = "";
    await until(
      async () => {
        text += readSome(reader);
        return text;
      },
      (words) => /log lines were dropped since/.test(words),
      20_000,
    );
    await until(
      async () => {
        text += readSome(reader);
        return text;
      },
      (words) => words.endsWith("\n"),
      10_000,
    );
    const lines = text
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { msg: string; lines?: number });
    const dropNotices = lines.filter(({ msg }) => /^\d+ log lines were dropped since \d{4}-/.test(msg));
    expect(dropNotices.reduce((sum, { lines: count = 0 }) => sum + count, 0)).toBeGreaterThanOrEqual(dropped);
    await answers(site);
  });

  it("drops lines if the pipe is closed, but the site responds and stops normally", async () => {
    const { reader, writer } = pipe();
    const site = await start(writer);
    closeSync(reader);
    closeSync(writer);
    opened.length = 0;
    await flood(site);
    await answers(site);
    expect(await site.metric("log_lines_dropped_total")).toBeGreaterThan(0);
    expect(await site.stop("SIGTERM")).toBe(0);
  });
});

it("a log written to a file contains every line, including the last one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "log-"));
  folders.push(folder);
  const file = openSync(join(folder, "log"), "a+");
  opened.push(file);
  const site = await start(file);
  await Promise.all(Array.from({ length: 50 }, (_, index) => site.get(`/nowhere/${index}`)));
  expect(await site.stop("SIGTERM")).toBe(0);
  const text = readAll(file);
  for (let index = 0; index < 50; index += 1) expect(text).toContain(`"path":"/nowhere/${index}"`);
  expect(text.trimEnd().split("\n").at(-1)).toContain('"msg":"stopped"');
});

function readAll(fd: number): string {
  const buffer = Buffer.alloc(1_024 * 1_024);
  return buffer.subarray(0, readSync(fd, buffer, 0, buffer.byteLength, 0)).toString();
}
