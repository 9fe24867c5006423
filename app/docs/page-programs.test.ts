// Programs in the documentation's pages: the bash program that verifies a postback, with a timestamp header from an
// attacker, and the programs that place an order and follow its updates.
import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const page = readFileSync(new URL("./content/postback.md", import.meta.url), "utf8");
const [, program = ""] = /```bash samples="signature"\n(.*?)\n```/s.exec(page) ?? [];
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** Runs the program with a correctly signed body. Returns its exit code and what it output. */
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
  return { status, output: stderr.toString() };
}

it.runIf(hasOpenssl)("the bash program accepts a current timestamp, and executes no command in one", () => {
  const now = Math.floor(Date.now() / 1_000);
  expect(verify(String(now))).toEqual({ status: 0, output: "" });
  expect(verify(`${now}+x[$(echo executed >&2)0]`)).toEqual({ status: 1, output: "" });
});

/** Code blocks of all pages, and the examples of the TypeScript client, by page or file. */
const programs = ["./content/", "../../server/sdk/typescript/examples/"].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url)).flatMap((name) => {
    const text = readFileSync(new URL(folder + name, import.meta.url), "utf8");
    const codes = name.endsWith(".md")
      ? [...text.matchAll(/```\w+.*?\n(.*?)\n```/gs)].map(([, code = ""]) => code)
      : [text];
    return codes.map((code) => ({ name, code }));
  }),
);

it("documented programs that follow an order handle a reconnect and a rejection", () => {
  const following = programs.filter(({ code }) => /order_?updates\(/i.test(code));
  expect(following.map(({ name }) => name)).toEqual([
    ...["clients.md", "order-update.md", "order-update.md", "first-order.mjs"],
  ]);
  for (const { name, code } of following) {
    expect(code, name).toMatch(/isReconnect/);
    expect(code, name).toMatch(/"REJECTED"/);
  }
});
