import { describe, expect, it } from "vitest";
import { routePage } from "../../../tests/support/submit-form.tsx";
import type { SiteContext } from "../../context.ts";
import * as route from "./route.tsx";
import { jointPath } from "./save-joint.tsx";

const PAGE = "/algos/tracklist";
const ALGO = "iron-condor";
const LIST = { id: "0f9a1f3e-58c5-4c0e-9a39-0a4a6c1f5b77", name: "Calm", shareId: null, strategyIds: [] };

const reject = async () => {
  throw Response.json({ kind: "refused", detail: "This is not possible." }, { status: 409 });
};

function tracklistPage() {
  const account = {
    listTracklists: async () => ({ items: [LIST] }),
    createTracklist: reject,
    trackStrategy: reject,
  };
  const strategies = [{ id: ALGO, name: "Iron Condor", manager: { id: "kestrel-ridge" } }];
  const provider = { listStrategies: async () => ({ items: strategies }), cachedSince: () => null };
  const context = { account, provider, session: { xsrf: "x" } };
  return { context, site: routePage(PAGE, route, context as unknown as SiteContext) };
}

describe("tracking an algo", () => {
  it.each([
    ["a new list", "key", { intent: "create", name: "Typed" }, "Typed"],
    ["an existing list", "list", { intent: "track" }, ""],
  ])(
    "retains the selected algo in the form if adding it to %s is rejected",
    async (_, field, typed, name) => {
      const { site } = tracklistPage();
      const { html } = await site.get(`${PAGE}?add=${ALGO}`);
      const refused = await site.submit(html, field, typed);
      expect(refused.status).toBe(409);
      expect(refused.html.querySelector('[role="alert"][autofocus]')?.text).toContain(
        "This is not possible.",
      );
      expect(refused.html.querySelector("#add")?.text).toContain("Iron Condor");
      const value = (path: string) => refused.html.querySelector(path)?.getAttribute("value");
      expect([value('#add ~ ul [name="strategy"]'), value('details [name="strategy"]')]).toEqual([
        ALGO,
        ALGO,
      ]);
      expect(value("#new-name")).toBe(name);
    },
  );

  it.each([
    ["a new list", { intent: "create", name: "Typed" }, `${PAGE}?name=Typed&add=${ALGO}`],
    ["an existing list", { intent: "track" }, `${PAGE}?add=${ALGO}`],
    ["the first list", { intent: "track_first" }, `${PAGE}?add=${ALGO}`],
  ])("redirects to sign-in with a return path to the algo if the session ended: %s", async (_, typed, to) => {
    const { site, context } = tracklistPage();
    const { html } = await site.get(`${PAGE}?add=${ALGO}`);
    Object.assign(context, { account: null, session: null });
    const refused = await site.submit(html, "strategy", typed);
    expect(refused.location).toBe(`/login?${new URLSearchParams({ to })}`);
  });
});

