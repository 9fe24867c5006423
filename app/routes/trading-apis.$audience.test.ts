// The page confirms a request for access only in the response to the form that sent it.
import { expect, it } from "vitest";
import { routePage } from "../../tests/support/submit-form.tsx";
import type { SiteContext } from "../context.ts";
import * as route from "./trading-apis.$audience.tsx";

const PAGE = "/trading-apis/fintechs";
const enquiries = { submit: async () => ({ kind: "accepted" as const, reference: "ENQ-000007" }) };
const site = routePage("/trading-apis/:audience", route, { enquiries } as Partial<SiteContext>);
const TYPED = { name: "Meera Rao", email: "meera@fintech.example", message: "Prices for an app of ours." };

it("shows the reference after the form was sent, and no entered values", async () => {
  const { html } = await site.get(PAGE);
  const sent = await site.submit(html, "message", TYPED);
  expect(sent.status).toBe(200);
  expect(sent.html.querySelector('#request ~ [role="status"]')?.text).toContain("ENQ-000007");
  expect(sent.html.querySelector("#request-name")?.getAttribute("value")).toBe("");
});

it("confirms no reference that is only in the address", async () => {
  const { html } = await site.get(`${PAGE}?sent=ENQ-999999`);
  expect(html.text).not.toContain("ENQ-999999");
});
