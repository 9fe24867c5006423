// Deploys an algo as a user would, on paper unless requested otherwise: the review, the consent, the order window.
import { equal, match } from "node:assert/strict";
import { parse } from "node-html-parser";
import type { TestUser } from "./sign-in.ts";
import { type Site, until } from "./site.ts";

const REVIEWED_WITHIN_MS = 30_000;
/** Query fields that let an algo trade on every weekday. */
export const ALL_DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  .map((day) => `days=${day}`)
  .join("&");

const FORM_FIELDS = ["xsrf", "key", "seen", "marginPaise", "chargesPaise", "at"] as const;
type Review = { address: string } & Record<(typeof FORM_FIELDS)[number], string>;

type Mode = "live" | "paper";

export async function review(
  reader: TestUser,
  algo: string,
  extra = "",
  mode: Mode = "paper",
): Promise<Review> {
  const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);
  const address = `${algo}/deploy?step=review&mode=${mode}&multiplier=1&startOn=${today}&${ALL_DAYS}${extra}`;
  const page = parse((await reader.get(address)).text);
  const value = (name: string) =>
    page.querySelector(`main input[name="${name}"]`)?.getAttribute("value") ?? "";
  return { address, ...Object.fromEntries(FORM_FIELDS.map((name) => [name, value(name)])) } as Review;
}

/** Returns the fields of the review's form, with the user's consent. */
export const consent = ({ address: _, ...form }: Review) => ({ ...form, consent: "yes" });

/** Deploys and confirms, and returns the deployment's address. */
export async function deploy(
  site: Site,
  reader: TestUser,
  algo: string,
  extra = "",
  mode: Mode = "paper",
): Promise<string> {
  // While the provider is busy, the page shows a temporary message without the form.
  const form = await until(
    () => review(reader, algo, extra, mode),
    ({ key }) => key !== "",
    REVIEWED_WITHIN_MS,
  );
  const made = await reader.post(form.address, consent(form));
  equal(made.status, 303, parse(made.text).querySelector("main")?.text);
  const path = (made.headers.location ?? "").replace("/order-window", "");
  const window = new URL((await reader.get(`${path}/order-window`)).headers.location ?? "", site.origin);
  const orderWindow = await reader.get(`${window.pathname}${window.search}`);
  match(orderWindow.text, /Exit charges/);
  const answered = await reader.post("/sandbox/order-window", {
    basket: window.searchParams.get("basket") ?? "",
    return: window.searchParams.get("return") ?? "",
    answer: "confirmed",
  });
  equal(answered.headers.location, `${path}?outcome=confirmed`);
  return path;
}
