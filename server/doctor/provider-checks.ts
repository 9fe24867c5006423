// Checks the provider's HTTP services with the same clients as the site, so that a service that passes works with the
// site.
import { createAuthClient } from "../provider/auth-client.ts";
import { createBaseApiClient } from "../provider/base-api-client.ts";
import type { Settings } from "../settings.ts";
import { createFindingCreators, DOCTOR_TIMES, type Finding, sendProbe } from "./finding.ts";

/**
 * Allowed difference in ms between the clocks of provider and site. Codes, sessions and messages between replicas
 * depend on the time.
 */
const CLOCK_AMBER_MS = 5_000;
const CLOCK_RED_MS = 60_000;
const SLOW_MS = 1_000;
const CREDENTIAL = ["BASE_API_HEADER", "BASE_API_SECRET"];

const doctorLimits = ({ limits }: Settings) => ({
  ...limits,
  providerConnectTimeoutMs: DOCTOR_TIMES.connectTimeoutMs,
  providerTimeoutMs: DOCTOR_TIMES.responseTimeoutMs,
});

/**
 * Loads the data of most pages: the list of algos, the managers, and one algo with its instruments. Each response is
 * validated.
 */
export async function checkBaseApi(settings: Settings): Promise<Finding[]> {
  const url = settings.baseApiUrl;
  const found = createFindingCreators("base API");
  if (url === null)
    return found.amber(
      ["BASE_API_URL"],
      "not set: the site shows the sandbox's invented algos, prices and accounts",
    );
  const faults: string[] = [];
  const odd: string[] = [];
  const api = createBaseApiClient({
    baseUrl: () => url,
    sourceCode: settings.sourceCode,
    brokerCode: settings.brokerCode,
    credential: settings.baseApiCredential,
    limits: doctorLimits(settings),
    onFault: ({ operation, reason }) => faults.push(`${operation}: ${reason}`),
    omitted: {
      record: (operation, items) =>
        odd.push(...items.map(({ id, path }) => `${operation} ${id} at ${path || "item"}`)),
    },
  });
  try {
    const from = performance.now();
    const { total } = await loadPages(api);
    const tookMs = Math.round(performance.now() - from);
    if (total === 0)
      return found.amber(["BASE_API_URL"], "responses match the contract, but no algo is listed");
    if (odd.length > 0)
      return found.amber(
        ["BASE_API_URL"],
        `${odd.length} items cannot be shown and are omitted; the first is ${odd[0]}`,
      );
    return tookMs > SLOW_MS
      ? found.amber(
          ["BASE_API_URL"],
          `responses match the contract, but the calls of one page took ${tookMs} ms`,
        )
      : found.green(["BASE_API_URL"], `${total} algos; all responses match the contract; ${tookMs} ms`);
  } catch (fault) {
    if (!(fault instanceof Response)) throw fault;
    const reason = faults[0] ?? `answered ${fault.status}`;
    return found.red(/ 40[13]$/.test(reason) ? CREDENTIAL : ["BASE_API_URL"], reason);
  } finally {
    await api.close();
  }
}

/** Loads the list of algos, the managers, and the data of the first algo. */
async function loadPages(api: ReturnType<typeof createBaseApiClient>) {
  const calls = api.forRequest({
    signal: AbortSignal.timeout(DOCTOR_TIMES.checkTimeoutMs),
    requestId: "doctor",
  });
  const [list] = await Promise.all([calls.listStrategies({ limit: 20 }), calls.listManagers()]);
  const first = list.items[0];
  if (first !== undefined)
    await Promise.all([
      calls.getStrategy(first.id),
      calls.listSimilarStrategies(first.id),
      calls.listStrategyInstruments(first.id),
    ]);
  return list;
}

/** Compares this machine's clock with the `Date` header of the base API. */
export async function checkClock(settings: Settings): Promise<Finding[]> {
  if (settings.baseApiUrl === null) return [];
  const answer = await sendProbe(`${settings.baseApiUrl}/v1/health`);
  const date = typeof answer === "string" ? null : answer.headers.date;
  if (typeof answer === "string" || typeof date !== "string")
    return createFindingCreators("clock").amber(
      [],
      "the clock cannot be checked: the base API sends no Date header",
    );
  // The header is rounded down to whole seconds, so 500 ms are added: the mean rounding error.
  const skewMs = Date.now() - answer.tookMs / 2 - (Date.parse(date) + 500);
  const text = `this machine's clock differs from the base API's by ${(Math.abs(skewMs) / 1_000).toFixed(1)} s`;
  const size = Math.abs(skewMs);
  return createFindingCreators("clock")[
    size > CLOCK_RED_MS ? "red" : size > CLOCK_AMBER_MS ? "amber" : "green"
  ]([], text);
}

