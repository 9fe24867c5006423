// Floods from one address: excess requests are refused with 429 and Retry-After, while another address gets cached
// pages, files and health immediately and rendered pages soon.
import { Agent } from "node:http";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { connectFrom, type Reply, requestFrom } from "../../support/other-address.ts";
import { type Site, startSite, until } from "../../support/site.ts";

const ATTACKER = "127.0.0.66";
const SECOND_ATTACKER = "127.0.0.67";
/** Number of users so far. Each attack has a user with a new address, so that earlier requests do not count. */
let userCount = 0;
const newUserAddress = () => {
  userCount += 1;
  return `127.0.1.${userCount}`;
};
const MIN_FLOOD_REQUESTS = 30;
let site: Site;
let stopAttack: () => void = () => {};
beforeAll(async () => {
  // These are the default budgets of a production site.
  site = await startSite({ PAGES_PER_ADDRESS: "20", CALLS_PER_ADDRESS: "100" });
  await requestFrom(newUserAddress(), site.port, "/trading-apis");
});
afterEach(() => {
  stopAttack();
  stopAttack = () => {};
});
afterAll(() => site.stop());

/**
 * Requests cached pages, rendered pages, files and health from another address, and returns the statuses other than
 * 200. `bench:abuse` measures the times.
 */
async function statusesOfOthers(rounds = 30): Promise<{ bad: number[] }> {
  const reader = newUserAddress();
  const agent = new Agent({ keepAlive: true, localAddress: reader });
  const cached: Reply[] = [];
  const rendered: Reply[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const path of ["/trading-apis", "/healthz", "/favicon.svg"])
      cached.push(await requestFrom(reader, site.port, path, { agent }));
    rendered.push(await requestFrom(reader, site.port, `/algos?q=other${round}${Date.now()}`, { agent }));
  }
  agent.destroy();
  return {
    bad: [...cached, ...rendered].map(({ status }) => status).filter((status) => status !== 200),
  };
}

/** Runs `width` parallel calls from the attacking address until stopped, and counts the responses by status. */
function flood(width: number, ask: (count: number) => Promise<Reply>): Map<number, number> {
  const answers = new Map<number, number>();
  let isFlooding = true;
  let count = 0;
  const go = async () => {
    while (isFlooding) {
      const { status, headers } = await ask(count++);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status === 429 && headers["retry-after"] === undefined)
        answers.set(-429, (answers.get(-429) ?? 0) + 1);
    }
  };
  const running = Array.from({ length: width }, go);
  stopAttack = () => {
    isFlooding = false;
  };
  void Promise.all(running);
  return answers;
}

/** Waits until the site has refused many requests of the flood. */
const untilRefusedOften = (answers: Map<number, number>) =>
  until(
    async () => answers.get(429) ?? 0,
    (count) => count > 50,
    30_000,
  );

/** Waits until the flood has sent enough requests. */
const untilFlooding = (answers: Map<number, number>) =>
  until(
    async () => [...answers.values()].reduce((sum, count) => sum + count, 0),
    (sum) => sum > MIN_FLOOD_REQUESTS,
    20_000,
  );

it("520 slow forms from one address do not block requests from other addresses", {
  timeout: 120_000,
}, async () => {
  const head = `POST /theme HTTP/1.1\r\nHost: 127.0.0.1:${site.port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n`;
  const open = Array.from({ length: 520 }, () => connectFrom(ATTACKER, site.port, head));
  const dripping = setInterval(() => {
    for (const { socket } of open) if (socket.writable) socket.write("a");
  }, 200);
  stopAttack = () => {
    clearInterval(dripping);
    for (const { socket } of open) socket.destroy();
  };
  // The budget is refilled while a slow machine accepts the connections, so only half of the forms must be refused.
  await until(
    async () => open.filter(({ received }) => received().startsWith("HTTP/1.1 429")).length,
    (refused) => refused > open.length / 2,
    60_000,
  );
  const fare = await statusesOfOthers();
  expect(fare.bad).toEqual([]);
});

it("a flood of uncached pages does not block requests from other addresses", {
  timeout: 60_000,
}, async () => {
  // The second attacker's budget is still full, unlike that of the previous test's attacker. The flood sends more
  // parallel requests than the budget of four seconds, so some are rejected however slow the pages are.
  const answers = flood(160, (count) => requestFrom(SECOND_ATTACKER, site.port, `/algos?q=flood${count}`));
  await untilFlooding(answers);
  const fare = await statusesOfOthers();
  await untilRefusedOften(answers);
  stopAttack();
  expect(fare.bad).toEqual([]);
  expect([...answers.keys()].sort()).toEqual([200, 429]);
});

it("a flood of forms, polls and sandbox calls does not block other addresses", {
  timeout: 60_000,
}, async () => {
  const kinds: ((count: number) => Promise<Reply>)[] = [
    () =>
      requestFrom(ATTACKER, site.port, "/theme", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "theme=dark",
      }),
    (count) => requestFrom(ATTACKER, site.port, `/live/poll?ch=algo:none-${count}`),
    () => requestFrom(ATTACKER, site.port, "/sandbox/v2/orders", { headers: { "access-token": "none" } }),
    () => requestFrom(ATTACKER, site.port, "/login"),
  ];
  const answers = flood(48, (count) => kinds[count % kinds.length]?.(count) ?? Promise.reject());
  await untilFlooding(answers);
  const fare = await statusesOfOthers();
  await untilRefusedOften(answers);
  stopAttack();
  expect(fare.bad).toEqual([]);
  expect(answers.get(-429) ?? 0).toBe(0);
  expect([...answers.keys()].filter((status) => status >= 500)).toEqual([]);
});

it("sandbox sockets and silent connections do not block other addresses", {
  timeout: 60_000,
}, async () => {
  const sockets = Array.from({ length: 300 }, () => {
    const socket = new WebSocket(`ws://127.0.0.1:${site.port}/sandbox/order-update`, {
      localAddress: ATTACKER,
    });
    socket.on("error", () => undefined);
    return socket;
  });
  const silent = Array.from({ length: 600 }, () => connectFrom(ATTACKER, site.port, ""));
  stopAttack = () => {
    for (const socket of sockets) socket.terminate();
    for (const { socket } of silent) socket.destroy();
  };
  // Waits until each socket was either accepted or refused.
  await until(
    async () => sockets.filter(({ readyState }) => readyState === WebSocket.CONNECTING).length,
    (undecided) => undecided === 0,
    20_000,
  );
  expect(sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length).toBeLessThanOrEqual(40);
  const own = new WebSocket(`ws://127.0.0.1:${site.port}/sandbox/order-update`, {
    localAddress: newUserAddress(),
  });
  await new Promise((resolve, reject) => own.once("open", resolve).once("error", reject));
  own.terminate();
  const fare = await statusesOfOthers(10);
  expect(fare.bad).toEqual([]);
});

it("the site keeps running after the floods, and logs the refused addresses", async () => {
  expect(site.process.exitCode).toBeNull();
  const refused = site.log.filter((line) => line.kind === "security" && line.event === "rate_limited");
  expect(new Set(refused.map(({ address }) => address))).toEqual(new Set([ATTACKER, SECOND_ATTACKER]));
  expect(site.log.filter((line) => line.msg === "unexpected fault")).toEqual([]);
});
