// Tracing with a test collector. A single trace covers the page, the provider's call and the sandbox through W3C
// headers, and the request's log line contains the trace id. An unavailable collector does not slow down requests.
// Every page has a Server-Timing header.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type Site, startSite, until } from "../support/site.ts";

type Otlp = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        attributes: { key: string; value: object }[];
      }[];
    }[];
  }[];
};
type ReceivedSpan = Otlp["resourceSpans"][number]["scopeSpans"][number]["spans"][number] & {
  service: string;
};

let site: Site | null = null;
let collector: Server | null = null;
afterEach(async () => {
  await site?.stop();
  collector?.close();
  site = null;
  collector = null;
});

async function collect(): Promise<{ url: string; spans: ReceivedSpan[]; keys: (string | undefined)[] }> {
  const spans: ReceivedSpan[] = [];
  const keys: (string | undefined)[] = [];
  collector = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      expect(request.url).toBe("/v1/traces");
      keys.push(request.headers["x-key"] as string | undefined);
      for (const { resource, scopeSpans } of (JSON.parse(text) as Otlp).resourceSpans)
        for (const { spans: some } of scopeSpans)
          for (const span of some)
            spans.push({
              ...span,
              service: resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "",
            });
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => collector?.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, spans, keys };
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

/** True for the span of a page that the proxy requested. */
const isPage = ({ name, parentSpanId }: ReceivedSpan) =>
  parentSpanId === "00f067aa0ba902b7" && /^GET (?:render|cache)/.test(name);

it("one trace covers proxy, page and sandbox, and the log contains the trace id", {
  timeout: 60_000,
}, async () => {
  const { url, spans, keys } = await collect();
  site = await startSite({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-key=only%20for%20the%20collector",
    TRUSTED_PROXY_HOPS: "1",
  });
  const running = site;
  await until(
    () =>
      running.get("/algos/managers/kestrel-ridge?probe=secret-word", {
        traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
        "x-forwarded-for": "10.1.1.1",
      }),
    // On a busy machine the request may need a retry.
    ({ status }) => status === 200,
    20_000,
  );
  const own = await until(
    async () => spans.filter(({ traceId }) => traceId === TRACE),
    (found) => found.some(({ service }) => service === "sandbox") && found.some(isPage),
    20_000,
  );
  const pages = own.filter(isPage);
  expect(pages).not.toEqual([]);
  const sandbox = own.find(({ service }) => service === "sandbox");
  const call = own.find(({ spanId }) => spanId === sandbox?.parentSpanId);
  expect(call?.name).toBe("base_api GET");
  expect(pages.map(({ spanId }) => spanId)).toContain(call?.parentSpanId);
  for (const { startTimeUnixNano, endTimeUnixNano } of own)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  const line = running.log.find(
    (one) => one.msg === "request" && one.path === "/algos/managers/kestrel-ridge",
  );
  expect(line?.traceId).toBe(TRACE);
  expect(keys[0]).toBe("only for the collector");
  // Spans contain neither a query nor the collector's key.
  expect(JSON.stringify(spans)).not.toContain("secret-word");
  expect(JSON.stringify(running.log)).not.toContain("only for the collector");
});

it("untrusted trace ids are ignored, and a missing collector causes one log warning", {
  timeout: 60_000,
}, async () => {
  site = await startSite({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  const running = site;
  for (let turn = 0; turn < 20; turn += 1)
    await until(
      () => running.get("/algos", { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }),
      // On a busy machine the request may need a retry.
      ({ status }) => status === 200,
      20_000,
    );
  const lines = running.log.filter((one) => one.msg === "request" && one.path === "/algos");
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(line.traceId).not.toBe(TRACE);
  }
  const warnings = await until(
    async () => running.log.filter((one) => one.msg === "the collector did not accept traces"),
    (found) => found.length > 0,
    20_000,
  );
  expect(warnings).toHaveLength(1);
  expect(await running.stop()).toBe(0);
});

it("pages have Server-Timing, and without a collector no log line has a trace id", async () => {
  site = await startSite();
  for (const path of ["/", "/algos", "/trading-apis", "/docs/v2/orders", "/no-such-page", "/status"]) {
    const { headers } = await site.get(path);
    expect(headers["server-timing"], path).toMatch(
      /^total;dur=\d+\.\d;desc="[\w ]+"(?:, provider;dur=\d+;desc="\d+ calls")?$/,
    );
  }
  const running = site;
  const algo = await until(
    () => running.get("/algos/managers/kestrel-ridge/ridgeline-condor"),
    // On a busy machine the request may need a retry.
    ({ status }) => status === 200,
    20_000,
  );
  expect(algo.headers["server-timing"]).toContain("provider;dur=");
  expect(site.log.some((line) => line.traceId !== undefined)).toBe(false);
});
