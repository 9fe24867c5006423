// Limits of everything that waits or grows, each with its unit. settings.ts combines them with the limits that operators set by
// environment.

import { RECORD_UPLOAD_BYTES } from "../app/contract/site/record-upload.ts";

const SECOND_MS = 1_000;
const KIB = 1_024;
const MIB = 1_024 * KIB;

export const LIMITS = {
  requestTargetBytes: 8 * KIB,
  requestHeaderBytes: 16 * KIB,
  formBodyBytes: 64 * KIB,
  formFields: 100,
  /** A record that is sent to be verified (app/contract/site/record-upload.ts). */
  recordUploadBytes: RECORD_UPLOAD_BYTES,
  /** Records that one client or address may send a minute. */
  recordUploadsPerMinute: 12,
  /** Records that may arrive at once, in this process and of one client or address. */
  recordUploadsArriving: 8,
  recordUploadsArrivingPerAddress: 2,
  headersWithinMs: 10 * SECOND_MS,
  requestWithinMs: 30 * SECOND_MS,
  keepAliveMs: 65 * SECOND_MS,
  connections: 5_000,
  requestsInFlight: 500,
  requestsInFlightPerAddress: 64,
  requestsInFlightPerClient: 32,
  /** Of `requestsInFlight`: places for signed-in orders, exits and the kill switch. */
  requestsReserved: 50,
  /** Bodies that are arriving; a request takes its place only when its body is complete. */
  bodiesArriving: 800,
  /** Of `bodiesArriving`: places for signed-in clients and accepted access tokens. */
  bodiesReserved: 100,
  bodiesArrivingPerAddress: 64,
  /** Pages a second of one reader with the cookie of a busy address. */
  pagesPerReader: 1,
  /** Readers with that cookie at one address may together take this many times an address's pages. */
  readersShare: 5,
  readerMarkForMs: 24 * 60 * 60 * SECOND_MS,
  upgradesPerClient: 6,
  /** Access tokens that the sandbox accepted lately. */
  tokensKnown: 20_000,
  tokenKnownForMs: 10 * 60 * SECOND_MS,
  /** A replica counts for itself while the bus takes longer. */
  busRateWithinMs: 100,
  /** Slowest body that is read, after a first grace time. */
  bodyBytesPerSecond: 1 * KIB,
  bodyGraceMs: 3 * SECOND_MS,
  pageWithinMs: 3 * SECOND_MS,
  pageBytes: 4 * MIB,
  pageCacheBytes: 64 * MIB,
  pageCacheEntries: 2_000,
  pageFreshMs: 5 * SECOND_MS,
  pageStaleMs: 30 * SECOND_MS,
  pageOverloadedStaleMs: 10 * 60 * SECOND_MS,
  stopWithinMs: 8 * SECOND_MS,
  /** Lines of the log that wait while stdout is full; more are dropped and counted. */
  logBufferBytes: 1 * MIB,
  logRetryMs: 1 * SECOND_MS,
  logFlushWithinMs: 1 * SECOND_MS,
  /** Lines of one kind from one address; further ones are counted in the next line. */
  securityLinesPerMinute: 30,
  providerConnectWithinMs: 1 * SECOND_MS,
  providerAnswerWithinMs: 2 * SECOND_MS,
  /** Requests for the same quote or candles within this time share one answer. */
  marketsFreshMs: 1 * SECOND_MS,
  /** How old a quote or chart may be that is shown, with its age, while the provider does not answer. */
  marketsKeptForMs: 30 * 60 * SECOND_MS,
  marketsKeptAnswers: 500,
  marketsKeptBytes: 24 * MIB,
  providerAnswerBytes: 16 * MIB,
  /** Calls of programs to the sandbox's own API. */
  apiBodyBytes: 64 * KIB,
  apiAnswerWithinMs: 30 * SECOND_MS,
  apiSockets: 500,
  apiSocketsPerAddress: 40,
  providerCallsInFlight: 64,
  providerCallsWaiting: 64,
  providerBreakAfterFaults: 5,
  providerHalfOpenAfterMs: 2 * SECOND_MS,
  // Verified records, cached while the provider names the same head; a line is a day or a trade.
  recordsKept: 400,
  recordLinesKept: 400_000,
  /** Several readers' one answer of the provider. */
  answersSharedForMs: 1 * SECOND_MS,
  answersShared: 2_000,
  // The cached catalogue, for outages of the provider.
  keptForMs: 6 * 60 * 60 * SECOND_MS,
  keptAfterMs: 1 * SECOND_MS,
  keptListAnswers: 500,
  keptBytes: 64 * MIB,
  catalogueStrategiesARound: 1_000,
  cataloguePauseMs: 10,
  catalogueReadEveryMs: 5 * 60 * SECOND_MS,
  catalogueReadAgainMs: 10 * SECOND_MS,
  catalogueReadsInFlight: 4,
  /** Most calls a second of the catalogue's reader once it has read everything, for the whole site. */
  catalogueCallsPerSecond: 4,
  /** Age at which the answers about an unchanged algo are read again. */
  catalogueAgainAfterMs: 60 * 60 * SECOND_MS,
  /** Interval of the messages between replicas about who reads the catalogue, and about what was read. */
  catalogueFollowMs: SECOND_MS,
  catalogueShareEveryMs: 500,
  /** Answers of the base API that are remembered with their ETag. */
  unchangedAnswers: 30_000,
  sessionIdleMs: 30 * 60 * SECOND_MS,
  sessionAtMostMs: 12 * 60 * 60 * SECOND_MS,
  sessionRenewAfterMs: 5 * 60 * SECOND_MS,
  loginsPerMinute: 60,
  /** Interval of test sign-ins while the authentication service refuses the partner. */
  signInProbeEveryMs: 60 * SECOND_MS,
  loginWithinMs: 10 * 60 * SECOND_MS,
  chatForMs: 24 * 60 * 60 * SECOND_MS,
  chatMessagesPerMinute: 30,
  enquiriesPerMinute: 5,
  enquiriesKept: 10_000,
  enquiryRetryMs: 15 * SECOND_MS,
  // Relay, upstream: the provider allows 5 connections a user; one is reserved for a successor.
  upstreamConnections: 4,
  upstreamBackoffFirstMs: 500,
  upstreamBackoffMaxMs: 30 * SECOND_MS,
  upstreamBackoffTradingMaxMs: 3 * SECOND_MS,
  upstreamBackoffToldMs: 10 * SECOND_MS,
  upstreamHealthyAfterMs: 30 * SECOND_MS,
  upstreamContendMs: 60 * SECOND_MS,
  /** Time until a login that the provider refused at all addresses is tried again. */
  upstreamRefusedRetryMs: 60 * SECOND_MS,
  /** Interval of reading the address and the login again while one is missing or refused. */
  upstreamLoginPollMs: 1 * SECOND_MS,
  upstreamPingLateMs: 25 * SECOND_MS,
  upstreamMuteMs: 5 * SECOND_MS,
  upstreamConfirmWithinMs: 2 * SECOND_MS,
  interestLingerMs: 30 * SECOND_MS,
  // Relay, viewers.
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
  /** Names that nobody has looked up before, of one viewer and of one address. */
  lookUpsPerViewer: 20,
  lookUpsPerAddress: 120,
  lookUpsWithinMs: 10 * SECOND_MS,
  lookUpsInFlight: 4,
  lookUpsWaiting: 16,
  unknownNames: 10_000,
  unknownForMs: 60 * SECOND_MS,
  eventsForMs: 120 * SECOND_MS,
  pollWaitMs: 400,
  pageWaitMs: 400,
  drainOverMs: 3 * SECOND_MS,
  // Relay, orders.
  orderViewers: 10_000,
  orderViewersPerClient: 12,
  orderChangesKept: 200,
  orderQueuedBytes: 64 * KIB,
  orderLingerMs: 30 * SECOND_MS,
  orderHelloWithinMs: 10 * SECOND_MS,
  orderSessionCheckWithinMs: 2 * SECOND_MS,
  orderSessionCheckEveryMs: 4 * SECOND_MS,
  orderSessionChecksPerSecond: 50,
  orderSessionChecksAtOnce: 24,
  orderSessionUnknownForMs: 60 * SECOND_MS,
  orderBusBeatMs: SECOND_MS,
  // Relay, bus between replicas.
  busLeaseMs: 10 * SECOND_MS,
  busRenewMs: 3 * SECOND_MS,
  busPublishMs: 100,
  busSnapshotMs: 5 * SECOND_MS,
  busInterestMs: 10 * SECOND_MS,
  busSilentMs: 3 * SECOND_MS,
  /** A message older than this is refused; the clocks of replicas and of the bus may differ by less. */
  busMessageValidMs: 60 * SECOND_MS,
  /** A fence is the bus server's time; one further in the future is not counted on from. */
  busFenceCountMs: 1 * SECOND_MS,
  /** A replica that missed a batch requests all prices at most this often. */
  busResyncMs: 1 * SECOND_MS,
  busMessageBytes: 8 * MIB,
  busInstruments: 25_000,
  // Traces, where a collector is configured.
  spansWaiting: 4_096,
  spansABatch: 512,
  spansSendEveryMs: 2 * SECOND_MS,
  spansSendWithinMs: 5 * SECOND_MS,
  // Polling of service states for the status page.
  statusLookEveryMs: 5 * SECOND_MS,
  statusIncidentAfterMs: 30 * SECOND_MS,
  statusMinutes: 60,
  statusIncidents: 1_000,
  sandboxReadyWithinMs: 20 * SECOND_MS,
  sandboxSilentForMs: 10 * SECOND_MS,
  sandboxRestartMaxMs: 5 * SECOND_MS,
} as const;
export type Limits = { readonly [Name in keyof typeof LIMITS]: number };

/** Cached answers of one algo (its page, similar algos, instruments) and their JSON, about seven KiB. */
const ANSWERS_AN_ALGO = 3;
const ALGO_BYTES = 8 * KIB;
const OTHER_ANSWERS = 100;

/** Limits of the cached catalogue that follow from the number of algos. */
export function catalogueLimits(algosMax: number) {
  return {
    catalogueAlgosMax: algosMax,
    keptStrategyAnswers: ANSWERS_AN_ALGO * algosMax + OTHER_ANSWERS,
    keptBytes: Math.max(LIMITS.keptBytes, ALGO_BYTES * algosMax),
  };
}
