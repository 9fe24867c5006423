// The market depth feed: the twenty best bids and asks of an instrument whose order book a page shows. Each packet
// contains one complete side, so values need no confirmation after a reconnect.
import { DEPTH_SEGMENTS, type DepthRow, type LadderRow } from "../../../../app/contract/live/live.ts";
import { instrumentKey } from "../../../../app/domain/instrument-key.ts";
import { DEPTH_SUBSCRIBE_CODE, DEPTH_UNSUBSCRIBE_CODES, reasonKind } from "../../../protocol/codes.ts";
import { type DepthPacket, decodeDepthMessage } from "../../../protocol/depth-feed.ts";
import { type LastValue, LastValues } from "../last-values.ts";
import { addLogin, type FeedDefinition, isCount, startsWithKey } from "./feed-definition.ts";

const LEVELS = 20;
const INSTRUMENTS_PER_CONNECTION = 50;

type Ladder = LastValue & { bids: LadderRow[]; asks: LadderRow[]; receivedAt: number };

class Ladders extends LastValues<DepthPacket, DepthRow, Ladder> {
  protected override create(key: string): Ladder {
    return { key, bids: [], asks: [], receivedAt: 0, version: 0, text: null };
  }

  protected override rowOf({ key, receivedAt, bids, asks }: Ladder): DepthRow {
    return [key, receivedAt, bids, asks];
  }

  override apply(packet: DepthPacket): boolean {
    if (packet.kind === "disconnect") return false;
    const ladder = this.getOrCreate(instrumentKey(packet));
    const rows: LadderRow[] = [];
    for (const row of packet.rows)
      if (row.price > 0 && row.quantity > 0)
        rows.push([Math.round(row.price * 100), row.quantity, row.orders]);
    rows.sort((a, b) => (packet.kind === "bid" ? b[0] - a[0] : a[0] - b[0]));
    ladder[packet.kind === "bid" ? "bids" : "asks"] = rows.slice(0, LEVELS);
    ladder.receivedAt = this.context.clock.wall();
    this.changed(ladder);
    return true;
  }

  override applyRow([key, receivedAt, bids, asks]: DepthRow): void {
    const ladder = this.getOrCreate(key);
    if (receivedAt === ladder.receivedAt) return;
    Object.assign(ladder, { receivedAt, bids, asks });
    this.changed(ladder);
  }
}

function isLevel(level: unknown): boolean {
  return Array.isArray(level) && level.length === 3 && level.every(isCount);
}

export const DEPTH_FEED = {
  name: "depth",
  decode: decodeDepthMessage,
  closeReasonOf: (packet) => (packet.kind === "disconnect" ? packet.reason : null),
  reasonKind,
  isOfInstrument: () => true,
  createValues: (context) => new Ladders(context),
  isRow(row) {
    if (!startsWithKey(row) || row.length !== 4) return false;
    const [, receivedAt, ...sides] = row;
    const isSide = (side: unknown) => Array.isArray(side) && side.length <= LEVELS && side.every(isLevel);
    return isCount(receivedAt) && sides.every(isSide);
  },
  batchField: "ladders",
  // This feed has no version parameter.
  address: (target) => addLogin(target).href,
  requestCodes: { subscribe: DEPTH_SUBSCRIBE_CODE, unsubscribe: DEPTH_UNSUBSCRIBE_CODES[0] },
  limits: {
    instrumentsPerConnection: INSTRUMENTS_PER_CONNECTION,
    instrumentsPerRequest: INSTRUMENTS_PER_CONNECTION,
  },
  states: { depth: "NSE_EQ", depth_fno: "NSE_FNO" },
  service: "depth",
  onDemandSegments: DEPTH_SEGMENTS,
  settings: {
    urls: "DEPTH_FEED_URL",
    canaries: "DEPTH_CANARIES",
    defaultCanaries: ["NSE_EQ:1333"],
    sandboxPath: "/twentydepth",
  },
} as const satisfies FeedDefinition<DepthPacket>;
