// A deployment through the complete site over plain HTTP: repeated forms deploy only once, and other clients can
// neither see nor change it.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { CLOSE_CODES } from "../../app/contract/live/close-codes.ts";
import { ORDERS_SUBPROTOCOL, type OrdersServerMessage } from "../../app/contract/live/order-updates.ts";
import { SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";
import { ALL_DAYS, consent, deploy, review } from "../support/deploy.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite, until } from "../support/site.ts";
import { ensureCurl } from "../support/system-tools.ts";

const run = promisify(execFile);
const [ASHA, RAVI] = SANDBOX_CLIENTS;
const SEEDLING = "/algos/managers/banyan-systematic/monthly-seedling";
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

async function deploymentsOf(reader: TestUser): Promise<string[]> {
  const page = (await reader.get("/algos/my-algos")).text;
  return [
    ...new Set(
      [...page.matchAll(/href="(\/algos\/my-algos\/[0-9a-f-]{36})"/g)].map((match) => match[1] ?? ""),
    ),
  ];
}

it("a shell script with curl can find, deploy and stop an algo", {
  timeout: 60_000,
}, async () => {
  ensureCurl();
  const own = await startSite();
  try {
    const { stdout } = await run("sh", ["tests/server/journey.sh", own.origin]).catch(
      (fault: { stdout: string; stderr: string }) => {
        throw new Error(`${fault.stdout}${fault.stderr}`);
      },
    );
    expect(stdout.trim().split("\n")).toHaveLength(6);
  } finally {
    await own.stop();
  }
});

describe("a deployment", () => {
  it("is created once for simultaneous submissions in several tabs", async () => {
    const reader = new TestUser(site);
    await reader.signIn();
    const [one, two] = [await review(reader, SEEDLING), await review(reader, SEEDLING)];
    expect(one.key).not.toBe(two.key);
    const answers = await Promise.all(
      [one, one, one, two, two].map((form) => reader.post(form.address, consent(form))),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    const places = new Set(
      answers.map(({ headers }) => (headers.location ?? "").replace(/\/order-window$|\?note=already$/, "")),
    );
    expect(places.size).toBe(1);
    expect(await deploymentsOf(reader)).toEqual([...places]);
  });

  it("is created once after a lost response and a repeated submission", async () => {
    const reader = new TestUser(site);
    await reader.signIn("/login", RAVI);
    const form = await review(reader, SEEDLING);
    const { pid } = { pid: site.sandboxPid() };
    // The sandbox is suspended: the page states that the result is unknown, and the form can be sent again.
    process.kill(pid, "SIGSTOP");
    const lost = await reader.post(form.address, consent(form));
    process.kill(pid, "SIGCONT");
    expect(lost.status).toBe(503);
    const again = await until(
      () => reader.post(form.address, consent(form)),
      ({ status }) => status === 303,
      10_000,
    );
    expect(again.headers.location).toMatch(/order-window$|note=already$/);
    expect(await deploymentsOf(reader)).toHaveLength(1);
  });
});

it("a consent is rejected with 422 if unticked, and with 409 if the terms changed", async () => {
  const reader = new TestUser(site);
  await reader.signIn();
  const form = await review(reader, "/algos/managers/banyan-systematic/deep-roots-fifteen");
  const unticked = await reader.post(form.address, { xsrf: form.xsrf, key: form.key, seen: form.seen });
  expect(unticked.status).toBe(422);
  expect(unticked.text).toContain("Tick the box");
  const other = await reader.post(form.address.replace("multiplier=1", "multiplier=2"), consent(form));
  expect(other.status).toBe(409);
  expect(other.text).toContain("Review the changes");
  const noToken = await reader.post(form.address, { key: form.key, seen: form.seen, consent: "yes" });
  expect(noToken.status).toBe(403);
  const elsewhere = await reader.post(form.address, consent(form), { origin: "https://evil.example" });
  expect(elsewhere.status).toBe(403);
  for (const query of [
    "mode=real&multiplier=1",
    "mode=paper&amount=abc",
    "mode=paper&amount=",
    "mode=paper&multiplier=1e9",
  ]) {
    // The query has no other fault.
    const bad = await reader.get(
      `/algos/managers/banyan-systematic/deep-roots-fifteen/deploy?step=review&${ALL_DAYS}&${query}`,
    );
    expect([query, bad.status]).toEqual([query, 422]);
  }
});

describe("a client who does not own the deployment", () => {
  let asha: TestUser;
  let ravi: TestUser;
  let path: string;
  let own: Site;

  beforeAll(async () => {
    own = site;
    site = await startSite();
    asha = new TestUser(site);
    ravi = new TestUser(site);
    await asha.signIn("/login", ASHA);
    await ravi.signIn("/login", RAVI);
    path = await deploy(site, asha, SEEDLING);
    await until(
      async () => (await asha.get(path)).text,
      (text) => text.includes("Filled"),
      15_000,
    );
  });
  afterAll(async () => {
    await site.stop();
    site = own;
  });

  it("gets 404 at every address of the deployment", async () => {
    for (const below of [
      "",
      "/receipt",
      "/receipt.txt",
      "/orders.csv",
      "/trades.csv",
      "/audit.csv",
      "/pause",
      "/stop",
      "/hand-over",
      "/version",
      "/order-window",
    ])
      expect((await ravi.get(`${path}${below}`)).status, below).toBe(404);
    expect((await ravi.get(`${path}?_data=routes/algos.my-algos.$id._index`)).text).not.toContain(
      "Monthly Seedling",
    );
    const orders = await ravi.get(`/algos/my-algos/orders?deployment=${path.split("/").at(-1)}`);
    expect(orders.status).toBe(200);
    expect(orders.text).not.toMatch(/id="order-\d/);
    expect((await ravi.get("/algos/my-algos/orders.csv")).text.trim().split("\n")).toHaveLength(1);
    expect(await deploymentsOf(ravi)).toEqual([]);
  });

  it("cannot change the deployment by forms, headers or tokens", async () => {
    const xsrf = await ravi.xsrf();
    for (const verb of ["pause", "resume", "exit", "hand-over", "stop"]) {
      const refused = await ravi.post(`${path}/${verb}`, { xsrf, key: `another-${verb}-0`, note: "" });
      expect(refused.status, verb).toBe(404);
    }
    const borrowed = await ravi.post(`${path}/stop`, {
      xsrf: await asha.xsrf(),
      key: "borrowed-token",
      note: "",
    });
    expect(borrowed.status).toBe(403);
    const signed = await ravi.post(`${path}/version`, { xsrf, consent: "yes", seen: "0".repeat(64) });
    expect(signed.status).toBe(404);
    const page = await ravi.get("/algos/my-algos");
    expect(page.status).toBe(200);
    // Headers with another client's id are ignored.
    const headers = { "access-token": "x", "x-client-id": ASHA?.id ?? "", dhanClientId: ASHA?.id ?? "" };
    expect((await site.get(path, headers)).status).toBe(303);
    expect((await asha.get(path)).text).toContain("Active");
  });

  it("cannot stop the owner's deployment with the kill switch", async () => {
    const xsrf = await ravi.xsrf();
    expect(
      (await ravi.post("/algos/my-algos/kill-switch", { xsrf, intent: "on", word: "STOP" })).status,
    ).toBe(303);
    await until(
      () => ravi.get("/algos/my-algos/kill-switch"),
      ({ text }) => text.includes("The kill switch is on"),
      15_000,
    );
    expect((await asha.get(path)).text).toContain("Active");
  });

  it("cannot open or confirm the owner's order basket", async () => {
    for (const basket of ["", "a".repeat(32), path.split("/").at(-1) ?? ""]) {
      const refused = await ravi.post("/sandbox/order-window", {
        basket,
        return: "/algos",
        answer: "confirmed",
      });
      expect([400, 404]).toContain(refused.status);
    }
    const away = await ravi.get(
      `/sandbox/order-window?basket=${"a".repeat(32)}&return=https://evil.example/x`,
    );
    expect(away.status).toBe(410);
    expect(away.text).not.toContain("evil.example");
  });

  it("cannot reach the base API from outside", async () => {
    for (const path of [
      "/v1/deployments",
      "/sandbox/v1/deployments",
      "/sandbox/v1/orders",
      "/sandbox/order-update",
      "/sandbox/order-window/../v1/deployments",
    ])
      expect((await asha.get(path)).status, path).toBe(404);
  });
});

describe("the socket of order updates", () => {
  type Line = { socket: WebSocket; heard: OrdersServerMessage[]; closed: Promise<number> };

  function connect(
    cookies: ReadonlyMap<string, string>,
    options: { origin?: string } = {},
  ): Promise<Line | number> {
    const socket = new WebSocket(`ws://127.0.0.1:${site.port}/orders`, ORDERS_SUBPROTOCOL, {
      origin: options.origin ?? site.origin,
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    const received: OrdersServerMessage[] = [];
    socket.on("message", (data) => received.push(JSON.parse(data.toString())));
    const closed = new Promise<number>((resolve) => socket.on("close", resolve));
    return new Promise((resolve) => {
      socket.on("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
      socket.on("error", () => {});
      socket.on("open", () => {
        socket.send(JSON.stringify(["s", "", 0]));
        resolve({ socket, heard: received, closed });
      });
    });
  }

  async function line(reader: TestUser): Promise<Line> {
    const made = await connect(reader.cookies);
    if (typeof made === "number") throw new Error(`refused with ${made}`);
    return made;
  }

  let own: Site;
  beforeAll(async () => {
    own = site;
    site = await startSite();
  });
  afterAll(async () => {
    await site.stop();
    site = own;
  });

  it("refuses signed-out clients with 401 and other origins with 403", async () => {
    const reader = new TestUser(site);
    expect(await connect(reader.cookies)).toBe(401);
    await reader.signIn();
    expect(await connect(reader.cookies, { origin: "https://evil.example" })).toBe(403);
    const forged = new Map([...reader.cookies].map(([name, value]) => [name, `${value.slice(0, -4)}AAAA`]));
    expect(await connect(forged)).toBe(401);
    const { socket } = await line(reader);
    socket.close();
  });

  it("sends orders only to their client's tabs until sign-out, even after a restart", {
    timeout: 60_000,
  }, async () => {
    const [asha, ravi] = [new TestUser(site), new TestUser(site)];
    await asha.signIn("/login", ASHA);
    await ravi.signIn("/login", RAVI);
    const [one, two, other] = [await line(asha), await line(asha), await line(ravi)];
    await until(
      async () => one.heard.some((message) => message[0] === "u" && message[1] === 1),
      Boolean,
      5_000,
    );
    const path = await deploy(site, asha, SEEDLING);
    const ordersOf = ({ heard }: Line) => heard.filter((message) => message[0] === "o");
    await until(
      async () => Math.min(ordersOf(one).length, ordersOf(two).length),
      (count) => count >= 10,
      15_000,
    );
    const numbers = one.heard.flatMap((message) => (message[0] === "o" ? message[1] : []));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(ordersOf(two)).toEqual(ordersOf(one));
    expect(other.heard.some(([kind]) => kind === "o")).toBe(false);

    process.kill(site.sandboxPid(), "SIGKILL");
    await until(async () => one.heard.some(([kind]) => kind === "r"), Boolean, 20_000);
    const xsrf = await asha.xsrf();
    const before = [one, two].map((tab) => ordersOf(tab).length);
    const stopped = await until(
      () => asha.post(`${path}/stop`, { xsrf, key: "stop-after-restart", note: "" }),
      ({ status }) => status !== 503,
      20_000,
    );
    expect(stopped.headers.location).toBe(`${path}?did=stop`);
    const later = () => [one, two].map((tab, index) => ordersOf(tab).slice(before[index]));
    await until(
      async () => later().map((orders) => orders.some(([, , order]) => order.status === "TRADED")),
      (filled) => filled.every(Boolean),
      15_000,
    );
    expect(other.heard.some(([kind]) => kind === "o")).toBe(false);

    await asha.post("/logout", { xsrf });
    expect(await one.closed).toBe(CLOSE_CODES.sessionEnded);
    expect(await two.closed).toBe(CLOSE_CODES.sessionEnded);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
    other.socket.close();
  });
});
