// The documented bash program that verifies a postback, with a timestamp header from an attacker.
import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const page = readFileSync(new URL("./content/postback.md", import.meta.url), "utf8");
const [, program = ""] = /```bash samples="signature"\n(.*?)\n```/s.exec(page) ?? [];
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** Runs the program with a correctly signed body. Returns its exit code and what it printed. */
function verify(timestamp: string) {
  const signature = createHmac("sha256", "s").update(`1.${timestamp}.{}`).digest("hex");
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "test" as const,
    POSTBACK_SECRET: "s",
    DELIVERY: "1",
    TIMESTAMP: timestamp,
    SIGNATURE: `v1=${signature}`,
  };
  const { status, stderr } = spawnSync("bash", ["--norc", "-c", program], { env, input: "{}" });
  return { status, printed: stderr.toString() };
}

it.runIf(hasOpenssl)("the bash program accepts a current timestamp, and executes no command in one", () => {
  const now = Math.floor(Date.now() / 1_000);
  expect(verify(String(now))).toEqual({ status: 0, printed: "" });
  expect(verify(`${now}+x[$(echo executed >&2)0]`)).toEqual({ status: 1, printed: "" });
});
