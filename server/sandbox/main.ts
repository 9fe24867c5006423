// The embedded provider: one process, one store, loopback only. The site's server starts it (server/provider/supervise-sandbox.ts), receives
// its port over IPC, and ends it.
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { serve } from "@hono/node-server";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { EXCHANGE_CALENDAR, istDay, ROUND_THE_CLOCK } from "../../app/wire/market-sessions.ts";
import { openClaimed } from "../net/claimed-store.ts";
import { isSameSecret } from "../net/constant-time.ts";
import { refuseUpgrade } from "../net/refuse-upgrade.ts";
import { AccountExpiry, EXPIRY_LIMITS } from "./accounts/account-expiry.ts";
import { findAnyClient, registerFixedClients } from "./accounts/api-accounts.ts";
import { registerPlatforms } from "./accounts/apps.ts";
import { clientOf } from "./accounts/tokens.ts";
import { openSigningKey } from "./algos/backtest/evidence-keys.ts";
import { publishHeads } from "./algos/backtest/record-heads.ts";
import { keepRecords } from "./algos/backtest/record-keeper.ts";
import { recordPlansOf } from "./algos/backtest/record-plans.ts";
import { Records } from "./algos/backtest/record-store.ts";
import { notedOf, Standings } from "./algos/backtest/standing.ts";
import { keepStudies } from "./algos/backtest/study-keeper.ts";
import { buildCatalogue } from "./algos/catalogue/build-catalogue.ts";
import { Publisher, readPublished } from "./algos/catalogue/publisher.ts";
import { seedCatalogue } from "./algos/catalogue/seed-catalogue.ts";
import { Controls } from "./algos/deployments/controls.ts";
import { DeploymentRows } from "./algos/deployments/deployment-rows.ts";
import { Deployments } from "./algos/deployments/deployments.ts";
import { PnlHistory } from "./algos/deployments/pnl-history.ts";
import { Runner } from "./algos/deployments/runner.ts";
import { noticeCatalogue } from "./algos/deployments/version-difference.ts";
import { createAssistants } from "./apis/assistants/assistants.ts";
import { createBaseApi } from "./apis/base-api/base-api.ts";
import { problem, refuse } from "./apis/base-api/problems.ts";
import { createChat } from "./apis/chat/chat.ts";
import { createEnquiries } from "./apis/enquiries/enquiries.ts";
import { createAppLogin } from "./apis/login/app-login.ts";
import { createLogin } from "./apis/login/login.ts";
import { nothingHere } from "./apis/nothing-here.ts";
import { openNotifications } from "./apis/notifications/open-notifications.ts";
import { createOrderUpdateServer } from "./apis/order-updates/order-update-server.ts";
import { createOrderWindow } from "./apis/order-window/order-window.ts";
import { createPlatforms } from "./apis/platforms/platforms.ts";
import { createHandOvers } from "./apis/portal/hand-overs.ts";
import { createPlaygroundOutcomes } from "./apis/portal/playground-outcomes.ts";
import { createPortal } from "./apis/portal/portal.ts";
import { refuseForm } from "./apis/read-form.ts";
import { Journal } from "./apis/trading-api/journal.ts";
import { createPostbacks } from "./apis/trading-api/postbacks.ts";
import { RateLimits } from "./apis/trading-api/rate-limits.ts";
import { createTradingApi } from "./apis/trading-api/trading-api.ts";
import { Broker, liveAccount } from "./broker/broker.ts";
import { FeedServer } from "./exchange/feeds/feed-server.ts";
import { SandboxMarket } from "./exchange/market.ts";
import { lowerOwnPriority } from "./low-priority.ts";
import { readSettings, receiveSecrets } from "./process-settings.ts";
import { createSandboxClock } from "./sandbox-clock.ts";
import { repeatInSlices } from "./slices.ts";
import { backUpSandbox } from "./store/back-up.ts";
import { openDatabase } from "./store/database.ts";
import { traced } from "./traced.ts";
import { watchVitals } from "./vitals.ts";

const CLOSE_WITHIN_MS = 2_000;
/** Deployments look at the market this often. */
const RUN_EVERY_MS = 1_000;
const ALIVE_EVERY_MS = 1_000;
/** A previous sandbox that is ending releases the folder within this time. */
const FOLDER_WITHIN_MS = 4_000;
const SITE_CLIENT_ID = "SITE";
const SITE_PARTNER_ID = "SITE";

