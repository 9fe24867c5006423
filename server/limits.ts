// All limits of time, size and count, each with its unit. settings.ts combines them with the limits that operators set.

import { ENQUIRY_DAYS } from "../app/contract/base-api/enquiry.ts";
import { RECORD_UPLOAD_BYTES } from "../app/contract/site/record-upload.ts";

const SECOND_MS = 1_000;
const KIB = 1_024;
const MIB = 1_024 * KIB;

export const LIMITS = {
  requestTargetBytes: 8 * KIB,
  requestHeaderBytes: 16 * KIB,
  formBodyBytes: 64 * KIB,
  formFields: 100,
  /** Maximum size of a record file that a user uploads for verification. */
  recordUploadBytes: RECORD_UPLOAD_BYTES,
  /** Uploads per client or address and minute. */
  recordUploadsPerMinute: 12,
  /** Uploads that are received at the same time: in this process, and per client or address. */
  recordUploadsArriving: 8,
  recordUploadsArrivingPerAddress: 2,
  headersTimeoutMs: 10 * SECOND_MS,
  requestTimeoutMs: 30 * SECOND_MS,
  keepAliveMs: 65 * SECOND_MS,
  /** A connection with a response that its client does not read is closed after this time. */
  silentConnectionMs: 120 * SECOND_MS,
  connections: 5_000,
  requestsInFlight: 500,
  requestsInFlightPerAddress: 64,
  /** Parallel requests of one client (a session or an accepted access token) from all addresses. */
  requestsInFlightPerClient: 32,
  /**
   * Parallel requests of all senders at one address, because anyone can open many accounts of the sandbox. Orders, exits
   * and the kill switch are exempt.
   */
  requestsInFlightOfAddress: 225,
  /** Part of `requestsInFlight` that is reserved for orders, exits and the kill switch of signed-in clients. */
  requestsReserved: 50,
  /** Bodies that are being received. A request occupies a slot only after its body has arrived. */
  bodiesArriving: 800,
  /** Part of `bodiesArriving` that is reserved for signed-in clients and accepted access tokens. */
  bodiesReserved: 100,
  bodiesArrivingPerAddress: 64,
  /** Pages per second of one browser with a marker cookie, on average over half a minute. */
  pagesPerReader: 1,
  /** Limit of all browsers with a marker cookie at one address together, as a multiple of the address's own limit. */
  readersShare: 5,
  readerMarkForMs: 24 * 60 * 60 * SECOND_MS,
  upgradesPerClient: 6,
  /** Maximum number of accepted access tokens in the cache. */
  cachedTokens: 20_000,
  tokenCachedForMs: 10 * 60 * SECOND_MS,
  /** Time limit of a call to the bus that counts requests. If it is exceeded, the replica uses its own counts. */
  busRateTimeoutMs: 100,
  /** Minimum rate at which a body must arrive, after a grace time. */
  bodyBytesPerSecond: 1 * KIB,
  bodyGraceMs: 3 * SECOND_MS,
  pageTimeoutMs: 3 * SECOND_MS,
  pageBytes: 4 * MIB,
  pageCacheBytes: 64 * MIB,
  pageCacheEntries: 2_000,
  pageFreshMs: 5 * SECOND_MS,
  pageStaleMs: 30 * SECOND_MS,
  pageOverloadedStaleMs: 10 * 60 * SECOND_MS,
  stopTimeoutMs: 8 * SECOND_MS,
  /** Maximum size of log lines that are buffered while stdout is full. Further lines are dropped and counted. */
  logBufferBytes: 1 * MIB,
  logRetryMs: 1 * SECOND_MS,
  logFlushTimeoutMs: 1 * SECOND_MS,
  /** Maximum number of log lines of one kind per address and minute. Further events are counted in the next line. */
  securityLinesPerMinute: 30,
  providerConnectTimeoutMs: 1 * SECOND_MS,
  providerTimeoutMs: 2 * SECOND_MS,
  /** Requests for the same quote or candles within this time share one response. */
  marketsFreshMs: 1 * SECOND_MS,
  /** Maximum age of a quote or chart that is shown while the provider does not respond. */
  marketsKeptForMs: 30 * 60 * SECOND_MS,
  marketsKeptAnswers: 500,
  marketsKeptBytes: 24 * MIB,
  providerAnswerBytes: 16 * MIB,
  // Limits on calls of the sandbox's API.
  apiBodyBytes: 64 * KIB,
  apiTimeoutMs: 30 * SECOND_MS,
  /** Time within which a client must read a long response, such as an instrument list of 1.5 MB. */
  apiReadTimeoutMs: 120 * SECOND_MS,
  apiSockets: 500,
  apiSocketsPerAddress: 40,
  providerCallsInFlight: 64,
  providerCallsWaiting: 64,
  providerBreakAfterFaults: 5,
  providerHalfOpenAfterMs: 2 * SECOND_MS,
  // Cache of verified records: maximum number of records, and of their lines (days and trades). A cached record is
  // valid while the provider returns the same head.
  cachedRecords: 400,
  cachedRecordLines: 400_000,
  /** Requests for the same data within this time share one response of the provider. */
  answersSharedForMs: 1 * SECOND_MS,
  answersShared: 2_000,
  // The cached catalogue, which pages use during outages of the provider.
  /** Maximum age of responses that are shown. */
  cachedForMs: 6 * 60 * 60 * SECOND_MS,
  /** Time after which a cached response replaces a late response of the provider. */
  cachedAfterMs: 1 * SECOND_MS,
  maxListAnswers: 500,
  cachedBytes: 64 * MIB,
  /**
   * Maximum number of strategies whose pages are loaded in one round: first those that are not cached, then changed
   * ones, then the oldest.
   */
  catalogueStrategiesPerRound: 1_000,
  /** Pause between algos that are loaded for the first time. */
  cataloguePauseMs: 50,
  catalogueReadEveryMs: 5 * 60 * SECOND_MS,
  /** Pause after a round that had a fault. */
  catalogueReadAgainMs: 10 * SECOND_MS,
  catalogueReadsInFlight: 4,
  /**
   * Average rate in calls per second, of all replicas together, at which the catalogue is refreshed after the first
   * complete load.
   */
  catalogueCallsPerSecond: 4,
  /** Age at which the data of an algo is loaded again even if its summary has not changed. */
  catalogueAgainAfterMs: 60 * 60 * SECOND_MS,
  /** Interval at which a replica that does not load the catalogue checks whether it must load it. */
  catalogueFollowMs: SECOND_MS,
  catalogueShareEveryMs: 500,
  /** Number of base API responses that are cached with their ETag for conditional requests. */
  unchangedAnswers: 30_000,
  sessionIdleMs: 30 * 60 * SECOND_MS,
  sessionAtMostMs: 12 * 60 * 60 * SECOND_MS,
  sessionRenewAfterMs: 5 * 60 * SECOND_MS,
  loginsPerMinute: 60,
  /** Interval of test sign-ins while the authentication service refuses this site's partner login. */
  signInProbeEveryMs: 60 * SECOND_MS,
  loginTimeoutMs: 10 * 60 * SECOND_MS,
  conversationMs: 24 * 60 * 60 * SECOND_MS,
  chatMessagesPerMinute: 30,
  enquiriesPerMinute: 5,
  enquiriesKept: 10_000,
  enquiryRetryMs: 15 * SECOND_MS,
  /** Number of days that an enquiry is stored, here until it is sent and at the sandbox's enquiry service. */
  enquiryDays: ENQUIRY_DAYS,
  // Connections of the relay to the provider. The provider allows 5 per user; one is reserved for a replacement.
  upstreamConnections: 4,
  upstreamBackoffFirstMs: 500,
  upstreamBackoffMaxMs: 30 * SECOND_MS,
  /**
   * Longest pause between attempts while the market trades. Only one replica connects, so short pauses do not overload
   * the provider.
   */
  upstreamBackoffTradingMaxMs: 3 * SECOND_MS,
  /** Pause after the provider refused a connection because of too many attempts. */
  upstreamBackoffRequestedMs: 10 * SECOND_MS,
  upstreamHealthyAfterMs: 30 * SECOND_MS,
  upstreamContendMs: 60 * SECOND_MS,
  /** Pause before the relay retries a login that all of the provider's addresses have refused. */
  upstreamRefusedRetryMs: 60 * SECOND_MS,
  /** Interval at which address and login are read again while either is missing or was refused. */
  upstreamLoginPollMs: 1 * SECOND_MS,
  upstreamPingLateMs: 25 * SECOND_MS,
  upstreamMuteMs: 5 * SECOND_MS,
  upstreamConfirmTimeoutMs: 2 * SECOND_MS,
  interestLingerMs: 30 * SECOND_MS,
  // Limits on viewers of live prices.
  flushPhaseMs: 25,
  flushQuickPhases: 10,
  flushSlowPhases: 40,
  flushSliceMs: 4,
  viewerUnackedSkipMs: 6 * SECOND_MS,
  viewerUnackedCloseMs: 15 * SECOND_MS,
  viewerQueuedBytes: 256 * KIB,
  viewerMessagesPerSecond: 20,
  viewerMessageBytes: 4 * KIB,
  viewerFragments: 16,
  viewerHiddenForMs: 5 * 60 * SECOND_MS,
  viewerPingEveryMs: 25 * SECOND_MS,
  channelSets: 2_000,
  channelsKnown: 2_000,
  channelFreshMs: 30 * SECOND_MS,
  channelRefreshMs: 45 * SECOND_MS,
  /** Lookups of uncached names per viewer and per address. */
  lookupsPerViewer: 20,
  lookupsPerAddress: 120,
  lookupsTimeoutMs: 10 * SECOND_MS,
  lookupsInFlight: 4,
  lookupsWaiting: 16,
  unknownNames: 10_000,
  unknownForMs: 60 * SECOND_MS,
  eventsForMs: 120 * SECOND_MS,
  pollWaitMs: 400,
  pageWaitMs: 400,
  drainOverMs: 3 * SECOND_MS,
  // Limits on order updates.
  orderViewers: 10_000,
  orderViewersPerClient: 12,
  orderChangesKept: 200,
  orderQueuedBytes: 64 * KIB,
  orderLingerMs: 30 * SECOND_MS,
  orderHelloTimeoutMs: 10 * SECOND_MS,
  orderSessionCheckTimeoutMs: 2 * SECOND_MS,
  /** Interval at which an open session is checked. */
  orderSessionCheckEveryMs: 4 * SECOND_MS,
  orderSessionChecksPerSecond: 50,
  orderSessionChecksAtOnce: 24,
  /** Tabs are closed after this time without a confirmation. */
  orderSessionUnknownForMs: 60 * SECOND_MS,
  /** Interval at which the holder sends a message even without changes. */
  orderBusBeatMs: SECOND_MS,
  // Limits on the bus between replicas.
  busLeaseMs: 10 * SECOND_MS,
  busRenewMs: 3 * SECOND_MS,
  busPublishMs: 100,
  busSnapshotMs: 5 * SECOND_MS,
  busInterestMs: 10 * SECOND_MS,
  busSilentMs: 3 * SECOND_MS,
  /** Maximum age of a message between replicas. The clocks of replicas and bus must not differ by more than this. */
  busMessageValidMs: 60 * SECOND_MS,
  /** A lease's fence is a time of the bus server. A stored fence that is further in the future than this is ignored. */
  busFenceCountMs: 1 * SECOND_MS,
  /** Minimum interval between a replica's requests of all prices after it missed batches. */
  busResyncMs: 1 * SECOND_MS,
  busMessageBytes: 8 * MIB,
  /** Maximum number of instruments that a replica stores or watches. */
  busInstruments: 25_000,
  // Limits on traces, which are exported if a collector is configured.
  spansWaiting: 4_096,
  spansPerBatch: 512,
  spansSendEveryMs: 2 * SECOND_MS,
  spansSendTimeoutMs: 5 * SECOND_MS,
  // Interval at which the states of services are read for the status page.
  statusPollEveryMs: 5 * SECOND_MS,
  statusIncidentAfterMs: 30 * SECOND_MS,
  statusMinutes: 60,
  statusIncidents: 1_000,
  sandboxReadyTimeoutMs: 60 * SECOND_MS,
  sandboxSilentForMs: 10 * SECOND_MS,
  sandboxRestartMaxMs: 5 * SECOND_MS,
} as const;
/** Limits that operators set, or that follow from such a setting. */
type SetLimits = {
  viewers: number;
  viewersPerAddress: number;
  /** Uncached pages, forms and polls per second of one address, on average over four seconds. */
  pagesPerAddress: number;
  /** The limit `pagesPerAddress` for one signed-in client. */
  pagesPerClient: number;
  /** Maximum number of loaded algos; further ones are ignored. */
  catalogueAlgosMax: number;
  /** Maximum number of cached responses about single algos and managers. */
  maxStrategyAnswers: number;
  /** Sandbox API calls per second of one client, or of one address without an accepted token, over four seconds. */
  callsPerAddress: number;
  /** Mean delay of the event loop in ms above which only cached pages are served. */
  shedAboveLoopDelayMs: number;
  /**
   * Time between the start of draining and the stop. A connection closes with its next response, or at the end if it is
   * idle.
   */
  drainMs: number;
  connectionsPerAddress: number;
  /** Socket handshakes per second of one address on average, and the number that may arrive at once. */
  upgradesPerAddress: number;
  upgradesPerAddressBurst: number;
};
export type Limits = Readonly<SetLimits & Record<keyof typeof LIMITS, number>>;

/** Cached responses per algo: its page, similar algos, and instruments. */
const ANSWERS_PER_ALGO = 3;
const ALGO_BYTES = 8 * KIB;
const OTHER_ANSWERS = 100;

/** Returns the limits of the cached catalogue for a maximum number of algos. */
export function catalogueLimits(algosMax: number) {
  return {
    catalogueAlgosMax: algosMax,
    maxStrategyAnswers: ANSWERS_PER_ALGO * algosMax + OTHER_ANSWERS,
    cachedBytes: Math.max(LIMITS.cachedBytes, ALGO_BYTES * algosMax),
  };
}
