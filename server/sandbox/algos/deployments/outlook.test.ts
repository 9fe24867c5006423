import { expect, it } from "vitest";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import { deploymentNoteText } from "../../../../app/contract/sandbox-pages/sandbox-texts.ts";
import { replaceTexts } from "../../../../app/format/replace-texts.ts";
import { readTexts, SECOND_BRAND } from "../../../../tests/support/brand-texts.ts";
import type { Broker } from "../../broker/broker.ts";
import type { DeploymentRow } from "./deployment-rows.ts";
import { describeOutlook } from "./outlook.ts";

const NOW = Date.parse("2026-11-20T19:49:00+05:30");
const ROW = {
  id: "one",
  client_id: "1000000001",
  state: "active",
  terms: JSON.stringify({ startOn: "2026-11-20", days: ["Fri"] }),
} as DeploymentRow;
const STRATEGY = {
  product: "Intraday",
  entryWindow: { from: "09:45", to: "10:30" },
  exitWindow: { from: "15:00", to: "15:15" },
} as Strategy;

function outlook(until: number | null, legs: number) {
  const broker = {
    now: () => NOW,
    positions: () => Array.from({ length: legs }),
    isKilled: () => false,
    market: { session: () => ({ until }) },
  } as unknown as Broker;
  return describeOutlook(ROW, STRATEGY, broker, null);
}

it("states the times of day of entry and exit only in a market with hours", () => {
  expect(outlook(NOW + 1, 0)).toBe("No position. Looks for an entry from 09:45 to 10:30.");
  expect(outlook(NOW + 1, 2)).toBe("2 legs open, exit by 15:15.");
  expect(outlook(null, 0)).toBe(
    "No position. Looks for an entry at any time of day: this market never closes.",
  );
  expect(outlook(null, 2)).toBe("2 legs open, exit by the end of its session.");
});

it("is written in the brand's language", () => {
  const { sandbox } = readTexts(SECOND_BRAND);
  const english = { ...deploymentNoteText };
  replaceTexts(
    { deploymentNote: (sandbox as Record<string, Record<string, unknown>>).deploymentNote },
    {
      deploymentNote: deploymentNoteText,
    },
  );
  const outlooks = [outlook(NOW + 1, 0), outlook(NOW + 1, 2), outlook(null, 2)];
  Object.assign(deploymentNoteText, english);
  expect(outlooks).toEqual([
    "कोई स्थिति नहीं। 09:45 से 10:30 तक प्रवेश खोजता है।",
    "2 लेग खुले, 15:15 तक निकास।",
    "2 लेग खुले, सत्र के अंत तक निकास।",
  ]);
});