/** Starts a sign-in and requests the login page that a browser would be redirected to. */
export async function checkSignIn(settings: Settings): Promise<Finding[]> {
  const { auth, baseApiUrl, publicOrigin } = settings;
  const found = createFindingCreators("sign-in");
  if (auth === null)
    return baseApiUrl === null ? [] : found.amber(["AUTH_URL"], "not set: users cannot sign in or deploy");
  const faults: string[] = [];
  const client = createAuthClient({
    baseUrl: () => auth.url,
    loginUrl: () => `${auth.url}/consent-login`,
    partner: () => ({ id: auth.partnerId, secret: auth.partnerSecret() }),
    limits: doctorLimits(settings),
    onFault: ({ operation, reason }) => faults.push(`${operation}: ${reason}`),
  });
  try {
    const request = { signal: AbortSignal.timeout(DOCTOR_TIMES.checkTimeoutMs), requestId: "doctor" };
    const page = await sendProbe(client.loginAddress(await client.generateConsent(request)));
    if (typeof page === "string" || page.status >= 400)
      return found.red(
        ["AUTH_URL"],
        `the login page ${typeof page === "string" ? `does not respond: ${page}` : `returns ${page.status}`}`,
      );
    if (publicOrigin === null)
      return found.red(
        ["PUBLIC_ORIGIN"],
        "not set: the provider cannot redirect browsers to /auth/callback of this site",
      );
    return found.green(
      ["AUTH_URL"],
      `a sign-in starts and the login page returns ${page.status}; register ${publicOrigin}/auth/callback there`,
    );
  } catch (fault) {
    if (!(fault instanceof Response)) throw fault;
    const reason = faults[0] ?? `answered ${fault.status}`;
    const isPartner = reason.includes("partner refused");
    return found.red(isPartner ? ["PARTNER_ID", "PARTNER_SECRET"] : ["AUTH_URL"], reason);
  } finally {
    await client.close();
  }
}

/** Checks only that the provider's other services are reachable. A test message or enquiry would have effects. */
export async function checkOtherServices(settings: Settings): Promise<Finding[]> {
  const { chatUrl, enquiryUrl, orderWindowUrl, tracing, baseApiUrl } = settings;
  const services = [
    {
      check: "chat",
      name: "CHAT_URL",
      url: chatUrl,
      path: "/v1/conversations/doctor-no-such-conversation",
      closed: "the chat is not offered",
    },
    {
      check: "enquiries",
      name: "API_ADMIN_FORM_URL",
      url: enquiryUrl,
      path: "/v1/enquiries",
      closed: "the form for API access is not offered",
    },
    {
      check: "order window",
      name: "ORDER_WINDOW_URL",
      url: orderWindowUrl,
      path: "",
      closed: "nothing can be deployed",
    },
  ];
  const findings = await Promise.all(
    services.map(async ({ check, name, url, path, closed }): Promise<Finding[]> => {
      if (url === null)
        return baseApiUrl === null ? [] : createFindingCreators(check).amber([name], `not set: ${closed}`);
      const answer = await sendProbe(`${url}${path}`, { headers: { accept: "application/json" } });
      if (typeof answer === "string")
        return createFindingCreators(check).red([name], `no response: ${answer}`);
      const isRefusal = answer.status === 401 || answer.status === 403;
      const colour = answer.status >= 500 ? "red" : isRefusal ? "amber" : "green";
      return createFindingCreators(check)[colour]([name], `returns ${answer.status}`);
    }),
  );
  return [...findings.flat(), ...(tracing === null ? [] : await checkTracing(tracing))];
}

async function checkTracing(tracing: NonNullable<Settings["tracing"]>): Promise<Finding[]> {
  const answer = await sendProbe(`${tracing.endpoint}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/json", ...tracing.headers },
    body: JSON.stringify({ resourceSpans: [] }),
  });
  const found = (name: string, text: string, colour: Finding["colour"] = "amber") =>
    createFindingCreators("traces")[colour]([name], text);
  if (typeof answer === "string") return found("OTEL_EXPORTER_OTLP_ENDPOINT", `no response: ${answer}`);
  if (answer.status === 401 || answer.status === 403)
    return found("OTEL_EXPORTER_OTLP_HEADERS", `the collector returns ${answer.status}`);
  return found(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    `the collector returns ${answer.status}`,
    answer.status < 300 ? "green" : "amber",
  );
}
