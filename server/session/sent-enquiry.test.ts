import { expect, it } from "vitest";
import { createSeal } from "./seal.ts";
import { createSentEnquiries } from "./sent-enquiry.ts";

const SENT = { audience: "fintechs", reference: "ENQ-000007", isStored: false } as const;
const MINUTE_MS = 60_000;

it("returns the request that this browser sent, and a cookie that clears it", async () => {
  let now = Date.UTC(2026, 10, 20);
  const sent = createSentEnquiries({ seal: createSeal(["a secret of this site"]), now: () => now });
  const [cookie = ""] = await sent.write(SENT, true);
  expect(cookie).toMatch(/^__Host-enquiry=.*HttpOnly; Secure; SameSite=Lax/);
  expect(cookie).not.toContain("ENQ-000007");
  const opened = await sent.take(cookie.split(";", 1)[0], true);
  expect(opened?.sent).toMatchObject(SENT);
  expect(opened?.cookies).toEqual([expect.stringMatching(/^__Host-enquiry=; Max-Age=0/)]);
  now += 6 * MINUTE_MS;
  expect(await sent.take(cookie.split(";", 1)[0], true)).toBeNull();
});

it("returns null for a cookie that this site did not seal", async () => {
  const options = { now: () => 0 };
  const sent = createSentEnquiries({ ...options, seal: createSeal(["a secret of this site"]) });
  const other = createSentEnquiries({ ...options, seal: createSeal(["the secret of another site"]) });
  const [cookie = ""] = await other.write(SENT, false);
  for (const cookies of [undefined, "", "enquiry=ENQ-999999", cookie.split(";", 1)[0]])
    expect(await sent.take(cookies, false)).toBeNull();
});

it("returns nothing for a cookie of another purpose, a changed or an over-long one", async () => {
  const seal = createSeal(["a secret of this site"]);
  const sent = createSentEnquiries({ seal, now: () => 0 });
  const [cookie = ""] = await sent.write(SENT, false);
  const [pair = ""] = cookie.split(";", 1);
  const changed = pair.replace(/\.[^.]{5}([^.]*)$/, ".AAAAA$1");
  const ofChat = await seal.seal("chat", SENT, MINUTE_MS, 0);
  const invalid = await seal.seal("enquiry", { ...SENT, reference: "<b>" }, MINUTE_MS, 0);
  const long = await seal.seal("enquiry", { ...SENT, note: "x".repeat(8_000) }, MINUTE_MS, 0);
  for (const sealed of [ofChat, invalid, long, "x".repeat(100_000)])
    expect(await sent.take(`enquiry=${sealed}`, false)).toBeNull();
  expect(await sent.take(changed, false)).toBeNull();
  expect(await sent.take(pair, false)).not.toBeNull();
});

it("requires the host's own cookie on https", async () => {
  const sent = createSentEnquiries({ seal: createSeal(["a secret of this site"]), now: () => 0 });
  const [cookie = ""] = await sent.write(SENT, true);
  const [pair = ""] = cookie.split(";", 1);
  expect(await sent.take(pair.replace("__Host-", ""), true)).toBeNull();
});
