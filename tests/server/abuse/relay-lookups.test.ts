// An anonymous socket requests unknown names as often as allowed: the provider receives few calls, and pages respond
// normally.
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildCatalogue } from "../../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { connectViewer, type LiveViewer } from "../../support/live-viewer.ts";
import { type OutsideProvider, startOutsideProvider } from "../../support/outside-provider.ts";
import { type Site, startSite, until } from "../../support/site.ts";

const { strategies } = buildCatalogue();
const listed = strategies.filter(({ status }) => status.state !== "withdrawn");
const FOR_MS = 10_000;
const EVERY_MS = 125;

let provider: OutsideProvider;
let site: Site;

beforeAll(async () => {
  provider = await startOutsideProvider();
  site = await startSite(provider.env);
  await until(async () => site.log.some((line) => line.msg === "catalogue loaded"), Boolean, 60_000);
}, 120_000);
afterAll(async () => {
  await site?.stop();
  provider?.close();
});

/** Sends eight messages per second for a while; `names` returns the names in each. */
async function flood(viewer: LiveViewer, names: (turn: number) => string[]): Promise<void> {
  for (let turn = 0; turn * EVERY_MS < FOR_MS; turn += 1) {
    viewer.send(["sub", names(turn)]);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

/** Requests pages of algos that were never requested before, and expects the state of their prices on them. */
async function requestPages(): Promise<void> {
  for (const [index, algo] of listed.slice(0, 20).entries()) {
    const answer = await site.get(`/algos/managers/${algo.manager.id}/${algo.id}?amount=${900_000 + index}`);
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/Live|Delayed|Stale|Not available/);
    await new Promise((resolve) => setTimeout(resolve, FOR_MS / 40));
  }
}

const callsOf = (pattern: RegExp) => provider.requests.filter((call) => pattern.test(call)).length;
const codes = (viewer: LiveViewer) =>
  viewer.messages.flatMap((message) => (message[0] === "e" ? [message[1]] : []));

it("repeated subscriptions to an unknown algo cause one call to the provider", {
  timeout: 60_000,
}, async () => {
  const viewer = await connectViewer(site, ["strip"]);
  await Promise.all([
    flood(viewer, () => ["algo:no-such-algo", "depth:no-such-algo:NSE_EQ:1333"]),
    requestPages(),
  ]);
  expect(callsOf(/no-such-algo/)).toBe(1);
  expect(codes(viewer).filter((code) => code === "no_channel").length).toBeGreaterThan(40);
  viewer.socket.close();
});

it("subscriptions to many unknown algos cause at most 45 provider calls and an error", {
  timeout: 120_000,
}, async () => {
  const viewer = await connectViewer(site, ["strip"]);
  const names = (turn: number) =>
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? `algo:made-up-${turn}-${index}` : `depth:made-up-${turn}-${index}:NSE_EQ:1333`,
    );
  await Promise.all([flood(viewer, names), requestPages()]);
  // 1,600 names were sent, but few were looked up.
  expect(callsOf(/made-up/)).toBeGreaterThan(0);
  expect(callsOf(/made-up/)).toBeLessThanOrEqual(45);
  expect(codes(viewer)).toContain("try_later");
  // The viewer still receives prices of existing algos.
  const algo = listed[0];
  viewer.send(["sub", [`algo:${algo?.id}`]]);
  await until(
    async () => viewer.messages.findLast(([word]) => word === "s")?.[3] as unknown[] | undefined,
    (rows) => (rows?.length ?? 0) > 0,
    20_000,
  );
  viewer.socket.close();
});

it("all sockets and polls from one address share a limit on lookups of algos", {
  timeout: 60_000,
}, async () => {
  const viewers = await Promise.all(Array.from({ length: 30 }, () => connectViewer(site, ["strip"])));
  const names = (of: number) => Array.from({ length: 20 }, (_, index) => `algo:crowd-${of}-${index}`);
  for (const [index, viewer] of viewers.entries()) viewer.send(["sub", names(index)]);
  await until(
    async () => viewers.filter((viewer) => codes(viewer).includes("try_later")).length,
    (count) => count >= 20,
    20_000,
  );
  const poll = await site.get("/live/poll?ch=algo:crowd-poll-1");
  expect(poll.status).toBe(429);
  expect(Number(poll.headers["retry-after"])).toBeGreaterThan(0);
  expect((await site.get("/live/poll?ch=strip")).status).toBe(200);
  expect(callsOf(/crowd/)).toBeLessThanOrEqual(130);
  for (const viewer of viewers) viewer.socket.close();
});
