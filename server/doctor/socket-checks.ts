// Checks the provider's sockets: each address of each feed with the configured login and a subscription, and the order
// updates.
import { splitInstrumentKey } from "../../app/domain/instrument-key.ts";
import { findSession, isTrading } from "../../app/domain/market-sessions.ts";
import { DISCONNECT_REASONS } from "../protocol/codes.ts";
import { feedTimeToEpochMs } from "../protocol/market-feed.ts";
import { writeRequests } from "../protocol/requests.ts";
import { LOGIN_REFUSED, loginMessage } from "../relay/orders/order-upstream.ts";
import type { FeedDefinition } from "../relay/prices/feeds/feed-definition.ts";
import { FEEDS } from "../relay/prices/feeds/feeds.ts";
import {
  dialFeed,
  dialTextFeed,
  type FeedDialer,
  type FeedSocketEvents,
} from "../relay/reconnecting-socket.ts";
import type { Settings } from "../settings.ts";
import { createFindingCreators, DOCTOR_TIMES, type Finding, type FindingCreators } from "./finding.ts";

/** Range of a price's age, in ms, that indicates the wrong time base. The two bases differ by five and a half hours. */
const BASE_OFF_FROM_MS = 5 * 60 * 60_000;
const BASE_OFF_TO_MS = 6 * 60 * 60_000;
/** Setting to change, by the provider's close code. For other codes, the setting is the feed's address. */
const SETTING_OF_REASON: Record<number, string> = {
  805: "FEED_CLIENT_ID",
  806: "FEED_ACCESS_TOKEN",
  807: "FEED_ACCESS_TOKEN",
  808: "FEED_ACCESS_TOKEN",
  809: "FEED_ACCESS_TOKEN",
  810: "FEED_CLIENT_ID",
};
const WRONG_INSTRUMENT = 813;
const FEED_LOGIN = ["FEED_CLIENT_ID", "FEED_ACCESS_TOKEN"];

export async function checkFeeds(settings: Settings): Promise<Finding[]> {
  const isSimulated = settings.baseApiUrl === null;
  const checks = FEEDS.map(async (definition): Promise<Finding[]> => {
    const { urls } = settings.feeds[definition.name];
    if (urls === null || (urls.length === 0 && isSimulated)) return [];
    if (urls.length === 0)
      return createFindingCreators(`${definition.name} feed`).amber(
        [definition.settings.urls],
        "not set: pages show no live prices of this feed",
      );
    return (await Promise.all(urls.map((url) => checkFeed(settings, definition, url)))).flat();
  });
  return (await Promise.all(checks)).flat();
}

type Seen = { isOpen: boolean; hasPinged: boolean; hasData: boolean };
/** Data of the test of one feed address. */
type Probe = { settings: Settings; definition: FeedDefinition; seen: Seen; found: FindingCreators };

async function checkFeed(settings: Settings, definition: FeedDefinition, url: string): Promise<Finding[]> {
  const { host } = new URL(url);
  const found = createFindingCreators(`${definition.name} feed`, `${host}: `);
  const login = settings.feedLogin();
  if (login === null)
    return found.red(FEED_LOGIN, "FEED_CLIENT_ID and FEED_ACCESS_TOKEN are required for a login");
  const seen: Seen = { isOpen: false, hasPinged: false, hasData: false };
  const probe: Probe = { settings, definition, seen, found };
  const address = definition.address({ url, login });
  const ended = await conversation(dialFeed, address, DOCTOR_TIMES.firstPriceTimeoutMs, (socket, end) => ({
    onOpen() {
      seen.isOpen = true;
      const instruments = configuredCanaries(probe).map(splitInstrumentKey);
      const { requestCodes, limits } = definition;
      for (const text of writeRequests(requestCodes.subscribe, instruments, limits.instrumentsPerRequest))
        socket().send(text);
    },
    onPing() {
      seen.hasPinged = true;
    },
    onMessage(message) {
      const result = packetFinding(probe, message);
      if (result !== null) end(result);
      // Waits briefly for a packet with a trade time, because the packets of some feeds have none.
      else if (seen.hasData)
        setTimeout(() => end(priceFinding(probe, null)), DOCTOR_TIMES.datedPriceTimeoutMs).unref();
    },
    onClose(how) {
      const { httpStatus } = how;
      if (httpStatus === 401 || httpStatus === 403)
        end(found.red(FEED_LOGIN, `the login was refused with ${httpStatus}`));
      else end(closeFinding(found, definition.settings.urls, how, seen.isOpen));
    },
  }));
  return ended ?? silenceFinding(probe);
}

/** Returns the finding of the first packet that has a trade time or a close reason; null if no packet has either. */
function packetFinding(
  probe: Probe,
  message: Parameters<FeedSocketEvents["onMessage"]>[0],
): Finding[] | null {
  const { settings, definition, seen, found } = probe;
  for (const packet of definition.decode(message).packets) {
    const reason = definition.closeReasonOf(packet);
    if (reason !== null) {
      const { urls, canaries } = definition.settings;
      const text = `the provider closed the connection with ${reason}, ${DISCONNECT_REASONS[reason] ?? "unknown reason"}`;
      const name = reason === WRONG_INSTRUMENT ? canaries : (SETTING_OF_REASON[reason] ?? urls);
      return found[reason === 805 ? "amber" : "red"]([name], text);
    }
    if (!definition.isOfInstrument(packet)) continue;
    seen.hasData = true;
    if ("lastTradeTime" in packet)
      return priceFinding(probe, feedTimeToEpochMs(Number(packet.lastTradeTime), settings.feedTimeBase));
  }
  return null;
}

