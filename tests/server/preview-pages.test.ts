// The pages that need no provider also work with Remix's standard server: `npm run preview:pages`.
import { type ChildProcess, spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { send, until } from "../support/site.ts";

let port: number;
let stock: ChildProcess;

beforeAll(async () => {
  port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
  stock = spawn(process.execPath, ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1" },
    stdio: "ignore",
  });
  await until(
    () => send(port, { method: "GET", path: "/" }).catch(() => null),
    (answer) => answer !== null,
    20_000,
  );
});
afterAll(() => {
  stock.kill("SIGKILL");
});

it.each([
  "/",
  "/trading-apis",
  "/trading-apis/banks",
  "/docs/v2/",
  "/docs/v2/orders",
  "/support",
  "/legal/terms",
])("%s is served without a provider", async (path) => {
  const answer = await send(port, { method: "GET", path });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain("<h1");
});

it("a page that needs the provider gets 503 with a hint to start the complete site", async () => {
  const answer = await send(port, { method: "GET", path: "/algos" });
  expect(answer.status).toBe(503);
  expect(answer.text).toContain("Start the complete site");
});
