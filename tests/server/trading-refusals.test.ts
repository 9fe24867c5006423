// Refusals before the trading API have the API's JSON format, because programs parse them.
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TRADING_OPERATION_LIST, tradingFaultSchema } from "../../app/contract/trading-api/operations.ts";
import { type Site, startSite, until } from "../support/site.ts";

const CALLS = 40;
let site: Site;
beforeAll(async () => {
  site = await startSite({ CALLS_PER_ADDRESS: String(CALLS) });
});
afterAll(() => site.stop("SIGKILL"));

type Refused = { status: number; type: string; body: string; retryAfter: string | undefined };

/** Sends raw bytes, because no client would send most of these requests. */
function sendRaw(text: string): Promise<Refused> {
  return new Promise((resolve, reject) => {
    const socket = connect(site.port, "127.0.0.1");
    let answer = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      answer += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
        type: /content-type: ([^\r\n]+)/i.exec(head)?.[1] ?? "",
        retryAfter: /retry-after: ([^\r\n]+)/i.exec(head)?.[1],
        // Removes the chunk sizes around the JSON body.
        body: body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1),
      });
    });
    socket.write(text);
  });
}

const call = (line: string, headers = "", body = "") =>
  sendRaw(`${line} HTTP/1.1\r\nHost: 127.0.0.1:${site.port}\r\nConnection: close\r\n${headers}\r\n${body}`);

const isFault = ({ type, body }: Refused) => {
  expect(type).toMatch(/^application\/json/);
  expect(tradingFaultSchema.safeParse(JSON.parse(body)).error).toBeUndefined();
};

const BIG = 300 * 1024;

it.each<[string, number, () => Promise<Refused>]>([
  [
    "another Host header",
    421,
    () => sendRaw("GET /sandbox/v2/funds HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"),
  ],
  ["no Host header", 400, () => sendRaw("GET /sandbox/v2/funds HTTP/1.1\r\nConnection: close\r\n\r\n")],
  ["an address that is too long", 414, () => call(`GET /sandbox/v2/orders?x=${"a".repeat(9_000)}`)],
  ["a malformed percent escape", 400, () => call("GET /sandbox/v2/orders/%zz")],
  [
    "headers that are too large",
    431,
    () => call("GET /sandbox/v2/orders", `X-Long: ${"a".repeat(20_000)}\r\n`),
  ],
  ["an invalid request", 400, () => sendRaw("GET /sandbox/v2/orders HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n")],
  ["an unknown path", 404, () => call("GET /sandbox/v2/nothing")],
  ["a method that the path does not have", 405, () => call("DELETE /sandbox/v2/fundlimit")],
  ["a method that no path has", 405, () => call("PATCH /sandbox/v2/orders")],
  [
    "a body that is too large",
    413,
    () =>
      call(
        "POST /sandbox/v2/orders",
        `Content-Type: application/json\r\nContent-Length: ${BIG}\r\n`,
        "[".repeat(BIG),
      ),
  ],
])("an invalid trading API request gets a JSON error: %s, status %i", async (_, status, ask) => {
  const refused = await ask();
  expect(refused.status).toBe(status);
  isFault(refused);
  // Only refusals of valid requests to this host contain links to the documentation.
  const isOurs = status === 404 || status === 405 || status === 413 || status === 414;
  const { documentation } = JSON.parse(refused.body) as { documentation?: string };
  if (isOurs) expect(documentation).toMatch(new RegExp(`^${site.origin}/docs/v2/errors#`));
});

it("repeated slashes in an address of the trading API are treated as single ones", async () => {
  const answer = await call("GET /sandbox/v2//orders//111261120000001");
  expect([answer.status, JSON.parse(answer.body).errorCode]).toEqual([401, "DH-901"]);
  expect((await call("GET /sandbox//auth/partner/generate-consent")).status).toBe(404);
});

it("refusals outside the trading API are HTML for browsers, otherwise plain text", async () => {
  const elsewhere = "GET /algos HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n";
  const refused = await sendRaw(`${elsewhere}\r\n`);
  expect([refused.status, refused.type]).toEqual([421, "text/plain; charset=utf-8"]);
  const page = await sendRaw(`${elsewhere}Accept: text/html,*/*;q=0.8\r\n\r\n`);
  expect([page.status, page.type]).toEqual([421, "text/html; charset=utf-8"]);
});

const pathOf = (path: string) => path.replaceAll(/\{\w+\}/g, "1");

it("every operation refuses a body that is too large with 413", async () => {
  for (const { method, path, body } of TRADING_OPERATION_LIST) {
    if (body === undefined) continue;
    const refused = await call(
      `${method.toUpperCase()} /sandbox/v2${pathOf(path)}`,
      `Content-Type: application/json\r\nContent-Length: ${BIG}\r\n`,
      "[".repeat(BIG),
    );
    expect([path, refused.status]).toEqual([path, 413]);
    isFault(refused);
  }
});

it("trading calls above the rate limit or during a sandbox outage get a JSON error", {
  timeout: 60_000,
}, async () => {
  process.kill(site.sandboxPid(), "SIGKILL");
  const missing = await until(
    () => call("GET /sandbox/v2/fundlimit"),
    ({ status }) => status === 503 || status === 429,
    10_000,
  );
  isFault(missing);
  expect([missing.status, missing.retryAfter]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  // On a busy machine the calls of a batch can be so slow that none exceeds the rate limit.
  const batch = () => Promise.all(Array.from({ length: 6 * CALLS }, () => call("GET /sandbox/v2/fundlimit")));
  const answers = await until(batch, (some) => some.some(({ status }) => status === 429), 30_000);
  for (const many of answers.filter(({ status }) => status === 429)) isFault(many);
});
