// Page of the account's clock with its forms: set, advance and end it, and reset the account.
import { html } from "hono/html";
import { z } from "zod";
import { clockText as text } from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import { ADVANCE_SECONDS_MAX, setClockSchema } from "../../../../app/contract/trading-api/clock.ts";
import { factRows, faultNote, type Page } from "../page-frame.ts";
import { ApiFault } from "../trading-api/fault.ts";
import { HOME, type Outcome, type Submission } from "./portal-context.ts";
import {
  mutedText,
  type PortalPage,
  portalFrame,
  postForm,
  renderBox,
  submitButton,
  textField,
} from "./portal-frame.ts";

export type ClockView = {
  state: { isVirtual: boolean; at: string; seed: number | null; hours: "exchange" | "always" | null };
  fault?: string;
};

const steps = () =>
  [
    [60, text.minute],
    [900, text.quarter],
    [3_600, text.hour],
    [ADVANCE_SECONDS_MAX, text.day],
  ] as const;

export function clockPage(page: PortalPage, { state, fault }: ClockView): Page {
  return portalFrame(
    page,
    "/clock",
    { subtitle: text.lead },
    html`${fault === undefined ? "" : html`<div class="portal-wide">${faultNote(fault)}</div>`}
    ${renderBox(
      "now",
      text.now,
      html`<p class="figure figure-large">${state.at} IST</p>
      ${factRows([
        [text.clock, state.isVirtual ? text.ownClock : text.commonClock],
        [text.seed, state.seed ?? "–"],
        [
          text.marketHours,
          state.hours === null ? "–" : state.hours === "always" ? text.alwaysOpen : text.exchangeHours,
        ],
      ])}
      ${state.isVirtual ? running() : ""}`,
    )}
    ${renderBox(
      "set",
      state.isVirtual ? text.setAnother : text.set,
      postForm(
        "/clock",
        html`${textField({ id: "at", name: "at", label: text.timeIst, value: state.at, attributes: html`required maxlength="19" pattern="\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}" placeholder="2026-11-20 10:00:00"` })}
        ${textField({ id: "seed", name: "seed", label: text.seed, value: String(state.seed ?? 1), attributes: html`inputmode="numeric" maxlength="10"` })}
        <div><label for="hours" class="text-sm font-semibold">${text.marketHours}</label><select id="hours" name="hours" class="field mt-1"><option value="exchange">${text.exchangeHours}</option><option value="always" ${state.hours === "always" ? "selected" : ""}>${text.alwaysOpen}</option></select></div>
        ${submitButton(text.setClock, html`name="intent" value="set"`, true)}`,
        "flex flex-wrap items-end gap-3",
      ),
    )}
    ${renderBox(
      "reset",
      text.reset,
      html`${mutedText(text.resetMeans)}
      ${postForm(
        "/clock",
        html`<label class="flex min-h-9 items-center gap-2"><input type="checkbox" name="sure" value="yes" required /> ${text.removeEverything}</label>
        <button type="submit" class="button button-outline-danger" name="intent" value="reset">${text.reset}</button>`,
        "mt-3 flex flex-wrap items-center gap-4",
      )}`,
      { isWide: true },
    )}`,
  );
}

function running(): Page {
  return html`${postForm(
    "/clock",
    html`<div><label for="seconds" class="text-sm font-semibold">${text.advanceBy}</label><select id="seconds" name="seconds" class="field mt-1">${steps().map(
      ([value, label]) => html`<option value="${value}">${label}</option>`,
    )}</select></div>
      ${submitButton(text.advance, html`name="intent" value="advance"`, true)}`,
    "mt-4 flex flex-wrap items-end gap-3",
  )}
    ${postForm("/clock", submitButton(text.backToCommon, html`name="intent" value="end"`), "mt-3")}`;
}

const advanceSchema = z.coerce.number().int().positive().max(86_400);

export async function clockForm({ own, account, fields, page }: Submission): Promise<Outcome> {
  const { testFacilities } = own.options.api;
  const { simulations } = testFacilities;
  const to = fields.place === "overview" ? HOME : `${HOME}/clock`;
  const refuse = (fault: string, status: 409 | 422 = 422): Outcome => ({
    page: clockPage(page, { state: simulations.state(account.id), fault }),
    status,
  });
  try {
    switch (fields.intent) {
      case "reset":
        if (fields.sure !== "yes") return refuse(text.tick);
        testFacilities.reset(account.id);
        return { to, shown: { words: text.isReset } };
      case "end":
        simulations.end(account.id);
        return { to, shown: { words: text.commonAgain } };
      case "advance": {
        const seconds = advanceSchema.safeParse(fields.seconds);
        if (!seconds.success) return refuse(text.secondsFault);
        await simulations.advance(account.id, seconds.data);
        return { to, shown: { words: text.itIs(simulations.state(account.id).at) } };
      }
      default: {
        const requested = setClockSchema.safeParse({
          at: fields.at,
          hours: fields.hours,
          ...(fields.seed === undefined || fields.seed === "" ? {} : { seed: Number(fields.seed) }),
        });
        if (!requested.success) return refuse(text.timeFault);
        testFacilities.begin(account.id, requested.data);
        return { to, shown: { words: text.isSet(simulations.state(account.id).at) } };
      }
    }
  } catch (fault) {
    if (fault instanceof ApiFault) return refuse(fault.message, 409);
    throw fault;
  }
}
