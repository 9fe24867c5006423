// The compiled server uses React's production build without NODE_ENV. The running process reports the loaded build.
import { afterEach, expect, it } from "vitest";
import { type BareSite, startBareSite } from "../support/bare-site.ts";
import { send } from "../support/site.ts";

const sites: BareSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
});

async function reactOf(env: Record<string, string>): Promise<string> {
  const site = await startBareSite({ env });
  sites.push(site);
  expect((await site.get("/")).status).toBe(200);
  const { text } = await send(site.adminPort, { method: "GET", path: "/status.json" });
  return (JSON.parse(text) as { react: string }).react;
}

it("the server uses React's production build if NODE_ENV is unset or empty", async () => {
  expect(await reactOf({})).toBe("production");
  expect(await reactOf({ NODE_ENV: "" })).toBe("production");
});

it("the server uses React's development build if NODE_ENV is development", async () => {
  expect(await reactOf({ NODE_ENV: "development" })).toBe("development");
});
