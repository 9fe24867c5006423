// Calls of the client: the Idempotency-Key, which all attempts of a call share, retries, and the cursor of a list.
import { expect, it } from "vitest";
import { ApiClient, type CallOf, type Paged } from "./http.ts";

const PLACE: CallOf = { method: "POST", path: "/orders", body: {}, isRepeatable: false, takesKey: true };

/** Returns a client that receives 429 at every second attempt, and the keys of the requests. */
function limitedClient() {
  const keys: (string | null)[] = [];
  const client = new ApiClient({
    baseUrl: "https://api.example.com/v2",
    accessToken: "token",
    fetch: async (_, options) => {
      const attempt = keys.push(new Headers(options?.headers).get("idempotency-key"));
      return Response.json({}, attempt % 2 === 1 ? { status: 429, headers: { "retry-after": "0" } } : {});
    },
  });
  return { client, keys };
}

it("sends a new Idempotency-Key with each write, and the same one with its retry", async () => {
  const { client, keys } = limitedClient();
  await client.call(PLACE);
  await client.call(PLACE);
  expect(keys).toHaveLength(4);
  expect(keys[0]).toMatch(/^[\w-]{36}$/);
  expect([keys[1], keys[3]]).toEqual([keys[0], keys[2]]);
  expect(keys[2]).not.toBe(keys[0]);
});

it("sends the caller's Idempotency-Key unchanged", async () => {
  const { client, keys } = limitedClient();
  await client.call(PLACE, { headers: { "idempotency-key": "swing-bot-42" } });
  expect(keys).toEqual(["swing-bot-42", "swing-bot-42"]);
});

it("sends no Idempotency-Key with calls that do not accept one", async () => {
  const { client, keys } = limitedClient();
  await client.call({ method: "GET", path: "/orders", isRepeatable: true });
  expect(keys).toEqual([null, null]);
});

it("placeOnce does not repeat a lost order if the call has no retries", async () => {
  let sent = 0;
  const client = new ApiClient({
    baseUrl: "https://api.example.com/v2",
    accessToken: "token",
    fetch: async () => {
      sent += 1;
      throw new TypeError("connection lost");
    },
  });
  const place = () => client.call(PLACE);
  await expect(client.placeOnce(place, place, { maxRetries: 0 })).rejects.toThrow("connection lost");
  expect(sent).toBe(1);
});

it("adds the cursor of the next page to a list", async () => {
  const answers = [Response.json([1], { headers: { "x-next-cursor": "42" } }), Response.json([2])];
  const client = new ApiClient({
    baseUrl: "https://api.example.com/v2",
    accessToken: "token",
    fetch: async () => answers.shift() ?? Response.error(),
  });
  const list = () => client.call<number[] & Paged>({ method: "GET", path: "/orders", isRepeatable: true });
  const [first, last] = [await list(), await list()];
  expect([JSON.stringify(first), first.nextCursor]).toEqual(["[1]", "42"]);
  expect([JSON.stringify(last), last.nextCursor]).toEqual(["[2]", null]);
});

it("returns an empty object for an empty response", async () => {
  const client = new ApiClient({
    baseUrl: "https://api.example.com/v2",
    accessToken: "token",
    fetch: async () => new Response("", { status: 202, headers: { "content-type": "application/json" } }),
  });
  const call: CallOf = { method: "POST", path: "/positions/convert", body: {}, isRepeatable: false };
  expect(await client.call(call)).toEqual({});
});

it("throws TradingApiError for a failed quote with status 200", async () => {
  const client = new ApiClient({
    baseUrl: "https://api.example.com/v2",
    accessToken: "token",
    fetch: async () => Response.json({ data: { "805": "Too many requests." }, status: "failed" }),
  });
  const quote = client.call({ method: "POST", path: "/marketfeed/ltp", body: {}, isRepeatable: true });
  await expect(quote).rejects.toMatchObject({ name: "TradingApiError", status: 200, code: "805" });
});
