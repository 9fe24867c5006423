// Starts the embedded provider in this process: one store, and a port on the loopback interface that it reports to the
// site.
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../../app/domain/market-sessions.ts";
import { HOUR_MS } from "../../app/domain/time.ts";
import { isSameSecret } from "../crypto/constant-time.ts";
import { copyDatabase, copyPrivateFile } from "../storage/store-copy.ts";
import { AccountExpiry, EXPIRY_LIMITS } from "./accounts/account-expiry.ts";
import { findAnyClient, registerFixedClients } from "./accounts/api-accounts.ts";
import { registerPlatforms } from "./accounts/apps.ts";
import { findTokenClient } from "./accounts/tokens.ts";
import { openAlgos } from "./algo-services.ts";
import { openSigningKey } from "./algos/backtest/evidence-keys.ts";
import { removeOldMessages } from "./apis/enquiries/message-expiry.ts";
import { openNotifications } from "./apis/notifications/open-notifications.ts";
import { OrderUpdateServer } from "./apis/order-updates/order-update-server.ts";
import { Journal } from "./apis/trading-api/journal.ts";
import { Postbacks } from "./apis/trading-api/postbacks.ts";
import { RateLimits } from "./apis/trading-api/rate-limits.ts";
import { TradingApi } from "./apis/trading-api/trading-api.ts";
import { Broker, liveAccount } from "./broker/broker.ts";
import { FeedServer } from "./exchange/feeds/feed-server.ts";
import { SandboxMarket } from "./exchange/market.ts";
import { listen } from "./listen.ts";
import { openBrand } from "./page-texts.ts";
import type { InitialMessage, SandboxSettings } from "./process-settings.ts";
import { createRoutes } from "./routes.ts";
import {
  handleBackupRequests,
  reportFault as onFault,
  openStore,
  receiveBrands,
  sendToSite,
  sendVitals,
} from "./site-messages.ts";
import { repeatInSlices } from "./slices.ts";

const CLOSE_TIMEOUT_MS = 2_000;
/** Interval at which running deployments are evaluated, in ms. */
const EVALUATION_EVERY_MS = 1_000;
/**
 * Credentials of the site for the price feeds and for the partner login. They are created at every start and sent only
 * to the parent process.
 */
const FEED_CLIENT = { id: "SITE", token: randomBytes(24).toString("base64url") };
const PARTNER = { id: "SITE", secret: randomBytes(24).toString("base64url") };

type Services = Awaited<ReturnType<typeof openServices>>;

/** Opens the store and the services of the routes and sockets. */
async function openServices(settings: SandboxSettings, first: Promise<InitialMessage>) {
  const folder = join(settings.dataDir, "sandbox");
  const { claim, db } = await openStore(folder);
  // Market, feeds and all timestamps use this clock: real time with an optional offset.
  const shiftMs = settings.clockAt === null ? 0 : settings.clockAt - Date.now();
  const now = () => Date.now() + shiftMs;
  const market = new SandboxMarket(
    settings.marketSeed,
    settings.marketHours === "always" ? ROUND_THE_CLOCK : EXCHANGE_CALENDAR,
  );
  const broker = new Broker(db, market, now);
  const { recordKey, mailUrl, brand: firstBrand } = await first;
  const brand = openBrand(firstBrand);
  receiveBrands(brand.replace);
  const algos = openAlgos({ db, broker, settings, key: openSigningKey(db, folder, recordKey, now()), now });
  registerPlatforms(db, now());
  registerFixedClients(db, now());
  const journal = new Journal(db, onFault);
  const tradingApi = new TradingApi(
    { db, broker, controls: algos.controls, accountOf: liveAccount, realNow: now, journal },
    onFault,
    new RateLimits(settings.limitFactor, db, onFault),
  );
  const allowsPrivate = settings.privatePostbacks;
  const postbacks = new Postbacks({ db, broker, journal, allowsPrivate, onFault });
  const notifications = openNotifications({
    db,
    rows: algos.rows,
    now,
    settings: settings.notifications,
    brandName: () => brand.current().facts.name ?? "Sandbox",
    mailUrl,
    allowsPrivate,
    onFault,
  });
  return {
    folder,
    claim,
    db,
    now,
    market,
    broker,
    algos,
    journal,
    tradingApi,
    postbacks,
    notifications,
    brand,
  };
}

