// A relay for tests: manual clock, scripted provider, and viewers as plain objects.

import type { Instrument } from "../../app/contract/base-api/strategy.ts";
import type { ServerMessage, StateTable } from "../../app/contract/live/live.ts";
import { EXCHANGE_CALENDAR, type MarketCalendar } from "../../app/domain/market-sessions.ts";
import { LIMITS } from "../../server/limits.ts";
import { DEPTH_FEED } from "../../server/relay/prices/feeds/depth.ts";
import { MARKET_FEED } from "../../server/relay/prices/feeds/market.ts";
import { createRelay, type Relay, type RelayOptions } from "../../server/relay/prices/relay.ts";
import type { SharedFrame, Viewer } from "../../server/relay/prices/viewer.ts";
import { ManualClock, settle } from "./manual-clock.ts";
import { quote, ScriptedProvider } from "./scripted-provider.ts";

export const NIFTY = "IDX_I:13";
export const HDFC = "NSE_EQ:1333";
export const RIG_FEEDS: RelayOptions["feeds"] = [
  {
    definition: MARKET_FEED,
    urls: () => ["ws://feed.test/market", "ws://other.test/market"],
    canaries: [NIFTY],
  },
  { definition: DEPTH_FEED, urls: () => ["ws://feed.test/depth"], canaries: [] },
];
/** A Tuesday morning during the session. */
export const IN_SESSION = "2026-09-15T11:00:00+05:30";
export const AT_NIGHT = "2026-09-15T20:00:00+05:30";

export type TestViewer = {
  messages: ServerMessage[];
  viewer: Viewer;
  closedWith: number | null;
  queued: number;
  say(message: unknown): void;
  last<Word extends ServerMessage[0]>(word: Word): Extract<ServerMessage, [Word, ...unknown[]]> | undefined;
  states(): StateTable;
  /** Returns the last price that the viewer received, in paise. */
  price(key: string): number | undefined;
};

export type Rig = {
  clock: ManualClock;
  provider: ScriptedProvider;
  relay: Relay;
  token: { value: string };
  events: string[];
  join(channels: string[], options?: { acks?: boolean; address?: string }): Promise<TestViewer>;
  /** Sends a price for each key over the newest socket. */
  trade(rupees: number, ...keys: string[]): void;
  /** Sends pings and prices every half second for this time. */
  trading(ms: number, rupees?: number, ...keys: string[]): Promise<void>;
};

export function instrument(key: string): Instrument {
  const [segment = "", securityId = ""] = key.split(":");
  return {
    exchangeSegment: segment as Instrument["exchangeSegment"],
    securityId,
    symbol: key,
    name: key,
    role: "traded",
  };
}

export async function startRig(
  options: {
    at?: string;
    calendar?: MarketCalendar;
    algos?: Record<string, string[]>;
    relay?: Partial<RelayOptions>;
    provider?: ScriptedProvider;
  } = {},
): Promise<Rig> {
  const clock = new ManualClock(options.at ?? IN_SESSION);
  const provider = options.provider ?? new ScriptedProvider();
  const token = { value: "first" };
  const events: string[] = [];
  const algos: Record<string, string[]> = { one: [NIFTY, HDFC], ...options.algos };
  const relay = createRelay({
    feeds: RIG_FEEDS,
    login: () => ({ clientId: "T", token: token.value }),
    calendar: options.calendar ?? EXCHANGE_CALENDAR,
    timeBase: "ist",
    strip: [NIFTY],
    source: {
      ofStrategy: async (id) => algos[id]?.map(instrument) ?? null,
      ofInstrument: async () => null,
    },
    bus: null,
    limits: { ...LIMITS, viewers: 10_000, viewersPerAddress: 10_000, drainOverMs: 0 },
    clock,
    random: () => 0.5,
    dial: provider.dial,
    onEvent: ({ message, detail }) => events.push(`${message} ${detail}`),
    ...options.relay,
  });
  relay.start();
  await settle();

  const rig: Rig = {
    clock,
    provider,
    relay,
    token,
    events,
    async join(channels, { acks = true, ...transport } = {}) {
      const test: TestViewer = {
        messages: [],
        closedWith: null,
        queued: 0,
        viewer: null as unknown as Viewer,
        say: (message) => relay.hub.receive(test.viewer, JSON.stringify(message)),
        last: (word) =>
          test.messages.findLast((message) => message[0] === word) as ReturnType<TestViewer["last"]> as never,
        states() {
          const found = test.messages.findLast((message) => message[0] === "st" || message[0] === "s");
          return found?.[0] === "st" ? found[2] : found?.[0] === "s" ? found[5] : {};
        },
        price(key) {
          for (const message of test.messages.toReversed()) {
            const rows = message[0] === "s" ? message[3] : message[0] === "q" ? message[4] : [];
            const row = rows.find((candidate) => candidate[0] === key);
            if (row !== undefined) return row[1];
          }
          return undefined;
        },
      };
      test.viewer = relay.hub.add({
        ...transport,
        kind: "socket",
        write(frame: SharedFrame) {
          const message = JSON.parse(frame.text) as ServerMessage;
          test.messages.push(message);
          if (acks && (message[0] === "q" || message[0] === "s"))
            queueMicrotask(() => test.say(["a", message[0] === "q" ? message[2] : message[1]]));
        },
        queuedBytes: () => test.queued,
        close: (code) => {
          test.closedWith = code;
        },
        terminate: () => {
          test.closedWith = 1006;
        },
      });
      test.say(["sub", channels]);
      await settle();
      return test;
    },
    trade(rupees, ...keys) {
      for (const key of keys.length > 0 ? keys : [NIFTY, HDFC])
        provider.latest.say(quote(key, rupees, clock.wall()));
    },
    async trading(ms, rupees = 100, ...keys) {
      for (let passed = 0; passed < ms; passed += 500) {
        provider.latest.ping();
        rig.trade(rupees, ...keys);
        await clock.advance(500);
      }
    },
  };
  return rig;
}
