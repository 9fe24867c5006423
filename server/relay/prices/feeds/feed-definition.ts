// Definition of one price feed of a provider: its bytes, address, subscriptions, settings, limits and last values. The relay treats all
// feeds alike, so a definition is all that a further feed needs.
import type { FeedRow } from "../../../../app/contract/live/live.ts";
import type { StatusService } from "../../../../app/contract/site/service-status.ts";
import type { ExchangeSegment } from "../../../../app/domain/vocabulary.ts";
import type { LastValues, ValuesContext } from "../last-values.ts";

export type FeedLogin = { clientId: string; token: string };
export type FeedTarget = { url: string; login: FeedLogin };
export type FeedPacket = { kind: string; exchangeSegment: ExchangeSegment; securityId: number };

/** Declares methods, not function properties, so that a definition may use its own packet type. */
export type FeedDefinition<Packet extends FeedPacket = FeedPacket> = {
  /** Name in logs, metrics, messages between replicas and channels (`depth:ALGO:SEGMENT:ID`). */
  name: string;
  /** Never throws; each fault is the name of the part that could not be decoded. */
  decode(message: Buffer): { packets: Packet[]; faults: string[] };
  /** Close reason of the provider; null for all other packets. */
  closeReasonOf(packet: Packet): number | null;
  /** `contend`: another connection displaced this one. `credentials`: the login is refused. `passing`: dial again. */
  reasonKind(reason: number): "contend" | "credentials" | "passing";
  /** False for packets about an entire market. */
  isOfInstrument(packet: Packet): boolean;
  createValues(context: ValuesContext): LastValues<Packet>;
  /** Validates a row of another replica. */
  isRow(value: unknown): boolean;
  /** Field of this feed's rows in a batch between replicas. */
  batchField: string;
  /** Returns the address with all parameters that the provider requires. */
  address(target: FeedTarget): string;
  requestCodes: { subscribe: number; unsubscribe: number };
  /** Limits of the provider. */
  limits: { instrumentsPerConnection: number; instrumentsPerRequest: number };
  /** Names of the states that viewers see, each with the segment whose trading hours it follows. */
  states: Readonly<Record<string, ExchangeSegment>>;
  /** Service on the status page that shows these states. */
  service: StatusService;
  /**
   * Null: every channel contains this feed. Otherwise only the channel of one instrument contains it, if the instrument's segment is listed.
   */
  onDemandSegments: readonly string[] | null;
  settings: {
    /** Name of the setting with the addresses, and a description of them. */
    urls: string;
    label: string;
    /** Name of the setting with the instruments that are always subscribed. */
    canaries: string;
    defaultCanaries: readonly string[];
    /** Path at the embedded sandbox; null if the sandbox has no such feed. */
    sandboxPath: string | null;
  };
};

/** Returns the address with the login parameters that all feeds of the provider share. */
export function withLogin({ url, login }: FeedTarget): URL {
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

/** True for paise, epoch ms and quantities: safe integers of at least zero. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** True if the value is an array that starts with an instrument's key. */
export function startsWithKey(value: unknown): value is FeedRow {
  return Array.isArray(value) && isRowKey(value[0]);
}