/** Opens the sockets of the price feeds and of the order updates. */
function openSockets({ db, now, market, broker, tradingApi }: Services) {
  const { testFacilities } = tradingApi;
  const feeds = new FeedServer({
    market,
    now,
    authenticate(clientId, token) {
      if (clientId === FEED_CLIENT.id) return isSameSecret(token, FEED_CLIENT.token) ? null : 809;
      if (findAnyClient(db, clientId) === undefined) return 810;
      const client = findTokenClient(db, token, now());
      if (client === null) return 809;
      if (client.id !== clientId) return 808;
      return testFacilities.isTokenExpired(clientId) ? 807 : null;
    },
    feedSourceOf: (clientId) => testFacilities.simulations.of(clientId)?.feedSource ?? null,
    faults: (header, socket) => testFacilities.socketFaults(header, socket),
    onFault,
  });
  testFacilities.simulations.onStep((clientId) => feeds.sendOwnStep(clientId));
  const orderUpdates = new OrderUpdateServer({
    broker,
    faults: (header, socket) => testFacilities.socketFaults(header, socket),
    clientOf(token) {
      const id = findTokenClient(db, token, now())?.id ?? null;
      return id === null || testFacilities.isTokenExpired(id) ? null : id;
    },
    isPartner: (id, secret) => isSameSecret(id, PARTNER.id) && isSameSecret(secret, PARTNER.secret),
  });
  return { feeds, orderUpdates };
}

/**
 * Starts the sandbox. `first` resolves with the first message of the parent process. The returned `close` resolves when
 * the store is closed, or after two seconds.
 */
export async function startSandbox(
  settings: SandboxSettings,
  first: Promise<InitialMessage>,
): Promise<{ close(): Promise<void> }> {
  const services = await openServices(settings, first);
  const { folder, claim, db, now, broker, algos, journal, tradingApi } = services;
  const { feeds, orderUpdates } = openSockets(services);
  const server = listen({
    api: createRoutes({ ...services, feeds, settings, partner: PARTNER }),
    sockets: [feeds, orderUpdates],
    ...settings,
    onListening(port) {
      const feed = { feedClientId: FEED_CLIENT.id, feedToken: FEED_CLIENT.token };
      sendToSite({ kind: "listening", port, ...feed, partnerId: PARTNER.id, partnerSecret: PARTNER.secret });
    },
  });

  function* steps() {
    yield* algos.runner.steps();
    algos.publisher.tick();
    yield* algos.history.steps();
    yield* tradingApi.steps();
  }
  function forget(clientId: string): void {
    tradingApi.testFacilities.forget(clientId);
    broker.forget(clientId);
  }
  const expiry = new AccountExpiry({ db, now, unusedDays: settings.unusedDays, forget });
  const repeated = [
    repeatInSlices(EVALUATION_EVERY_MS, steps, onFault),
    repeatInSlices(EXPIRY_LIMITS.everyMs, () => expiry.steps(), onFault),
    repeatInSlices(HOUR_MS, () => removeOldMessages(db, now(), settings.enquiryDays), onFault),
  ];
  const stopVitals = sendVitals();
  handleBackupRequests((to) => {
    journal.save();
    copyDatabase(db, join(to, "sandbox.db"));
    // The copy can be read only with these keys.
    for (const key of ["store-key", "record-key"]) copyPrivateFile(join(folder, key), join(to, key));
  });

  let closed: Promise<void> | null = null;
  function close(): Promise<void> {
    for (const one of repeated) one.stop();
    stopVitals();
    tradingApi.limits.save();
    journal.save();
    algos.keeper.stop();
    feeds.close();
    orderUpdates.close();
    services.postbacks.close();
    void services.notifications.close();
    return new Promise((resolve) => {
      server.close(() => {
        tradingApi.close();
        db.close();
        claim.release();
        resolve();
      });
      setTimeout(resolve, CLOSE_TIMEOUT_MS).unref();
    });
  }
  return {
    close() {
      closed ??= close();
      return closed;
    },
  };
}
