// The command-line tool in a pipe whose reader ends first.
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

it("ends without an error if the reader of its output ends first", () => {
  const program = `
    import { main } from ${JSON.stringify(new URL("./cli.ts", import.meta.url).href)};
    const operation = { method: "GET", path: "/orders", summary: "x".repeat(200_000) };
    const operations = Object.fromEntries(["a", "b", "c", "d"].map((name) => [name, operation]));
    process.exitCode = await main(["operations"], { operations, help: {}, version: "1" });`;
  const pipe = '"$NODE" --import tsx --input-type module --eval "$PROGRAM" | head -c 1; echo " $PIPESTATUS"';
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", pipe], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", NODE: process.execPath, PROGRAM: program },
  });
  expect([stdout.toString(), stderr.toString()]).toEqual(["a 0\n", ""]);
});
