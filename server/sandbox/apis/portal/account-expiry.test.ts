import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SANDBOX_ACCOUNT_LIMITS } from "../../../../app/contract/trading-api/sandbox-accounts.ts";
import { DAY_MS, HOUR_MS } from "../../../../app/domain/time.ts";
import { tablesWith } from "../../../../tests/support/account-tables.ts";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { AccountExpiry, EXPIRY_LIMITS } from "../../accounts/account-expiry.ts";
import { createAccount, findAccount, registerFixedClients } from "../../accounts/api-accounts.ts";
import { SANDBOX_CLIENTS } from "../../accounts/clients.ts";
import { tryCodes } from "../../accounts/consents.ts";
import { beginPortalSession, findPortalSession } from "../../accounts/portal-sessions.ts";
import { findTokenClient, issueApiToken } from "../../accounts/tokens.ts";
import { Controls } from "../../algos/deployments/controls.ts";
import { DeploymentRows } from "../../algos/deployments/deployment-rows.ts";
import { liveAccount } from "../../broker/broker.ts";
import { runAtOnce } from "../../slices.ts";
import { openWithHoldings } from "../login/opening-account.ts";
import { Journal } from "../trading-api/journal.ts";
import { Postbacks } from "../trading-api/postbacks.ts";
import { TradingApi } from "../trading-api/trading-api.ts";
import { createHandOvers } from "./hand-overs.ts";
import { createPortal } from "./portal.ts";
import type { PortalOptions } from "./portal-context.ts";

const DAYS = SANDBOX_ACCOUNT_LIMITS.unusedDays;

const fail = (fault: unknown) => {
  throw fault;
};
let rig: BrokerRig;
let api: TradingApi;
let postbacks: Postbacks;
let expiry: AccountExpiry;
const now = () => rig.now();

function open(): void {
  const { db, broker } = rig;
  const controls = new Controls({ db, broker, rows: new DeploymentRows(db, now) });
  const journal = new Journal(db, fail);
  api = new TradingApi({ db, broker, controls, accountOf: liveAccount, realNow: now, journal }, fail);
  postbacks = new Postbacks({ db, broker, journal, allowsPrivate: false, onFault: fail });
  expiry = new AccountExpiry({ db, now, unusedDays: DAYS, forget: (clientId) => broker.forget(clientId) });
}
beforeEach(() => {
  rig = new BrokerRig("2026-11-17T12:00:00+05:30", "always");
  rig.db.exec("PRAGMA synchronous = OFF");
  open();
});
afterEach(() => {
  api.close();
  postbacks.close();
  rig.close();
});

const portalOptions = (): PortalOptions => ({
  db: rig.db,
  broker: rig.broker,
  api,
  postbacks,
  handOvers: createHandOvers(),
  feeds: { feedUseOf: () => ({ connections: 0, instruments: 0 }) },
  allowsPrivatePostbacks: false,
  accountsPerHour: SANDBOX_ACCOUNT_LIMITS.perAddressAndHour,
  unusedDays: DAYS,
});

async function makeAccount(): Promise<{ id: string; token: string; pin: string; totpSecret: string }> {
  const created = await createAccount(rig.db, "Test", now());
  if (created === null) throw new Error("no account");
  const { id } = created.account;
  openWithHoldings(rig.broker, id);
  const { accessToken } = issueApiToken(rig.db, id, now(), 60 * DAY_MS);
  return { id, token: accessToken, ...created.codes };
}