describe("saving a joint portfolio", () => {
  const SAVE = `${PAGE}?id=steady&lots=2&id=${ALGO}&lots=1`;
  const strategies = ["steady", ALGO].map((id) => ({ id, name: id, manager: { id: "kestrel-ridge" } }));

  function savingPage(
    createTracklist: (...sent: unknown[]) => Promise<unknown>,
    track: (list: string, id: string) => Promise<unknown> = async () => undefined,
  ) {
    const calls: unknown[] = [];
    const account = {
      listTracklists: async () => ({ items: [LIST] }),
      createTracklist,
      trackStrategy: async (list: string, id: string) => {
        await track(list, id);
        calls.push(id);
      },
      noteStrategy: async (_: string, id: string, { note }: { note: string }) => calls.push([id, note]),
    };
    const provider = { listStrategies: async () => ({ items: strategies }), cachedSince: () => null };
    const context = { account, provider, session: { xsrf: "x" } };
    return { calls, site: routePage(PAGE, route, context as unknown as SiteContext) };
  }

  it("creates a list in the algos' order, with the lots of each algo as its note", async () => {
    const { calls, site } = savingPage(async () => LIST);
    const { html } = await site.get(SAVE);
    expect(html.querySelector("#save-name")?.getAttribute("value")).toBe(`steady, ${ALGO}`);
    const saved = await site.submit(html, "key", { intent: "save" });
    expect(saved.location).toBe(`${PAGE}#list-${LIST.id}`);
    expect(calls).toEqual([ALGO, [ALGO, "1 lot"], "steady", ["steady", "2 lots"]]);
  });

  it.each([
    ["a missing number of lots", "id=steady&lots=2&id=calm"],
    ["one algo twice", "id=steady&lots=2&id=steady&lots=2"],
    ["an invalid id", "id=steady&lots=2&id=../evil&lots=1"],
    ["one algo", "id=steady&lots=2"],
    ["six algos", [1, 2, 3, 4, 5, 6].map((nth) => `id=a${nth}&lots=1`).join("&")],
    ["500 algos", Array.from({ length: 500 }, (_, nth) => `id=a${nth}&lots=1`).join("&")],
  ])("offers no form and saves nothing for %s", async (_, query) => {
    const { calls, site } = savingPage(async () => calls.push("created"));
    const { html } = await site.get(`${PAGE}?${query}`);
    expect(html.querySelector("#save-name")).toBeNull();
    const form = (await site.get(SAVE)).html;
    form
      .querySelector("#save")
      ?.closest("section")
      ?.querySelector("form")
      ?.setAttribute("action", `${PAGE}?${query}`);
    expect((await site.submit(form, "key", { intent: "save" })).status).toBe(422);
    expect(calls).toEqual([]);
  });

  it("returns to the form after the sign-in", async () => {
    const site = routePage(PAGE, route, {
      account: null,
      session: null,
      signIn: {},
    } as unknown as SiteContext);
    const { status, location } = await site.get(SAVE);
    expect([status, location]).toEqual([303, `/login?${new URLSearchParams({ to: SAVE })}`]);
  });

  it("retains name and algos if the name is rejected", async () => {
    const { site } = savingPage(reject);
    const { html } = await site.get(SAVE);
    const refused = await site.submit(html, "key", { intent: "save", name: "Both" });
    expect(refused.status).toBe(409);
    expect(refused.html.querySelector("#save-name")?.getAttribute("value")).toBe("Both");
  });

  it("states how many algos were saved if a call fails midway, and completes the same list", async () => {
    const keys: unknown[] = [];
    const create = async (...[, key]: unknown[]) => {
      keys.push(key);
      return { ...LIST, strategyIds: keys.length === 1 ? [] : [ALGO] };
    };
    let fails = true;
    const track = async (_: string, id: string) => {
      if (keys.length === 2 || (fails && id === "steady"))
        throw Response.json({ kind: "unreachable", detail: "" }, { status: 503 });
    };
    const { site } = savingPage(create, track);
    const { html } = await site.get(SAVE);
    const partly = await site.submit(html, "key", { intent: "save", name: "Both" });
    expect(partly.status).toBe(503);
    const alert = partly.html.querySelector('[role="alert"]')?.text;
    expect(alert).toContain("The list is created, with 1 of 2 algos");
    expect(alert).not.toContain("Nothing was changed");
    // The name of the created list cannot be changed by saving again.
    expect(partly.html.querySelector("#save-name")?.hasAttribute("readonly")).toBe(true);
    const again = await site.submit(partly.html, "key", { intent: "save" });
    expect(again.html.querySelector('[role="alert"]')?.text).toContain("with 1 of 2 algos");
    fails = false;
    const saved = await site.submit(again.html, "key", { intent: "save" });
    expect(saved.location).toBe(`${PAGE}#list-${LIST.id}`);
    expect(new Set(keys).size).toBe(1);
  });

  it("links a list to its joint portfolio with the lots that the notes state", () => {
    const item = (id: string, note: string) => ({ strategy: { id }, note });
    expect(jointPath([item("a", "2 lots"), item("b", "1 lot")])).toBe(
      "/algos/portfolio?id=a&lots=2&id=b&lots=1",
    );
    expect(jointPath([item("a", "2 lots of trouble"), item("b", "")])).toBe("/algos/portfolio?id=a&id=b");
    expect(jointPath([item("a", "1000 lots"), item("b", "1 lot")])).toBe("/algos/portfolio?id=a&id=b");
    expect(jointPath([item("a", "2 lots")])).toBeNull();
  });
});
