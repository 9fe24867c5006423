// Routes of all APIs and pages of the sandbox.
import type { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { istDay } from "../../app/domain/time.ts";
import type { openAlgos } from "./algo-services.ts";
import { listRecordPlans } from "./algos/backtest/record-plans.ts";
import { invalidateIndex } from "./algos/catalogue/strategy-rows.ts";
import { createAssistants } from "./apis/assistants/assistants.ts";
import { createBaseApi } from "./apis/base-api/base-api.ts";
import { problemResponse } from "./apis/base-api/problems.ts";
import { createAnswers } from "./apis/chat/answers.ts";
import { createChat } from "./apis/chat/chat.ts";
import { createEnquiries } from "./apis/enquiries/enquiries.ts";
import { createAppLogin } from "./apis/login/app-login.ts";
import { createLogin } from "./apis/login/login.ts";
import { createOAuthLogin } from "./apis/login/oauth-login.ts";
import { unknownPathResponse } from "./apis/nothing-here.ts";
import type { Notifications } from "./apis/notifications/notifications.ts";
import { createOrderWindow } from "./apis/order-window/order-window.ts";
import { createPlatforms } from "./apis/platforms/platforms.ts";
import { createHandOvers } from "./apis/portal/hand-overs.ts";
import { createPlaygroundOutcomes } from "./apis/portal/playground-outcomes.ts";
import { createPortal } from "./apis/portal/portal.ts";
import { refuseForm } from "./apis/read-form.ts";
import type { Postbacks } from "./apis/trading-api/postbacks.ts";
import type { TradingApi } from "./apis/trading-api/trading-api.ts";
import type { Broker } from "./broker/broker.ts";
import type { FeedServer } from "./exchange/feeds/feed-server.ts";
import type { SandboxMarket } from "./exchange/market.ts";
import { type BrandInUse, selectHelpTexts } from "./page-texts.ts";
import type { SandboxSettings } from "./process-settings.ts";
import { Refusal } from "./refusal.ts";
import { reportFault } from "./site-messages.ts";
import type { SandboxDatabase } from "./store/database.ts";

export function createRoutes(parts: {
  db: SandboxDatabase;
  market: SandboxMarket;
  broker: Broker;
  algos: ReturnType<typeof openAlgos>;
  tradingApi: TradingApi;
  feeds: Pick<FeedServer, "feedUseOf">;
  postbacks: Postbacks;
  notifications: Notifications;
  settings: SandboxSettings;
  partner: { id: string; secret: string };
  brand: BrandInUse;
  /** Returns the current time in epoch ms. */
  now: () => number;
}): Hono {
  const { db, market, broker, algos, tradingApi, postbacks, settings, now } = parts;
  const { catalogue, deployments, records, studies, keeper } = algos;
  const handOvers = createHandOvers();
  const api = createBaseApi(
    db,
    market,
    { ...algos, broker, notifications: parts.notifications },
    {
      records,
      plansOf: (strategy) => listRecordPlans(catalogue, strategy, istDay(now()) - 1, settings.benchmark),
      studiesOf: studies.read,
      progress: () => keeper.progress,
    },
    () => new Date(now()),
  );
  api.route("/auth", createLogin({ db, now, partner: { ...parts.partner, redirectUrl: "/auth/callback" } }));
  api.route("/auth/app", createAppLogin({ db, now }));
  api.route("/auth/oauth", createOAuthLogin({ db, now }));
  api.route("/v2", tradingApi.routes);
  api.route(
    "/portal",
    createPortal({
      db,
      broker,
      api: tradingApi,
      postbacks,
      handOvers,
      feeds: parts.feeds,
      allowsPrivatePostbacks: settings.privatePostbacks,
      accountsPerHour: settings.accountsPerHour,
      unusedDays: settings.unusedDays,
    }),
  );
  api.route("/playground", createPlaygroundOutcomes({ db, now, handOvers }));
  const call = (path: string, accessToken: string) =>
    tradingApi.routes.request(path, { headers: { "access-token": accessToken } });
  api.route("/platforms", createPlatforms({ db, now, call }));
  const ownMarketOf = (clientId: string) => tradingApi.testFacilities.simulations.of(clientId);
  const brokerOf = (clientId: string) => ownMarketOf(clientId)?.context.broker ?? broker;
  const ownFiles = (clientId: string) => ownMarketOf(clientId)?.modules.files ?? null;
  api.route("/assistants", createAssistants({ db, brokerOf, ownFiles, now }));
  api.route("/order-window", createOrderWindow(deployments));
  parts.brand.onChange(() => invalidateIndex(db));
  api.route("/chat", createChat(db, createBrandAnswers(catalogue, parts.brand), now, parts.partner.secret));
  api.route("/enquiries", createEnquiries(db, now, parts.partner.secret));
  api.notFound(unknownPathResponse);
  api.onError((fault, context) => {
    if (fault instanceof HTTPException) return refuseForm(context, fault);
    reportFault(fault);
    return problemResponse(new Refusal(500, "The sandbox could not process the request."));
  });
  return api;
}

/** Returns the answers of the chat, which are created again when the brand changes. */
function createBrandAnswers(
  catalogue: Parameters<typeof createAnswers>[0],
  brand: BrandInUse,
): ReturnType<typeof createAnswers> {
  const makeAnswers = () => {
    const { words, sections, features } = brand.current();
    return createAnswers(catalogue, selectHelpTexts(words), sections, features);
  };
  let answers = makeAnswers();
  brand.onChange(() => {
    answers = makeAnswers();
  });
  return (text, reference) => answers(text, reference);
}
