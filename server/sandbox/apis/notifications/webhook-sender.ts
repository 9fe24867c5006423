// Sends a client's events as a signed POST to the client's address. Signature, time limits, circuit breakers and
// address rules are those of the trading API's postbacks.
import { addressRejection } from "../trading-api/postback-address.ts";
import { Breakers, createAgent, postSigned } from "../trading-api/postback-agent.ts";
import { POSTBACK_LIMITS } from "../trading-api/postbacks.ts";
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
  const receiverLimits = { ...POSTBACK_LIMITS, ...limits };
  const agent = createAgent(allowsPrivate, receiverLimits);
  const breakers = new Breakers(receiverLimits);
  const addressRefusal = (url: string) =>
    allowsPrivate || url.startsWith("https://")
      ? addressRejection(url, allowsPrivate)
      : "The address must start with https://.";

  return {
    addressRefusal,
    async send(clientId, hook, id, body) {
      // The agent checks host names when it resolves them. An IP address in the URL is never resolved, so it is checked
      // here.
      const refusal = addressRefusal(hook.url);
      if (refusal !== null) return refusal;
      try {
        const { status } = await breakers
          .policyFor(clientId, hook.url)
          .execute(() => postSigned(agent, { ...hook, id, body }, receiverLimits));
        return status < 300 ? null : `answered ${status}`;
      } catch (fault) {
        return (fault instanceof Error ? fault.message : String(fault)).slice(0, FAULT_MAX_CHARS);
      }
    },
    close: () => agent.destroy(),
  };
}
