// Creates the sandbox process from the settings.
import { LEGAL_IDS, type TextSection } from "../../app/contract/site/site.ts";
import type { Logger } from "../observe/log.ts";
import type { SpanExport } from "../observe/span-export.ts";
import { SandboxSupervisor } from "../provider/supervise-sandbox.ts";
import type { Settings } from "../settings.ts";

/** Returns the brand's facts and texts that the sandbox uses (server/sandbox/page-texts.ts). */
export function selectSandboxBrand({ site: { brand, texts, features }, brand: { language } }: Settings) {
  const legal = LEGAL_IDS.map((id) => [`/legal/${id}`, texts.legal[id]]);
  return {
    facts: brand,
    locale: language.locale,
    words: language.words,
    features,
    sections: { "/#faq": texts.faq, ...(Object.fromEntries(legal) as Record<string, TextSection[]>) },
  };
}

/** Creates the sandbox's process. Returns null with a real base API, which replaces the sandbox. */
export function createSandboxProcess(options: {
  settings: Settings;
  entry: URL;
  log: Logger;
  spans: SpanExport | null;
}): SandboxSupervisor | null {
  const { settings, entry, log, spans } = options;
  const { limits } = settings;
  if (settings.baseApiUrl !== null) return null;
  return new SandboxSupervisor({
    entry,
    dataDir: settings.dataDir,
    market: settings.sandboxMarket,
    benchmark: settings.benchmark,
    ratesRecords: settings.disclosureCeiling === "backtest",
    enquiryDays: limits.enquiryDays,
    recordKey: settings.recordKey,
    notifications: { ...settings.notifications, origin: settings.publicOrigin },
    brand: () => selectSandboxBrand(settings),
    readyTimeoutMs: limits.sandboxReadyTimeoutMs,
    silentForMs: limits.sandboxSilentForMs,
    restartMaxMs: limits.sandboxRestartMaxMs,
    stopTimeoutMs: limits.stopTimeoutMs / 2,
    onEvent: ({ level, message, detail }) => log[level]({ detail }, message),
    tracer: spans,
  });
}
