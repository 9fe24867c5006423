// Definition of one price feed of a provider: packets, address, subscriptions, settings, limits and last values. The
// relay handles all feeds alike, so a new feed needs only a definition.
import type { FeedRow } from "../../../../app/contract/live/live.ts";
import type { StatusService } from "../../../../app/contract/site/service-status.ts";
import type { ExchangeSegment } from "../../../../app/domain/vocabulary.ts";
import type { LastValues, ValuesContext } from "../last-values.ts";

export type FeedLogin = { clientId: string; token: string };
export type FeedTarget = { url: string; login: FeedLogin };
export type FeedPacket = { kind: string; exchangeSegment: ExchangeSegment; securityId: number };

/** Functions are declared as methods, so that a definition may use a narrower packet type. */
export type FeedDefinition<Packet extends FeedPacket = FeedPacket> = {
  /** Name of the feed in logs, metrics, messages between replicas, and channels (`depth:ALGO:SEGMENT:ID`). */
  name: string;
  /** Decodes a message and never throws. `faults` describes the parts that could not be decoded. */
  decode(message: Buffer): { packets: Packet[]; faults: string[] };
  /** Returns the reason if the packet announces a close, otherwise null. */
  closeReasonOf(packet: Packet): number | null;
  /**
   * Classifies a close reason. `replaced`: another connection replaced this one. `credentials`: the login is refused.
   * `temporary`: the relay reconnects.
   */
  reasonKind(reason: number): "replaced" | "credentials" | "temporary";
  /** False for packets about an entire market. */
  isOfInstrument(packet: Packet): boolean;
  createValues(context: ValuesContext): LastValues<Packet>;
  /** True if a row from another replica is valid. */
  isRow(value: unknown): boolean;
  /** Name of the field with this feed's rows in a batch between replicas. */
  batchField: string;
  /** Returns the address with all parameters that the provider requires. */
  address(target: FeedTarget): string;
  requestCodes: { subscribe: number; unsubscribe: number };
  /** Limits of the provider. */
  limits: { instrumentsPerConnection: number; instrumentsPerRequest: number };
  /** Names of the states that are sent to viewers, each with the segment whose trading hours apply. */
  states: Readonly<Record<string, ExchangeSegment>>;
  /** Service of the status page that includes these states. */
  service: StatusService;
  /**
   * Null if every channel contains this feed. Otherwise the segments that have one channel per instrument of this
   * feed.
   */
  onDemandSegments: readonly string[] | null;
  settings: {
    /** Name of the setting with the feed's addresses. */
    urls: string;
    /** Name of the setting with the instruments that are always subscribed. */
    canaries: string;
    defaultCanaries: readonly string[];
    /** Path in the embedded sandbox; null if the sandbox does not have this feed. */
    sandboxPath: string | null;
  };
};

/** Returns the feed's address with the login parameters, which are the same for all feeds of the provider. */
export function addLogin({ url, login }: FeedTarget): URL {
  const address = new URL(url);
  address.searchParams.set("token", login.token);
  address.searchParams.set("clientId", login.clientId);
  address.searchParams.set("authType", "2");
  return address;
}

const ROW_KEY = /^[A-Z_]{1,12}:\d{1,20}$/;

export function isRowKey(value: unknown): value is string {
  return typeof value === "string" && ROW_KEY.test(value);
}

/** True for a safe integer of at least zero: paise, epoch ms, or a quantity. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** True if the value is an array that starts with an instrument's key. */
export function startsWithKey(value: unknown): value is FeedRow {
  return Array.isArray(value) && isRowKey(value[0]);
}
