// A new feed needs only a definition: this file defines a feed of open interest, and the relay handles it like its
// other feeds.
import { describe, expect, it } from "vitest";
import type { ServerMessage } from "../../../app/contract/live/live.ts";
import { instrumentKey } from "../../../app/domain/instrument-key.ts";
import { HDFC, IN_SESSION, RIG_FEEDS, startRig } from "../../../tests/support/relay-rig.ts";
import { ScriptedProvider } from "../../../tests/support/scripted-provider.ts";
import { LIMITS } from "../../limits.ts";
import type { FeedDialer, FeedSocketEvents } from "../reconnecting-socket.ts";
import type { Bus } from "./bus-member.ts";
import {
  addLogin,
  type FeedDefinition,
  type FeedPacket,
  isCount,
  startsWithKey,
} from "./feeds/feed-definition.ts";
import { type LastValue, LastValues } from "./last-values.ts";

type InterestPacket = FeedPacket & { contracts: number };
type InterestRow = [key: string, contracts: number];
type Interest = LastValue & { contracts: number };

class OpenInterest extends LastValues<InterestPacket, InterestRow, Interest> {
  protected override create(key: string): Interest {
    return { key, contracts: 0, version: 0, text: null };
  }

  protected override rowOf({ key, contracts }: Interest): InterestRow {
    return [key, contracts];
  }

  override apply(packet: InterestPacket): boolean {
    this.applyRow([instrumentKey(packet), packet.contracts]);
    return true;
  }

  override applyRow([key, contracts]: InterestRow): void {
    const value = this.getOrCreate(key);
    value.contracts = contracts;
    this.changed(value);
  }
}

const INTEREST_FEED: FeedDefinition<InterestPacket> = {
  name: "interest",
  decode: (message) => ({ packets: [JSON.parse(message.toString()) as InterestPacket], faults: [] }),
  closeReasonOf: () => null,
  reasonKind: () => "temporary",
  isOfInstrument: () => true,
  createValues: (context) => new OpenInterest(context),
  isRow: (row) => startsWithKey(row) && row.length === 2 && isCount(row[1]),
  batchField: "interestRows",
  address: (target) => addLogin(target).href,
  requestCodes: { subscribe: 91, unsubscribe: 92 },
  limits: { instrumentsPerConnection: 10, instrumentsPerRequest: 10 },
  states: { interest: "NSE_FNO" },
  service: "prices",
  onDemandSegments: ["NSE_EQ"],
  settings: {
    urls: "INTEREST_FEED_URL",
    canaries: "INTEREST_CANARIES",
    defaultCanaries: [],
    sandboxPath: null,
  },
};

const CHANNEL = `interest:one:${HDFC}`;
/** Index of the feed's rows in the messages "s" and "q". */
const ROWS_AT = { snapshot: 7, update: 6 };

async function startWithInterest(relay: Parameters<typeof startRig>[0] = {}) {
  const sent: unknown[] = [];
  const urls: URL[] = [];
  let events: FeedSocketEvents | null = null;
  const provider = new ScriptedProvider();
  const dial: FeedDialer = (url, own) => {
    if (!url.includes("/interest")) return provider.dial(url, own);
    urls.push(new URL(url));
    events = own;
    queueMicrotask(() => own.onOpen());
    return { send: (text) => sent.push(JSON.parse(text)), terminate() {} };
  };
  const feeds = [
    ...RIG_FEEDS,
    { definition: INTEREST_FEED, urls: () => ["ws://feed.test/interest"], canaries: [] },
  ];
  const rig = await startRig({ provider, relay: { feeds, dial, ...relay.relay } });
  const say = (contracts: number) => {
    const packet = { kind: "interest", exchangeSegment: "NSE_EQ", securityId: 1333, contracts };
    events?.onMessage(Buffer.from(JSON.stringify(packet)));
  };
  return { rig, sent, urls, say };
}

const rowsIn = (message: ServerMessage | undefined, at: number) => (message as unknown[] | undefined)?.[at];

