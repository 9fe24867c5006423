// The account of a command: from the environment, or from the stored login.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readSession, storeSession } from "./cli-session.ts";

const STORED = { baseUrl: "https://live.example/v2", clientId: "1000000001", accessToken: "live" };
const OTHER = { BASE_URL: "http://localhost/sandbox/v2", CLIENT_ID: "2000000001", ACCESS_TOKEN: "test" };

let env: NodeJS.ProcessEnv;
beforeEach(() => {
  env = { NODE_ENV: "test", XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), "session-")) };
  storeSession(env, STORED);
});
afterEach(() => rmSync(env.XDG_CONFIG_HOME ?? "", { recursive: true, force: true }));

it("uses a complete environment, and otherwise the stored login", () => {
  expect(readSession({ ...env, ...OTHER })).toEqual({
    ...{ baseUrl: OTHER.BASE_URL, clientId: OTHER.CLIENT_ID, accessToken: OTHER.ACCESS_TOKEN },
  });
  expect(readSession(env)).toEqual(STORED);
  expect(readSession({ ...env, BASE_URL: "https://live.example/v2/" })).toEqual(STORED);
});

it("rejects an incomplete environment that differs from the stored login", () => {
  const { CLIENT_ID: _, ...incomplete } = OTHER;
  expect(() => readSession({ ...env, ...incomplete })).toThrow("BASE_URL and ACCESS_TOKEN: differs");
});
