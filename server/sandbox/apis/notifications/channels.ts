// Sends one message to a client: to browsers by Web Push, by mail, or to the webhook.
import type { NotificationWay } from "../../../../app/contract/base-api/notifications.ts";
import type { AccountEvent } from "../../../../app/contract/base-api/portfolio.ts";
import type { EventLog } from "../../algos/deployments/event-log.ts";
import { composeMail, pushMessage, webhookBody } from "./messages.ts";
import type { NotificationStore, PushDevice } from "./notification-store.ts";
import type { MailSender, PushSender, SendOutcome } from "./senders.ts";
import type { WebhookSender } from "./webhook-sender.ts";

type LoggedEvent = ReturnType<EventLog["since"]>[number];

export type ChannelOptions = {
  store: NotificationStore;
  push: PushSender | null;
  mail: MailSender | null;
  webhook: WebhookSender;
  /** Returns the mail address on file at the broker; null if there is none. */
  emailOf: (clientId: string) => string | null;
  now: () => number;
  brand: string;
  /** The site's origin, for links in mails; null if unknown. */
  origin: string | null;
};

export class Channels {
  readonly #options: ChannelOptions;
  readonly #mailedAt = new Map<string, number>();

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  /** Returns the time when the client's last mail was sent, epoch ms; 0 if none was sent. */
  mailedAt(clientId: string): number {
    return this.#mailedAt.get(clientId) ?? 0;
  }

  canSend(clientId: string, way: NotificationWay): boolean {
    const { store, push, mail, emailOf } = this.#options;
    if (way === "webhook") return store.settings(clientId).webhook !== null;
    return way === "push"
      ? push !== null && store.devices(clientId).length > 0
      : mail !== null && emailOf(clientId) !== null;
  }

  async send(clientId: string, way: NotificationWay, logged: readonly LoggedEvent[]): Promise<SendOutcome> {
    const { store, mail, emailOf, brand, origin, now } = this.#options;
    const events = logged.map(({ event }) => event);
    if (way === "webhook") return this.callWebhook(clientId, events, logged.at(-1)?.at);
    if (way === "email") {
      const address = emailOf(clientId);
      if (mail === null || address === null) return "gone";
      const outcome = await mail.send(address, composeMail(events, { brand, origin }));
      if (outcome === "sent") this.#mailedAt.set(clientId, now());
      return outcome;
    }
    const message = pushMessage(events);
    const isUrgent = events.some((event) => event.class === "limit" || event.class === "reject");
    const outcomes = await Promise.all(
      store.devices(clientId).map((device) => this.pushTo(clientId, device, message, isUrgent)),
    );
    // A push message that reached any browser is not retried, because a duplicate message is worse than a missing one.
    return !outcomes.includes("sent") && outcomes.includes("later") ? "later" : "sent";
  }

  /**
   * Sends events to the client's webhook, or a test message without events. The delivery number is the time of the last
   * event, so a retry repeats it.
   */
  async callWebhook(
    clientId: string,
    events: readonly AccountEvent[],
    delivery = this.#options.now(),
  ): Promise<SendOutcome> {
    const { store, webhook } = this.#options;
    const hook = store.settings(clientId).webhook;
    if (hook === null) return "gone";
    const fault = await webhook.send(clientId, hook, delivery, webhookBody(events));
    store.setWebhookResult(clientId, fault);
    return fault === null ? "sent" : "later";
  }

  /** Sends a message to a browser. Removes the browser if its push service no longer recognises it. */
  async pushTo(
    clientId: string,
    device: PushDevice,
    message: ReturnType<typeof pushMessage>,
    isUrgent: boolean,
  ): Promise<SendOutcome> {
    const { push, store } = this.#options;
    if (push === null) return "gone";
    const outcome = await push.send(device, message, isUrgent);
    if (outcome === "sent") store.sent(device.id);
    if (outcome === "gone") store.removeDevice(clientId, device.id);
    return outcome;
  }
}
