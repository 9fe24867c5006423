// The page confirms a sent request for access once, and only to the browser that sent it.
import { expect, it } from "vitest";
import { routePage } from "../../tests/support/submit-form.tsx";
import type { SiteContext } from "../context.ts";
import type { SentEnquiry } from "../contract/base-api/enquiry.ts";
import * as route from "./trading-apis.$audience.tsx";

const PAGE = "/trading-apis/fintechs";
const TYPED = { name: "Meera Rao", email: "meera@fintech.example", message: "Prices for an app of ours." };
const SENT: SentEnquiry = { audience: "fintechs", reference: "ENQ-000007", isStored: false };

/** Creates the page for a browser whose cookie contains the confirmation `sent`; null for none. */
function site(sent: SentEnquiry | null) {
  const remembered: SentEnquiry[] = [];
  const enquiries = {
    submit: async () => ({ kind: "accepted" as const, reference: "ENQ-000007" }),
    remember: async (one: SentEnquiry) => {
      remembered.push(one);
      return ["enquiry=sealed"];
    },
    takeSent: async () => (sent === null ? null : { sent, cookies: ["enquiry=; Max-Age=0"] }),
  };
  const page = routePage("/trading-apis/:audience", route, { enquiries } as Partial<SiteContext>);
  return { ...page, remembered };
}

it("redirects after an accepted form, and sets the cookie with the confirmation", async () => {
  const { get, submit, remembered } = site(null);
  const sent = await submit((await get(PAGE)).html, "message", TYPED);
  expect([sent.status, sent.location, sent.cookie]).toEqual([303, `${PAGE}#request`, "enquiry=sealed"]);
  expect(remembered).toEqual([SENT]);
});

it("shows the reference, clears the form, and removes the cookie", async () => {
  const { html, cookie } = await site(SENT).get(PAGE);
  expect(html.querySelector('#request ~ [role="status"]')?.text).toContain("ENQ-000007");
  expect(html.querySelector("#request-name")?.getAttribute("value")).toBe("");
  expect(cookie).toBe("enquiry=; Max-Age=0");
  const other = await site(SENT).get("/trading-apis/banks");
  expect([other.html.text.includes("ENQ-000007"), other.cookie]).toEqual([false, null]);
});

it("confirms no reference that is only in the address", async () => {
  const { html } = await site(null).get(`${PAGE}?sent=ENQ-999999`);
  expect(html.text).not.toContain("ENQ-999999");
});

it("shows a rejected form with the entered values and no redirect", async () => {
  const { get, submit } = site(null);
  const refused = await submit((await get(PAGE)).html, "message", { ...TYPED, email: "nobody" });
  expect(refused.status).toBe(422);
  expect(refused.html.querySelector("#request-name")?.getAttribute("value")).toBe("Meera Rao");
});