const settings = readSettings();
const broughtSecrets = receiveSecrets(settings);
lowerOwnPriority();
const onFault = (fault: unknown) =>
  say("error", fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
const folder = join(settings.dataDir, "sandbox");
const { claim, db } = await openStore(folder);
const catalogue = buildCatalogue(readPublished(db));
seedCatalogue(db, catalogue);
const standings = new Standings(db, catalogue, settings.ratesRecords);
const sayFlags = () => process.send?.({ kind: "risk_flags", lines: standings.flags() });
sayFlags();

const clock = createSandboxClock(settings.clockAt);
const market = new SandboxMarket(
  settings.marketSeed,
  settings.marketHours === "always" ? ROUND_THE_CLOCK : EXCHANGE_CALENDAR,
);
// The site's own logins: new at every start, told to the parent alone.
const feedToken = randomBytes(24).toString("base64url");
const partnerSecret = randomBytes(24).toString("base64url");
const feeds = new FeedServer({
  market,
  now: clock.now,
  authenticate(clientId, token) {
    if (clientId === SITE_CLIENT_ID) return isSameSecret(token, feedToken) ? null : 809;
    if (findAnyClient(db, clientId) === undefined) return 810;
    const client = clientOf(db, token, clock.now());
    return client === null ? 809 : client.id === clientId ? null : 808;
  },
});

const broker = new Broker(db, market, clock.now);
const rows = new DeploymentRows(db, clock.now);
const runner = new Runner({
  db,
  broker,
  rows,
  isRoundTheClock: settings.marketHours === "always",
  onFault,
});
const controls = new Controls({ db, broker, rows });
const deployments = new Deployments({ db, broker, rows, runner, controls });
const history = new PnlHistory({ db, broker, rows });
noticeCatalogue(db, broker, rows);
const secrets = await broughtSecrets;
const recordKey = openSigningKey(db, folder, secrets.recordKey, clock.now());
const records = new Records(db, settings.marketSeed, recordKey);
const studies = keepStudies({
  db,
  catalogue,
  seed: settings.marketSeed,
  key: recordKey,
  now: clock.now,
  isSelected: settings.makesStudies,
  onFault,
});
const keeper = keepRecords({
  records,
  catalogue,
  seed: settings.marketSeed,
  now: clock.now,
  wanted: settings.records,
  benchmark: settings.benchmark,
  onProgress: (progress) => process.send?.({ kind: "records", ...progress }),
  onRecord: (plan, made, lastDay) => {
    if (standings.note(notedOf(plan, made), lastDay)) noticeCatalogue(db, broker, rows);
    sayFlags();
  },
  onComplete: (plans, lastDay) => {
    publishHeads({ db, records, plans, lastDay, key: recordKey, at: clock.now() });
    studies.begin(plans, lastDay);
  },
  onFault,
});
const publisher = new Publisher(
  { db, catalogue, now: clock.now, running: () => rows.running() },
  (strategy) => {
    standings.replaced(strategy);
    noticeCatalogue(db, broker, rows);
    keeper.lookAgain();
  },
);
const orderUpdates = createOrderUpdateServer({
  broker,
  clientOf: (token) => clientOf(db, token, clock.now())?.id ?? null,
  isPartner: (id, secret) => isSameSecret(id, SITE_PARTNER_ID) && isSameSecret(secret, partnerSecret),
});

registerPlatforms(db, clock.now());
registerFixedClients(db, clock.now());
const journal = new Journal(db, onFault);
const tradingApi = createTradingApi(
  { db, broker, controls, accountOf: liveAccount, realNow: clock.now, journal },
  onFault,
  new RateLimits(settings.limitFactor, db, onFault),
);
const postbacks = createPostbacks({
  db,
  broker,
  journal,
  allowsPrivate: settings.privatePostbacks,
  onFault,
});

const notifications = openNotifications({
  db,
  rows,
  now: clock.now,
  settings: settings.notifications,
  mailUrl: secrets.mailUrl,
  onFault,
});
const handOvers = createHandOvers();
const api = createBaseApi(
  db,
  market,
  { deployments, controls, broker, rows, history, notifications },
  {
    records,
    plansOf: (strategy) => recordPlansOf(catalogue, strategy, istDay(clock.now()) - 1, settings.benchmark),
    studiesOf: studies.read,
    progress: keeper.progress,
  },
  () => new Date(clock.now()),
);
api.route(
  "/auth",
  createLogin({
    db,
    now: clock.now,
    partner: { id: SITE_PARTNER_ID, secret: partnerSecret, redirectUrl: "/auth/callback" },
  }),
);
api.route("/auth/app", createAppLogin({ db, now: clock.now }));
api.route("/v2", tradingApi.routes);
api.route(
  "/portal",
  createPortal({
    db,
    broker,
    api: tradingApi,
    postbacks,
    handOvers,
    allowsPrivatePostbacks: settings.privatePostbacks,
    accountsAnHour: settings.accountsAnHour,
    unusedDays: settings.unusedDays,
  }),
);
api.route("/playground", createPlaygroundOutcomes({ db, now: clock.now, handOvers }));
api.route(
  "/platforms",
  createPlatforms({
    db,
    now: clock.now,
    call: (path, accessToken) =>
      tradingApi.routes.request(path, { headers: { "access-token": accessToken } }),
  }),
);
api.route("/assistants", createAssistants({ db, broker, now: clock.now }));
api.route("/order-window", createOrderWindow(deployments));
api.route("/chat", createChat(db, catalogue, clock.now));
api.route("/enquiries", createEnquiries(db, clock.now));
api.notFound(nothingHere);
api.onError((fault, context) => {
  if (fault instanceof HTTPException) return refuseForm(context, fault);
  say("error", fault.stack ?? String(fault));
  return refuse(problem(500, "Internal error", "The sandbox failed to answer."));
});

const server = serve(
  { fetch: settings.isTraced ? traced(api.fetch) : api.fetch, hostname: "127.0.0.1", port: settings.port },
  (address: AddressInfo) => {
    process.send?.({
      kind: "listening",
      port: address.port,
      feedClientId: SITE_CLIENT_ID,
      feedToken,
      partnerId: SITE_PARTNER_ID,
      partnerSecret,
    });
  },
);
server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
  if (!feeds.upgrade(request, socket, head) && !orderUpdates.upgrade(request, socket, head))
    refuseUpgrade(socket, 404, "Nothing listens here.");
});
server.on("error", (fault: Error) => {
  say("error", `cannot listen: ${fault.message}`);
  process.exit(1);
});

