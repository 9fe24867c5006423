// The part of the base API's contract that needs a client's token: tracklists and sessions. With another provider,
// CONTRACT_ACCESS_TOKEN must contain the token; in the sandbox the test signs in. It removes everything that it
// creates.
import { afterAll, describe, expect, it } from "vitest";
import { BASE_API_OPERATIONS, problemSchema } from "../../app/contract/base-api/operations.ts";
import { sessionListSchema, sessionSchema } from "../../app/contract/base-api/session.ts";
import { tracklistSchema, tracklistsSchema } from "../../app/contract/base-api/tracklist.ts";
import { openBaseApi } from "../support/base-api.ts";

const api = await openBaseApi();
const made: string[] = [];
const { call, canCallPersonal: isRequested } = api;

afterAll(async () => {
  if (isRequested) for (const id of made) await call("DELETE", `/v1/tracklists/${id}`);
  api.close();
});

const name = (suffix: string) => `contract ${suffix} ${Date.now() % 1e9}`;
async function make(suffix: string) {
  const { status, body } = await call("POST", "/v1/tracklists", { name: name(suffix) });
  expect(status).toBe(200);
  const list = tracklistSchema.parse(body);
  made.push(list.id);
  return list;
}

describe.runIf(isRequested)("tracklists", () => {
  it("return 401 without a valid token, like every personal operation", async () => {
    for (const operation of Object.values(BASE_API_OPERATIONS)) {
      if (!("isPersonal" in operation)) continue;
      const path = operation.path
        .replace("{id}", "00000000-0000-4000-8000-000000000000")
        .replace("{strategyId}", "x");
      for (const wrong of ["", "x", `${api.token}x`]) {
        const { status, body } = await call(operation.method.toUpperCase(), path, undefined, {
          "access-token": wrong,
        });
        expect(status, `${operation.operationId} with ${wrong}`).toBe(401);
        problemSchema.parse(body);
      }
    }
  });

  it("support renaming, sharing, deletion and restoration; creation is idempotent", async () => {
    const key = `contract-${Date.now()}`;
    const first = await call("POST", "/v1/tracklists", { name: name("one") }, { "idempotency-key": key });
    const again = await call("POST", "/v1/tracklists", { name: name("other") }, { "idempotency-key": key });
    expect(again.body).toEqual(first.body);
    const { id } = tracklistSchema.parse(first.body);
    made.push(id);
    const path = `/v1/tracklists/${id}`;
    const renamed = await call("PATCH", path, { name: name("renamed") });
    expect(renamed.body.name).toMatch(/^contract renamed/);
    const strategies = (await call("GET", "/v1/strategies?limit=3")).body.items as { id: string }[];
    for (const strategy of strategies) {
      for (let twice = 0; twice < 2; twice += 1)
        expect((await call("PUT", `${path}/strategies/${strategy.id}`)).status).toBe(200);
    }
    const full = tracklistSchema.parse((await call("PATCH", path, { isShared: true })).body);
    expect([...full.strategyIds].sort()).toEqual(strategies.map((strategy) => strategy.id).sort());
    const shared = await call("GET", `/v1/shared-tracklists/${full.shareId}`, undefined, {
      "access-token": "",
    });
    expect(shared.body.items).toHaveLength(strategies.length);
    expect(Object.keys(full.addedAt ?? {}).sort()).toEqual([...full.strategyIds].sort());
    // A deleted list cannot be read. A restored list is at its former position.
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("GET", `/v1/shared-tracklists/${full.shareId}`)).status).toBe(404);
    expect((await call("PUT", `${path}/restored`)).body.shareId).toBe(full.shareId);
    expect((await call("GET", `/v1/shared-tracklists/${full.shareId}`)).status).toBe(200);
    expect((await call("PATCH", path, { isShared: false })).body.shareId).toBeNull();
    expect((await call("GET", `/v1/shared-tracklists/${full.shareId}`)).status).toBe(404);
    for (const strategy of strategies) await call("DELETE", `${path}/strategies/${strategy.id}`);
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("DELETE", path)).status).toBe(404);
    expect((await call("PUT", `${path}/restored`)).body.strategyIds).toEqual([]);
    const lists = tracklistsSchema.parse((await call("GET", "/v1/tracklists")).body).items;
    expect(lists.filter((list) => list.id === id)).toHaveLength(1);
  });

  it("store a private note for an algo and exclude it from the shared list", async () => {
    const { id } = await make("noted");
    const path = `/v1/tracklists/${id}`;
    const [first, second] = (await call("GET", "/v1/strategies?limit=2")).body.items as { id: string }[];
    for (const one of [first, second]) await call("PUT", `${path}/strategies/${one?.id}`);
    const noted = await call("PUT", `${path}/strategies/${first?.id}/note`, { note: "  watch its March  " });
    expect(tracklistSchema.parse(noted.body).notes).toEqual({ [first?.id ?? ""]: "watch its March" });
    const { shareId } = (await call("PATCH", path, { isShared: true })).body;
    expect(JSON.stringify((await call("GET", `/v1/shared-tracklists/${shareId}`)).body)).not.toContain(
      "watch its",
    );
    expect((await call("PUT", `${path}/strategies/${first?.id}/note`, { note: "" })).body.notes).toEqual({});
    for (const note of ["x".repeat(201), "two\nlines", undefined])
      expect((await call("PUT", `${path}/strategies/${first?.id}/note`, { note })).status).toBe(422);
    await call("DELETE", `${path}/strategies/${first?.id}`);
    expect((await call("PUT", `${path}/strategies/${first?.id}/note`, { note: "gone" })).status).toBe(404);
  });

  it.each([
    ["a missing body", undefined, 400],
    ["an empty name", { name: "  " }, 422],
    ["a name of 41 characters", { name: "x".repeat(41) }, 422],
    ["a name with a line break", { name: "a\nb" }, 422],
    ["a field that does not exist", { name: "fine", colour: "blue" }, 422],
  ])("reject %s with a problem response", async (_, body, status) => {
    const answer = await call("POST", "/v1/tracklists", body);
    expect(answer.status).toBe(status);
    problemSchema.parse(answer.body);
  });

  it("reject a name that the client already uses, ignoring case", async () => {
    const list = await make("Case");
    expect((await call("POST", "/v1/tracklists", { name: list.name.toUpperCase() })).status).toBe(409);
    const other = await make("other");
    expect((await call("PATCH", `/v1/tracklists/${other.id}`, { name: list.name })).status).toBe(409);
    expect((await call("PATCH", `/v1/tracklists/${list.id}`, { name: list.name })).status).toBe(200);
  });

  it("return 404 for an unknown list or strategy", async () => {
    const list = await make("nothing");
    for (const [method, path] of [
      ["PUT", `/v1/tracklists/${list.id}/strategies/no-such-algo`],
      ["DELETE", "/v1/tracklists/00000000-0000-4000-8000-000000000000"],
      ["PUT", "/v1/tracklists/not-even-an-id/restored"],
      ["GET", "/v1/shared-tracklists/nobody-shares-this-list"],
    ] as const)
      expect((await call(method, path)).status, `${method} ${path}`).toBe(404);
  });
});

