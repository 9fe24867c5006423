// Positions of ended algos are squared off only while their market is open. The page states this before and after the
// switch is turned on.
import { expect, it } from "vitest";
import { routePage } from "../../tests/support/submit-form.tsx";
import type { SiteContext } from "../context.ts";
import * as route from "./algos.my-algos.kill-switch.tsx";

const PAGE = "/algos/my-algos/kill-switch";
const position = (symbol: string) => ({
  ref: symbol,
  symbol,
  quantity: 50,
  heldBy: "handed_over",
  mode: "live",
  openResultPaise: 50_000,
});

async function killSwitchPage(isActive: boolean, symbols: string[]) {
  const since = "2026-11-20T06:30:00.000Z";
  const account = {
    getKillSwitch: async () => ({ isActive, since: isActive ? since : null, liftableFrom: null }),
    listDeployments: async () => ({ items: [] }),
    listPositions: async () => ({ items: symbols.map(position) }),
  };
  const context = { account, session: { xsrf: "x" } } as unknown as SiteContext;
  return (await routePage(PAGE, route, context).get(PAGE)).html.text;
}

it("states before the switch that positions may be squared off at the next opening", async () => {
  const page = await killSwitchPage(false, ["INFY", "TCS"]);
  expect(page).toContain("It also squares off the 2 positions you took over: INFY, TCS.");
  expect(page).toContain("Positions whose market is closed are squared off at its next opening.");
  expect(await killSwitchPage(false, [])).not.toContain("next opening");
});

it("states while the switch is on that positions of ended algos are still squared off", async () => {
  const page = await killSwitchPage(true, ["INFY"]);
  expect(page).toContain("The position you took over will be squared off when the market is open: INFY.");
  expect(await killSwitchPage(true, [])).not.toContain("took over");
});
