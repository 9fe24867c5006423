// Page of the account's clock, and the form to reset the account.
import { html } from "hono/html";
import { ADVANCE_SECONDS_AT_MOST } from "../../../../app/contract/trading-api/clock.ts";
import { facts, faultNote, type Page } from "../page-frame.ts";
import { box, button, muted, type PortalPage, portalFrame, postForm, textField } from "./portal-frame.ts";

export type ClockView = {
  state: { isVirtual: boolean; at: string; seed: number | null; hours: "exchange" | "always" | null };
  fault?: string;
};

const STEPS = [
  [60, "1 minute"],
  [900, "15 minutes"],
  [3_600, "1 hour"],
  [ADVANCE_SECONDS_AT_MOST, "1 day"],
] as const;

export function clockPage(page: PortalPage, { state, fault }: ClockView): Page {
  return portalFrame(
    page,
    "/clock",
    {
      title: "Clock and reset",
      lead: "On its own clock, the same seed, time and calls give the same fills.",
    },
    html`${fault === undefined ? "" : html`<div class="portal-wide">${faultNote(fault)}</div>`}
    ${box(
      "now",
      "Now",
      html`<p class="figure figure-large">${state.at} IST</p>
      ${facts([
        [
          "Clock",
          state.isVirtual ? "The account's own clock; it stops until you advance it" : "The common one",
        ],
        ["Seed", state.seed ?? "–"],
        [
          "Market hours",
          state.hours === null ? "–" : state.hours === "always" ? "Always open" : "Exchange hours",
        ],
      ])}
      ${state.isVirtual ? running() : ""}`,
    )}
    ${box(
      "set",
      state.isVirtual ? "Set another clock" : "Set a clock",
      postForm(
        "/clock",
        html`${textField({ id: "at", name: "at", label: "Time, IST", value: state.at, attributes: html`required maxlength="19" pattern="\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}" placeholder="2026-11-20 10:00:00"` })}
        ${textField({ id: "seed", name: "seed", label: "Seed", value: String(state.seed ?? 1), attributes: html`inputmode="numeric" maxlength="10"` })}
        <div><label for="hours" class="text-sm font-semibold">Market hours</label><select id="hours" name="hours" class="field mt-1"><option value="exchange">Exchange hours</option><option value="always" ${state.hours === "always" ? "selected" : ""}>Always open</option></select></div>
        ${button("Set clock", html`name="intent" value="set"`, true)}`,
        "flex flex-wrap items-end gap-3",
      ),
    )}
    ${box(
      "reset",
      "Reset the account",
      html`${muted("Removes all orders, trades and money and restores the account's initial state. Apps, tokens and addresses stay.")}
      ${postForm(
        "/clock",
        html`<label class="flex min-h-9 items-center gap-2"><input type="checkbox" name="sure" value="yes" required /> Remove everything</label>
        <button type="submit" class="button button-outline-danger" name="intent" value="reset">Reset the account</button>`,
        "mt-3 flex flex-wrap items-center gap-4",
      )}`,
      { isWide: true },
    )}`,
  );
}

function running(): Page {
  return html`${postForm(
    "/clock",
    html`<div><label for="seconds" class="text-sm font-semibold">Advance by</label><select id="seconds" name="seconds" class="field mt-1">${STEPS.map(
      ([value, words]) => html`<option value="${value}">${words}</option>`,
    )}</select></div>
      ${button("Advance", html`name="intent" value="advance"`, true)}`,
    "mt-4 flex flex-wrap items-end gap-3",
  )}
    ${postForm("/clock", button("Back to the common clock", html`name="intent" value="end"`), "mt-3")}`;
}