const sweep = () => runAtOnce(expiry.steps());
const exists = (id: string) => findAccount(rig.db, id) !== undefined;
const call = (token: string, path: string, body?: unknown) =>
  api.routes.request(path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "access-token": token, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const restingOrder = () => ({
  transactionType: "BUY",
  exchangeSegment: "NSE_EQ",
  productType: "CNC",
  orderType: "LIMIT",
  validity: "DAY",
  securityId: "1333",
  quantity: 5,
  price: rig.tick(rig.last() * 0.9) / 100,
});

describe("an unused account", () => {
  it("is removed after the retention period, and its token is rejected with 401", async () => {
    const { id, token } = await makeAccount();
    expect((await call(token, "/orders", restingOrder())).status).toBe(200);
    const { status } = await call(token, "/alerts/orders", {});
    expect(status).toBe(400);
    rig.pass(DAYS * DAY_MS);
    sweep();
    expect(exists(id)).toBe(true);
    rig.pass(HOUR_MS + 1);
    sweep();
    expect(exists(id)).toBe(false);
    expect(tablesWith(rig.db, id)).toEqual([]);
    const refused = await call(token, "/fundlimit");
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ errorCode: "DH-901" });
    expect(findTokenClient(rig.db, token, now())).toBeNull();
    // Matching after the removal finds no orders of the account.
    expect(rig.broker.orders.open()).toEqual([]);
    expect(rig.broker.ledger.balance(liveAccount(id))).toBeNull();
    runAtOnce(api.steps());
    rig.broker.tick();
    expect(tablesWith(rig.db, id)).toEqual([]);
  });

  it("does not expire while the sandbox is not running", async () => {
    const { id } = await makeAccount();
    rig.pass((DAYS - 1) * DAY_MS);
    sweep();
    api.close();
    postbacks.close();
    rig.pass(21 * DAY_MS);
    rig.restart();
    open();
    sweep();
    expect(exists(id)).toBe(true);
    rig.pass(DAY_MS + HOUR_MS + 1);
    sweep();
    expect(exists(id)).toBe(false);
  });

  it("is removed in batches, which continue after a restart", async () => {
    const { id } = await makeAccount();
    const order = rig.broker.orders.list(id, { limit: 1 })[0];
    if (order === undefined) throw new Error("no order");
    rig.broker.run(() => {
      for (let index = 0; index < 300; index += 1) rig.broker.orders.addTrade(order, 1, 100, 0, now());
    });
    rig.place({
      clientId: id,
      account: liveAccount(id),
      side: "BUY",
      quantity: 1,
      limitPaise: rig.tick(rig.last() * 0.9),
    });
    rig.pass((DAYS + 1) * DAY_MS);
    const changes = () =>
      (rig.db.prepare("SELECT total_changes() AS total").get() as { total: number }).total;
    const steps = expiry.steps();
    let before = changes();
    for (let step = 0; step < 4; step += 1) {
      steps.next();
      expect(changes() - before).toBeLessThanOrEqual(EXPIRY_LIMITS.rowsPerStep);
      before = changes();
    }
    expect(exists(id)).toBe(false);
    expect(tablesWith(rig.db, id)).toContain("trades");

    api.close();
    postbacks.close();
    rig.restart();
    open();
    expect(rig.broker.orders.open()).toEqual([]);
    sweep();
    expect(tablesWith(rig.db, id)).toEqual([]);
  });

  it("no longer counts towards the account limit after its removal", async () => {
    registerFixedClients(rig.db, now());
    const atMost = SANDBOX_CLIENTS.length + 2;
    await makeAccount();
    await makeAccount();
    expect(await createAccount(rig.db, "One more", now(), atMost)).toBeNull();
    rig.pass((DAYS + 1) * DAY_MS);
    sweep();
    expect(await createAccount(rig.db, "One more", now(), atMost)).not.toBeNull();
    for (const { id } of SANDBOX_CLIENTS) expect(exists(id), "demo clients never expire").toBe(true);
  });
});

