// What one price feed of a provider is: how its bytes are read, what its farewells mean, where it is dialled, how it is subscribed, and
// what its packets change. One record a feed; everything else in this room treats all feeds alike.
import type { ExchangeSegment } from "../../../../app/wire/vocabulary.ts";
import type { Book } from "../book.ts";

export type FeedLogin = { clientId: string; token: string };
export type FeedTarget = { url: string; login: FeedLogin };
export type FeedPacket = { kind: string; exchangeSegment: ExchangeSegment; securityId: number };

export type FeedLimits = {
  upstreamBatchInstruments: number;
  marketInstrumentsPerConnection: number;
  depthInstrumentsPerConnection: number;
};

/** Methods, so that a record may name its own packets. */
export type PriceFeed<Packet extends FeedPacket = FeedPacket> = {
  /** Never throws; what cannot be read is a fault by name. */
  decode(message: Buffer): { packets: Packet[]; faults: string[] };
  /** The provider's reason for hanging up, where the packet is that. */
  farewellOf(packet: Packet): number | null;
  /** What to do about a reason: another holder took the place, the credentials are refused, or it passes. */
  reasonKind(reason: number): "contend" | "credentials" | "passing";
  /** False for packets about a market as a whole. */
  isOfInstrument(packet: Packet): boolean;
  /** Takes it over; null where it holds no data. */
  apply(book: Book, packet: Packet): string | null;
  /** Nobody wants it any more. */
  forget(book: Book, key: string): void;
  /** The connection was lost: the last state holds until it is confirmed or replaced. */
  doubt(book: Book, keys: Iterable<string>): void;
  isDoubted(book: Book, key: string): boolean;
  /** The address with everything that the provider requires in it. */
  address(target: FeedTarget): string;
  requestCodes: { subscribe: number; unsubscribe: number };
  perConnection(limits: FeedLimits): number;
  /** Instruments a request. */
  perRequest(limits: FeedLimits): number;
  /** States that viewers see, with the segment whose hours each follows. */
  states: Readonly<Record<string, ExchangeSegment>>;
};

/** The address with the login that every feed of the provider takes. */
export function withLogin({ url, login }: FeedTarget): URL {
  const address = new URL(url);
  address.searchParams.set("token", login.token);
  address.searchParams.set("clientId", login.clientId);
  address.searchParams.set("authType", "2");
  return address;
}