describe("a feed that is added only by a definition", () => {
  it("is connected and subscribed when a viewer watches its channel", async () => {
    const { rig, sent, urls } = await startWithInterest();
    expect(urls).toEqual([]);
    await rig.join([CHANNEL]);
    expect(urls.map(({ pathname, searchParams }) => [pathname, searchParams.get("token")])).toEqual([
      ["/interest", "first"],
    ]);
    const list = [{ ExchangeSegment: "NSE_EQ", SecurityId: "1333" }];
    expect(sent).toEqual([{ RequestCode: 91, InstrumentCount: 1, InstrumentList: list }]);
    expect(rig.relay.status().feeds.interest).toMatchObject({ phase: "up", wanted: 1 });
    expect(rig.relay.counters.dials).toMatchObject({ interest: 1 });
    expect(rig.events).toContain("interest feed open ");
  });

  it("sends its rows and its state only to viewers of its channel", async () => {
    const { rig, say } = await startWithInterest();
    const viewer = await rig.join([CHANNEL]);
    const other = await rig.join(["algo:one"]);
    say(12);
    rig.trade(100, HDFC);
    await rig.clock.advance(300);
    expect(rowsIn(viewer.last("q"), ROWS_AT.update)).toEqual([[HDFC, 12]]);
    expect(viewer.price(HDFC)).toBe(10_000);
    expect(rowsIn(other.last("q"), ROWS_AT.update)).toEqual([]);
    viewer.say(["r"]);
    expect(rowsIn(viewer.last("s"), ROWS_AT.snapshot)).toEqual([[HDFC, 12]]);
    expect(viewer.states().interest?.[0]).toBe("live");
    expect(rowsIn((await rig.relay.snapshot([CHANNEL])) ?? undefined, ROWS_AT.snapshot)).toEqual([
      [HDFC, 12],
    ]);
  });

  it("rejects channels of other segments; instrument channels subscribe to it too", async () => {
    const { rig } = await startWithInterest({
      relay: {
        source: {
          ofStrategy: async () => [],
          ofInstrument: async (key) => [
            { exchangeSegment: "NSE_EQ", securityId: "1333", symbol: key, name: key, role: "traded" },
          ],
        },
      },
    });
    const viewer = await rig.join(["interest:one:IDX_I:13", "market:one:NSE_EQ:1333"]);
    expect(viewer.messages.filter(([name]) => name === "e")).toHaveLength(2);
    await rig.join([`instrument:${HDFC}`]);
    expect(rig.relay.status().feeds.interest?.wanted).toBe(1);
  });

  it("is unsubscribed after its last viewer has left", async () => {
    const { rig, sent } = await startWithInterest();
    const viewer = await rig.join([CHANNEL]);
    rig.relay.hub.remove(viewer.viewer, "left");
    await rig.trading(LIMITS.interestLingerMs + 2_000);
    expect(rig.relay.status().feeds.interest?.wanted).toBe(0);
    expect(sent.at(-1)).toMatchObject({ RequestCode: 92 });
  });

  it("is shared by replicas: the leader publishes rows and a follower serves them", async () => {
    const published: string[] = [];
    const interests: string[] = [];
    let onMessage = (_: string, _isGap: boolean) => {};
    let isLeaseFree = false;
    const bus: Bus = {
      nodeId: "own",
      connect: (events) => {
        onMessage = events.onMessage;
      },
      isConnected: () => true,
      acquireLease: async () => (isLeaseFree ? Date.parse(IN_SESSION) + 1 : null),
      renewLease: async () => true,
      releaseLease: async () => {},
      publish: async (text) => void published.push(text),
      call: async () => {},
      setInterest: async (text) => void interests.push(text),
      interests: async () => interests.slice(-1),
      close: async () => {},
    };
    const limits = { ...LIMITS, viewers: 10, viewersPerAddress: 10, drainOverMs: 0 };
    const { rig, say } = await startWithInterest({ relay: { bus, limits } });
    const viewer = await rig.join([CHANNEL]);
    expect(JSON.parse(interests.at(-1) ?? "")).toEqual({ market: [HDFC], depth: [], interest: [HDFC] });
    const health = { phase: "up", reason: "", since: 0, ageMs: 0, refused: 0 };
    const rows = [[HDFC, 7], [HDFC, -1], ["rubbish"]];
    const batch = { fence: Date.parse(IN_SESSION), node: "leader", isWhole: true, rows: [], ladders: [] };
    const all = { ...batch, market: health, depth: health, interest: health, interestRows: rows };
    onMessage(JSON.stringify(all), false);
    await rig.clock.advance(300);
    expect(rowsIn(viewer.last("q"), ROWS_AT.update)).toEqual([[HDFC, 7]]);
    expect(rig.relay.counters.busFaults).toBe(2);
    isLeaseFree = true;
    await rig.clock.advance(LIMITS.busRenewMs + 100);
    say(8);
    await rig.clock.advance(200);
    expect(published.some((text) => JSON.parse(text).interestRows[0]?.[1] === 8)).toBe(true);
  });
});