describe("a recently used account", () => {
  /** Uses the account every six days for a month. */
  async function usedFor(use: () => unknown, id: string): Promise<boolean> {
    for (let time = 0; time < 5; time += 1) {
      rig.pass((DAYS - 1) * DAY_MS);
      await use();
      sweep();
    }
    return exists(id);
  }

  it("is retained when its token is used, even for rejected calls", async () => {
    const { id, token } = await makeAccount();
    expect(await usedFor(() => call(token, "/orders", {}), id)).toBe(true);
  });

  it("is retained while a socket with its token is open", async () => {
    const { id, token } = await makeAccount();
    expect(await usedFor(() => findTokenClient(rig.db, token, now()), id)).toBe(true);
  });

  it("is retained by visits to the portal", async () => {
    const { id } = await makeAccount();
    rig.pass(DAYS * DAY_MS - HOUR_MS);
    const key = beginPortalSession(rig.db, { clientId: id, tokenId: null }, now());
    rig.pass(HOUR_MS / 2);
    expect(findPortalSession(rig.db, key, now())).not.toBeNull();
    rig.pass(DAYS * DAY_MS);
    sweep();
    expect(exists(id)).toBe(true);
  });

  it("is retained by a sign-in with PIN and TOTP, but not by wrong codes", async () => {
    const [used, guessed] = [await makeAccount(), await makeAccount()];
    const totp = new TOTP({ secret: Secret.fromBase32(used.totpSecret) });
    const signIn = async () => {
      const codes = { pin: used.pin, totp: totp.generate({ timestamp: now() }) };
      const result = await tryCodes(rig.db, { clientId: used.id, address: "203.0.113.9", codes }, now());
      expect(result.kind).toBe("ok");
      const wrong = { clientId: guessed.id, address: "203.0.113.9", codes: { pin: "x", totp: "000000" } };
      expect((await tryCodes(rig.db, wrong, now())).kind).toBe("wrong");
    };
    expect(await usedFor(signIn, used.id)).toBe(true);
    expect(exists(guessed.id)).toBe(false);
  });

  it("is retained while a deployment runs, and for the retention days after it", async () => {
    const { id } = await makeAccount();
    rig.db
      .prepare(
        `INSERT INTO deployments (id, client_id, idempotency_key, strategy_id, mode, state, since, actor, created_at, version, capital_rupees, terms, consent)
         VALUES ('d', ?, 'k', 's', 'paper', 'paused', 0, 'trader', 0, '1', 1, '{}', '{}')`,
      )
      .run(id);
    rig.pass(60 * DAY_MS);
    sweep();
    expect(exists(id)).toBe(true);
    rig.db.exec("UPDATE deployments SET state = 'stopped'");
    rig.pass((DAYS - 1) * DAY_MS);
    sweep();
    expect(exists(id)).toBe(true);
    rig.pass(2 * DAY_MS);
    sweep();
    expect(tablesWith(rig.db, id)).toEqual([]);
  });
});

it("an account reset also removes orders and product conversions from memory", async () => {
  const { id, token } = await makeAccount();
  expect((await call(token, "/orders", restingOrder())).status).toBe(200);
  const forever = { ...restingOrder(), orderFlag: "SINGLE", triggerPrice: restingOrder().price };
  expect((await call(token, "/forever/orders", forever)).status).toBe(200);
  const holding = rig.broker.positions({ account: liveAccount(id) })[0];
  if (holding === undefined) throw new Error("no holding");
  rig.broker.run(() =>
    rig.broker.positionStore.transfer({
      account: liveAccount(id),
      client_id: id,
      instrument: holding.instrument,
      symbol: holding.symbol,
      from_product: "CNC",
      to_product: "INTRADAY",
      quantity: 1,
      at: now(),
    }),
  );
  api.testFacilities.reset(id);
  expect(rig.broker.orders.open({ account: liveAccount(id) })).toEqual([]);
  expect(rig.broker.positions({ account: liveAccount(id) }).map(({ product }) => product)).toEqual([
    "CNC",
    "CNC",
  ]);
  expect(await (await call(token, "/forever/orders")).json()).toEqual([]);
  rig.broker.tick();
  runAtOnce(api.steps());
});

it("allows 100 new accounts an hour per address, then states the waiting time", async () => {
  const portal = createPortal(portalOptions());
  const create = (address: string) =>
    portal.request("/accounts", {
      method: "POST",
      headers: { accept: "application/json", "x-client-address": address },
    });
  for (let made = 0; made < 100; made += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create("203.0.113.9")));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  }
  const refused = await create("203.0.113.9");
  expect(refused.status).toBe(429);
  const waitS = Number(refused.headers.get("retry-after"));
  expect(waitS).toBeGreaterThan(3_000);
  expect(waitS).toBeLessThanOrEqual(3_600);
  expect(await refused.json()).toMatchObject({
    errorCode: "DH-904",
    errorMessage: expect.stringMatching(
      /^One address can create at most 100 accounts an hour\. Try again in \d+ minutes\.$/,
    ),
  });
  expect((await create("203.0.113.10")).status).toBe(200);
}, 120_000);

it("the portal shows the retention period before and after account creation", async () => {
  const portal = createPortal({ ...portalOptions(), unusedDays: 3 });
  expect(await (await portal.request("/")).text()).toContain("after 3 days without use");
  const made = await portal.request("/accounts", {
    method: "POST",
    body: new URLSearchParams({ once: "a" }),
  });
  expect(made.status).toBe(303);
  const cookie = made.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(await (await portal.request("/", { headers: { cookie } })).text()).toContain(
    "after 3 days without use",
  );
});
