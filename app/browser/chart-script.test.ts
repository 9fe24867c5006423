import { afterEach, expect, it, vi } from "vitest";

type Handler = (event: object) => void;
const handlers = new Map<string, Handler>();
const replies = new Map<string, () => void>();
vi.mock("./browser-client.ts", () => ({
  sendRequest: (path: string) =>
    new Promise((resolve) => {
      replies.set(path, () => resolve({ url: `https://site.example${path}`, text: async () => path }));
    }),
  readPage: () => ({ querySelector: () => part }),
}));
const part = { replaceWith: vi.fn(), querySelector: () => null, querySelectorAll: () => [] };
const addresses: string[] = [];
const field = { value: "1" };

class Input {
  id = "slider-calm";
  dataset = { lot: "10000" };
  valueAsNumber = 3;
  value = "3";
  setAttribute() {}
}

async function loadScript() {
  vi.stubGlobal("document", {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, handler),
    querySelectorAll: () => [],
    querySelector: (selector: string) => (selector.startsWith("output") ? null : part),
    getElementById: (id: string) => (id === "lots-calm" ? field : null),
    adoptNode: (node: unknown) => node,
  });
  vi.stubGlobal("IntersectionObserver", class {});
  vi.stubGlobal("HTMLInputElement", Input);
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  vi.stubGlobal("location", { href: "https://site.example/" });
  vi.stubGlobal("history", { replaceState: (_: unknown, __: string, path: string) => addresses.push(path) });
  vi.resetModules();
  await import("./chart-script.ts");
}
afterEach(() => vi.unstubAllGlobals());

it("shows the latest choice if an earlier one gets its response later", async () => {
  await loadScript();
  const choose = (path: string) => {
    const link = { id: "", getAttribute: () => path };
    handlers.get("click")?.({ target: { closest: () => link }, button: 0, preventDefault: () => {} });
  };
  choose("/one");
  choose("/two");
  replies.get("/two")?.();
  replies.get("/one")?.();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(addresses).toEqual(["/two"]);
});

it("writes the lots of a moved slider to the field, whose unsent number no longer applies", async () => {
  await loadScript();
  handlers.get("input")?.({ target: new Input() });
  expect(field.value).toBe("3");
});