/** Returns the finding for a socket that closed, before or after it opened. */
function closeFinding(
  found: FindingCreators,
  setting: string,
  { httpStatus, code }: Parameters<FeedSocketEvents["onClose"]>[0],
  isOpen: boolean,
): Finding[] {
  const closed = isOpen ? `the socket was closed with ${code}` : "no connection to this address";
  const text = httpStatus === null ? closed : `returned ${httpStatus} instead of opening a socket`;
  return found.red([setting], text);
}

const configuredCanaries = ({ settings, definition }: Probe) =>
  settings.feeds[definition.name as keyof Settings["feeds"]].canaries;

const isAnyTrading = (probe: Probe) =>
  configuredCanaries(probe).some((key) =>
    isTrading(findSession(probe.settings.calendar, splitInstrumentKey(key).exchangeSegment, Date.now())),
  );

/** `tradeAt` is the time of the trade, epoch ms; null for a feed without trade times. */
function priceFinding(probe: Probe, tradeAt: number | null): Finding[] {
  const { definition, found } = probe;
  const ageMs = tradeAt === null ? 0 : Date.now() - tradeAt;
  const isOffByBase = Math.abs(ageMs) > BASE_OFF_FROM_MS && Math.abs(ageMs) < BASE_OFF_TO_MS;
  // Old trade times are normal while the market is closed. Future trade times are always a fault.
  if (isOffByBase && (ageMs < 0 || isAnyTrading(probe)))
    return found.red(
      ["FEED_TIME_BASE"],
      `trade times are five and a half hours in the ${ageMs < 0 ? "future" : "past"}`,
    );
  return found.green([definition.settings.urls], "the login is accepted and prices arrive");
}

/** Returns the finding for a feed that sent no price within the time limit. */
function silenceFinding(probe: Probe): Finding[] {
  const { definition, seen, found } = probe;
  const { urls, canaries } = definition.settings;
  if (!seen.isOpen) return found.red([urls], "no response in time");
  if (isAnyTrading(probe))
    return found.red(
      [canaries],
      "the socket is open, but no prices of these instruments arrive during market hours",
    );
  return found.green(
    [urls],
    `the socket stays open${seen.hasPinged ? " and pings" : ""}; the market is closed, so no price is expected`,
  );
}

/** Logs in and waits. The provider closes the socket after a wrong login, but does not confirm a correct one. */
export async function checkOrderUpdates(settings: Settings): Promise<Finding[]> {
  const { url, login } = settings.orderUpdates;
  const found = createFindingCreators("order updates");
  if (url === null)
    return settings.baseApiUrl === null
      ? []
      : found.amber(["ORDER_UPDATE_URL"], "not set: account pages are updated only when they are reloaded");
  const { auth } = settings;
  let isOpen = false;
  const ended = await conversation(dialTextFeed, url, DOCTOR_TIMES.responseTimeoutMs, (socket, end) => ({
    onOpen() {
      isOpen = true;
      if (login === "partner" && auth !== null)
        socket().send(
          JSON.stringify(loginMessage({ kind: "partner", id: auth.partnerId, secret: auth.partnerSecret() })),
        );
      setTimeout(
        () =>
          end(
            login === "partner"
              ? found.green(["ORDER_UPDATE_URL"], "the partner's login was accepted")
              : found.amber(
                  ["ORDER_UPDATE_LOGIN"],
                  "the socket opens; individual logins cannot be tested without a client's token",
                ),
          ),
        DOCTOR_TIMES.loginAcceptedAfterMs,
      ).unref();
    },
    onPing() {},
    onMessage() {},
    onClose(how) {
      const isRefused = how.code === LOGIN_REFUSED || how.httpStatus === 401 || how.httpStatus === 403;
      if (isRefused) end(found.red(["PARTNER_ID", "PARTNER_SECRET"], "the partner's login was refused"));
      else end(closeFinding(found, "ORDER_UPDATE_URL", how, isOpen));
    },
  }));
  return ended ?? found.red(["ORDER_UPDATE_URL"], "no response in time");
}

/** Connects once and closes at the first result. Returns null if there is none within the time limit. */
function conversation(
  dial: FeedDialer,
  url: string,
  withinMs: number,
  eventsOf: (socket: () => ReturnType<FeedDialer>, end: (result: Finding[]) => void) => FeedSocketEvents,
): Promise<Finding[] | null> {
  return new Promise((resolve) => {
    let socket: ReturnType<FeedDialer> | null = null;
    const end = (result: Finding[] | null) => {
      clearTimeout(timer);
      resolve(result);
      socket?.terminate();
    };
    const timer = setTimeout(() => end(null), withinMs);
    socket = dial(
      url,
      eventsOf(() => socket as ReturnType<FeedDialer>, end),
    );
  });
}
