// The playground's way to the sandbox: an account made by the portal's own call, and one call of the trading API at a time. It knows no
// other address than the sandbox's.
import { request } from "undici";
import type { Playground } from "../../app/context.ts";
import { unreachable } from "./faults.ts";

const SHOWN_HEADERS = [
  "content-type",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "retry-after",
  "x-request-id",
];
const SHOWN_CHARS = 60_000;

export function createPlaygroundClient(options: {
  /** Null while the sandbox is down. */
  baseUrl: () => string | null;
  address: string;
  answerWithinMs: number;
}): Playground {
  function base(): string {
    const address = options.baseUrl();
    if (address === null) throw unreachable();
    return address;
  }
  const limits = { headersTimeout: options.answerWithinMs, bodyTimeout: options.answerWithinMs };
  return {
    async openAccount() {
      const answer = await request(`${base()}/portal/accounts`, {
        method: "POST",
        headers: { accept: "application/json", "x-client-address": options.address },
        ...limits,
      }).catch(() => null);
      if (answer?.statusCode !== 200) throw unreachable();
      const { dhanClientId, accessToken } = (await answer.body.json()) as Record<string, string>;
      return { clientId: dhanClientId ?? "", token: accessToken ?? "" };
    },
    async send({ clientId, token }, call) {
      const startedAt = performance.now();
      const answer = await request(`${base()}/v2${call.path}`, {
        method: call.method as "GET",
        headers: {
          "access-token": token,
          "client-id": clientId,
          ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: call.body === undefined ? null : JSON.stringify(call.body),
        ...limits,
      }).catch(() => null);
      if (answer === null) throw unreachable();
      const text = await answer.body.text();
      const isJson = String(answer.headers["content-type"] ?? "").includes("json");
      const shown = isJson && text !== "" ? JSON.stringify(JSON.parse(text), null, 2) : text;
      return {
        status: answer.statusCode,
        tookMs: Math.round(performance.now() - startedAt),
        headers: SHOWN_HEADERS.flatMap((name): [string, string][] => {
          const value = answer.headers[name];
          return typeof value === "string" ? [[name, value]] : [];
        }),
        body: shown.length > SHOWN_CHARS ? `${shown.slice(0, SHOWN_CHARS)}\n… cut here` : shown,
      };
    },
  };
}