describe.runIf(isRequested)("sessions", () => {
  it("are each returned once, newest first, and exactly one is the current session", async () => {
    const { status, body } = await call("GET", "/v1/session");
    expect(status).toBe(200);
    const own = sessionSchema.parse(body);
    expect(Date.parse(own.createdAt)).toBeLessThan(Date.parse(own.endsAt));
    const { items } = sessionListSchema.parse((await call("GET", "/v1/sessions")).body);
    expect(items.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([own.id]);
    const made = items.map(({ createdAt }) => Date.parse(createdAt));
    expect(made).toEqual([...made].sort((one, other) => other - one));
    for (const one of items)
      expect(Date.parse(one.lastSeenAt)).toBeGreaterThanOrEqual(Date.parse(one.createdAt));
    expect(JSON.stringify(items)).not.toContain(api.token);
  });

  it("cannot be ended with an unknown id (404) or an unknown scope (400)", async () => {
    expect((await call("DELETE", "/v1/sessions/00000000-0000-4000-8000-000000000000")).status).toBe(404);
    const { status, body } = await call("DELETE", "/v1/sessions?scope=mine");
    expect(status).toBe(400);
    expect(problemSchema.parse(body).errors?.[0]?.parameter).toBe("scope");
    expect((await call("GET", "/v1/session")).status).toBe(200);
  });

  it.runIf(api.isSandbox)("can be ended one by one or together, which revokes their tokens", async () => {
    const stateOf = async (token: string) =>
      (await call("GET", "/v1/session", undefined, { "access-token": token })).status;
    const [second, third, fourth] = [
      await api.signInAgain(),
      await api.signInAgain(),
      await api.signInAgain(),
    ];
    const { id } = (await call("GET", "/v1/session", undefined, { "access-token": second })).body;
    expect((await call("DELETE", `/v1/sessions/${id}`)).status).toBe(204);
    expect((await call("DELETE", `/v1/sessions/${id}`)).status).toBe(404);
    expect([await stateOf(second), await stateOf(third)]).toEqual([401, 200]);
    expect((await call("DELETE", "/v1/sessions")).status).toBe(204);
    expect([await stateOf(third), await stateOf(fourth), await stateOf(api.token)]).toEqual([401, 401, 200]);
    const last = await api.signInAgain();
    const all = await call("DELETE", "/v1/sessions?scope=all", undefined, { "access-token": last });
    expect(all.status).toBe(204);
    expect([await stateOf(last), await stateOf(api.token)]).toEqual([401, 401]);
  });
});
