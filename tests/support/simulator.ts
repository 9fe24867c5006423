// The broker simulator for tests, with its usual limits: a running container at SIMULATOR_URL (the address above
// `/v2`), or the built server with --sandbox-only.
import { SITE_ENTRY, startSite } from "./site.ts";
import { TradingClient } from "./trading-client.ts";

export async function openSimulator(): Promise<{ url: string; close(): Promise<unknown> }> {
  const running = process.env.SIMULATOR_URL;
  const started = running === undefined ? await startSite({}, SITE_ENTRY, ["--sandbox-only"]) : null;
  const url = running ?? `${started?.origin}/sandbox`;
  TradingClient.waitForLimitsAt(url);
  return { url, close: async () => started?.stop() };
}