const running = repeatInSlices(
  RUN_EVERY_MS,
  function* () {
    yield* runner.steps();
    publisher.tick();
    yield* history.steps();
    yield* tradingApi.steps();
  },
  onFault,
);

const expiry = new AccountExpiry({
  db,
  now: clock.now,
  unusedDays: settings.unusedDays,
  forget(clientId) {
    tradingApi.clocks.end(clientId);
    broker.forget(clientId);
  },
});
const expiring = repeatInSlices(EXPIRY_LIMITS.everyMs, () => expiry.steps(), onFault);

const vitals = watchVitals();
const aliveness = setInterval(() => process.send?.({ kind: "alive", vitals: vitals.read() }), ALIVE_EVERY_MS);

const backUpSchema = z.object({ kind: z.literal("back_up"), number: z.int(), folder: z.string() });
process.on("message", (raw) => {
  const message = backUpSchema.safeParse(raw);
  if (!message.success) return;
  const { number, folder: to } = message.data;
  let fault: string | null = null;
  try {
    journal.save();
    backUpSandbox(db, folder, to);
  } catch (thrown) {
    fault = thrown instanceof Error ? thrown.message : String(thrown);
  }
  process.send?.({ kind: "backed_up", number, fault });
});

let isClosing = false;
function close(): void {
  if (isClosing) return;
  isClosing = true;
  running.stop();
  expiring.stop();
  clearInterval(aliveness);
  tradingApi.limits.save();
  journal.save();
  keeper.stop();
  feeds.close();
  orderUpdates.close();
  postbacks.close();
  void notifications.close();
  server.close(() => {
    tradingApi.close();
    db.close();
    claim.release();
    process.exit(0);
  });
  setTimeout(() => process.exit(0), CLOSE_WITHIN_MS).unref();
}
process.on("SIGTERM", close);
process.on("SIGINT", close);
process.on("disconnect", close);

/** One sandbox a folder. One that cannot have it, or cannot read what is there, says so to its parent and ends. */
async function openStore(folder: string) {
  try {
    const claim = openClaimed(folder, "claim", {
      waitMs: FOLDER_WITHIN_MS,
      folderName: "The sandbox's folder",
      holderName: "sandbox",
    });
    return { claim, db: openDatabase(folder) };
  } catch (fault) {
    const text = fault instanceof Error ? fault.message : String(fault);
    await new Promise((resolve) => process.send?.({ kind: "refused", text }, resolve));
    process.exit(1);
  }
}

function say(level: "error", text: string): void {
  process.send?.({ kind: "log", level, text });
}
