// Every response with 429 has a Retry-After header, whichever limit refused the request.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Site, startSite } from "../../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const MAX_REQUESTS = 120;
const LIMITS: [name: string, ask: (count: number) => Promise<Answer>][] = [
  ["started sign-ins", () => site.get("/login")],
  ["messages of the chat", (count) => site.post("/support", `text=hello${count}&after=${count}`)],
  [
    "accounts of the portal",
    () => site.post("/sandbox/portal/accounts", "", { accept: "application/json", origin: site.origin }),
  ],
  [
    "polls of made-up channels",
    (count) =>
      site.get(`/live/poll?${Array.from({ length: 20 }, (_, n) => `ch=algo:none-${count}-${n}`).join("&")}`),
  ],
];

describe("requests above a limit", () => {
  it.each(LIMITS)("are refused with 429 and Retry-After: %s", { timeout: 60_000 }, async (_, ask) => {
    let refused: Answer | null = null;
    for (let count = 0; count < MAX_REQUESTS && refused === null; count += 1) {
      const answer = await ask(count);
      if (answer.status === 429) refused = answer;
    }
    expect(refused?.status).toBe(429);
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect(refused?.headers["content-security-policy"]).toContain("default-src 'none'");
  });
});
