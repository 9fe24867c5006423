// Sends a client's events as a signed POST to the client's address. Signature, time limits, circuit breakers and
// address rules are those of the trading API's postbacks.
import { request } from "undici";
import { refusedAddress } from "../trading-api/postback-address.ts";
import { agentFor, Breakers } from "../trading-api/postback-agent.ts";
import { POSTBACK_LIMITS, signatureOf } from "../trading-api/postbacks.ts";
import type { Webhook } from "./notification-store.ts";

const FAULT_MAX_CHARS = 200;

export type WebhookSender = {
  /** Returns a sentence with the reason why an address is rejected, or null if it is allowed. */
  addressRefusal(url: string): string | null;
  /**
   * Sends a delivery without following redirects. Returns null after a status below 300, otherwise the reason of the
   * failure.
   */
  send(clientId: string, hook: Webhook, id: number, body: string): Promise<string | null>;
  close(): Promise<void>;
};

/** Creates the webhook sender. `allowsPrivate` also allows plain http, for receivers under test. */
export function createWebhookSender(
  allowsPrivate: boolean,
  limits: Partial<typeof POSTBACK_LIMITS> = {},
): WebhookSender {
  const { tryTimeoutMs, answerBytes, ...rest } = { ...POSTBACK_LIMITS, ...limits };
  const agent = agentFor(allowsPrivate, { ...rest, answerBytes });
  const breakers = new Breakers({ ...rest, answerBytes });
  const addressRefusal = (url: string) =>
    allowsPrivate || url.startsWith("https://")
      ? refusedAddress(url, allowsPrivate)
      : "The address must start with https://.";

  async function post({ url, secret }: Webhook, id: number, body: string): Promise<number> {
    const timestamp = Math.floor(Date.now() / 1_000);
    const signal = AbortSignal.timeout(tryTimeoutMs);
    const answer = await request(url, {
      method: "POST",
      dispatcher: agent,
      signal,
      body,
      headers: {
        "content-type": "application/json",
        "x-postback-delivery": String(id),
        "x-postback-timestamp": String(timestamp),
        "x-postback-signature": signatureOf({ id, timestamp, body }, secret),
      },
    });
    await answer.body.dump({ limit: answerBytes, signal }).catch(() => undefined);
    return answer.statusCode;
  }

  return {
    addressRefusal,
    async send(clientId, hook, id, body) {
      // The agent checks host names when it resolves them. An IP address in the URL is never resolved, so it is checked
      // here.
      const refusal = addressRefusal(hook.url);
      if (refusal !== null) return refusal;
      try {
        const status = await breakers.policyFor(clientId, hook.url).execute(() => post(hook, id, body));
        return status < 300 ? null : `answered ${status}`;
      } catch (fault) {
        return (fault instanceof Error ? fault.message : String(fault)).slice(0, FAULT_MAX_CHARS);
      }
    },
    close: () => agent.destroy(),
  };
}
