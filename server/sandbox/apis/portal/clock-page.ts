// The account's clock, and the way to begin again.
import { html } from "hono/html";
import { ADVANCE_SECONDS_AT_MOST } from "../../../../app/contract/trading-api/clock.ts";
import { facts, faultNote, type Page } from "../page-frame.ts";
import {
  button,
  heading,
  muted,
  onceField,
  type PortalPage,
  portalFrame,
  textField,
} from "./portal-frame.ts";

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
      lead: "Give the account a clock and a market of its own: the same seed, time and calls give the same fills again. Its orders and money are apart from those of the common market.",
    },
    html`${faultNote(fault ?? null)}
    <section aria-labelledby="now">${heading("now", "Now")}
      ${facts([
        ["Clock", state.isVirtual ? "The account's own; it stands until you advance it" : "The common one"],
        ["Time", `${state.at} IST`],
        ["Seed", state.seed ?? "–"],
        [
          "Market hours",
          state.hours === null ? "–" : state.hours === "always" ? "Always open" : "As the exchanges",
        ],
      ])}
      ${state.isVirtual ? running() : ""}</section>
    <section aria-labelledby="set">${heading("set", state.isVirtual ? "Set another clock" : "Set a clock")}
      <form method="post" action="/sandbox/portal/clock" class="mt-3 flex flex-wrap items-end gap-3">${onceField()}
        ${textField({ id: "at", name: "at", label: "Time, IST", value: state.at, attributes: html`required maxlength="19" pattern="\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}" placeholder="2026-11-20 10:00:00"` })}
        ${textField({ id: "seed", name: "seed", label: "Seed", value: String(state.seed ?? 1), attributes: html`inputmode="numeric" maxlength="10"` })}
        <div><label for="hours" class="text-sm font-semibold">Market hours</label><select id="hours" name="hours" class="field mt-1"><option value="exchange">As the exchanges</option><option value="always" ${state.hours === "always" ? "selected" : ""}>Always open</option></select></div>
        ${button("Set clock", html`name="intent" value="set"`, true)}
      </form></section>
    <section aria-labelledby="reset">${heading("reset", "Reset the account")}
      ${muted("Removes all orders, trades, waiting orders and money of this account and gives it what it began with. Apps, tokens and addresses stay.")}
      <form method="post" action="/sandbox/portal/clock" class="mt-3 flex flex-wrap items-center gap-4">${onceField()}
        <label class="flex min-h-9 items-center gap-2"><input type="checkbox" name="sure" value="yes" required /> Remove everything</label>
        ${button("Reset the account", html`name="intent" value="reset"`)}
      </form></section>`,
  );
}

function running(): Page {
  return html`<form method="post" action="/sandbox/portal/clock" class="mt-4 flex flex-wrap items-end gap-3">${onceField()}
      <div><label for="seconds" class="text-sm font-semibold">Advance by</label><select id="seconds" name="seconds" class="field mt-1">${STEPS.map(
        ([value, words]) => html`<option value="${value}">${words}</option>`,
      )}</select></div>
      ${button("Advance", html`name="intent" value="advance"`, true)}
    </form>
    <form method="post" action="/sandbox/portal/clock" class="mt-3">${onceField()}${button("Back to the common clock", html`name="intent" value="end"`)}</form>`;
}
