// Sends clients their chosen notifications. Each client's event log is read from the last sent position, and new events
// are sent by Web Push, mail and webhook. A failed message is retried from the same position, even after a restart.

import type {
  NewPushDevice,
  NotificationChange,
  NotificationSettings,
  NotificationWay,
  TestNotification,
} from "../../../../app/contract/base-api/notifications.ts";
import type { AccountEvent } from "../../../../app/contract/base-api/portfolio.ts";
import type { EventLog } from "../../algos/deployments/event-log.ts";
import { Conflict, Refusal } from "../../refusal.ts";
import { isQuiet, mailOf, pushMessage, testMessages, webhookBody } from "./messages.ts";
import type { LogPosition, NotificationStore, PushDevice, StoredSettings } from "./notification-store.ts";
import type { MailSender, PushSender, SendOutcome } from "./senders.ts";
import type { WebhookSender } from "./webhook-sender.ts";

const POLL_EVERY_MS = 2_000;
/** An event is sent at this age, when the log contains all events with the same timestamp. */
const EVENT_MIN_AGE_MS = 1_000;
/** Minimum interval between two mails to a client; each lists all events in between. */
const MAIL_EVERY_MS = 60_000;
/** Maximum age of an event that is sent. Older events remain only in the log. */
const EVENT_MAX_AGE_MS = 24 * 60 * 60_000;
const EVENTS_PER_READ = 500;
const RETRY_FIRST_MS = 5_000;
const RETRY_MAX_MS = 15 * 60_000;
const TEST_EVERY_MS = 20_000;
/** Maximum number of parallel webhook requests over all clients. A client has at most one. */
const WEBHOOKS_AT_ONCE = 32;

/** Returns the mail address on file at the broker; null if there is none. */
type EmailAddressOf = (clientId: string) => string | null;

type Options = {
  store: NotificationStore;
  log: Pick<EventLog, "since">;
  push: PushSender | null;
  mail: MailSender | null;
  webhook: WebhookSender;
  emailOf: EmailAddressOf;
  now: () => number;
  brand: string;
  /** The site's origin, for links in mails; null if unknown. */
  origin: string | null;
  onFault: (fault: unknown) => void;
};

/**
 * Pause before a retry. `batch` is the log position of the last event in the failed message; the retry ends there too.
 */
type RetryPause = { untilMs: number; pauseMs: number; batch: LogPosition };
type LoggedEvent = ReturnType<EventLog["since"]>[number];

const isAfter = (a: LogPosition, b: LogPosition): boolean => a.at > b.at || (a.at === b.at && a.key > b.key);

export class Notifications {
  readonly #options: Options;
  readonly #retryPauses = new Map<string, RetryPause>();
  readonly #mailedAt = new Map<string, number>();
  readonly #testedAt = new Map<string, number>();
  readonly #pollTimer: NodeJS.Timeout;
  /** Ids of clients with a pending webhook request. */
  readonly #calling = new Set<string>();
  #isPolling = false;

  constructor(options: Options) {
    this.#options = options;
    this.#pollTimer = setInterval(() => void this.poll(), POLL_EVERY_MS);
  }

  settings(clientId: string): NotificationSettings {
    const { store, push, mail, emailOf } = this.#options;
    const { choices, quietHours, webhook } = store.settings(clientId);
    const address = emailOf(clientId);
    return {
      push: {
        publicKey: push?.publicKey ?? null,
        devices: store.devices(clientId).map(({ id, name, addedAt, sentAt }) => ({
          id,
          name,
          addedAt: new Date(addedAt).toISOString(),
          lastSentAt: sentAt === null ? null : new Date(sentAt).toISOString(),
        })),
      },
      email: { isOffered: mail !== null, address: address === null ? null : masked(address) },
      webhook: {
        url: webhook?.url ?? null,
        secret: webhook?.secret ?? null,
        lastSentAt: webhook?.sentAt ? new Date(webhook.sentAt).toISOString() : null,
        fault: webhook?.fault ?? null,
      },
      choices,
      quietHours,
    };
  }

  change(clientId: string, change: NotificationChange): NotificationSettings {
    const refused = change.webhookUrl ? this.#options.webhook.addressRefusal(change.webhookUrl) : null;
    if (refused !== null) throw new Refusal(422, `Webhook: ${refused}`);
    this.#options.store.change(clientId, change);
    return this.settings(clientId);
  }

  /** Adds a browser. Returns null if the endpoint belongs to no supported push service. */
  addDevice(clientId: string, device: NewPushDevice): NotificationSettings | null {
    const { store, push } = this.#options;
    if (push === null) throw new Conflict("Web Push is not offered here.");
    if (!push.supports(device.endpoint)) return null;
    if (!store.addDevice(clientId, device))
      throw new Conflict("The maximum number of browsers is reached. Remove one first.");
    return this.settings(clientId);
  }

  /** Removes a browser. Returns null if the client has no such browser. */
  removeDevice(clientId: string, id: string): NotificationSettings | null {
    return this.#options.store.removeDevice(clientId, id) ? this.settings(clientId) : null;
  }

  /** Sends a test message to all channels. Returns null if the last test was sent too recently. */
  async test(clientId: string): Promise<TestNotification | null> {
    const { store, push, mail, emailOf, now, brand, origin } = this.#options;
    if (now() - (this.#testedAt.get(clientId) ?? Number.NEGATIVE_INFINITY) < TEST_EVERY_MS) return null;
    this.#testedAt.set(clientId, now());
    const messages = testMessages({ brand, origin });
    const devices = push === null ? [] : store.devices(clientId);
    const outcomes = await Promise.all(
      devices.map((device) => this.#pushTo(clientId, device, messages.push, false)),
    );
    const address = emailOf(clientId);
    const mailed = mail === null || address === null ? "gone" : await mail.send(address, messages.mail);
    return {
      push: outcomes.filter((outcome) => outcome === "sent").length,
      email: mailed === "sent" ? 1 : 0,
      webhook: (await this.#callWebhook(clientId, [])) === "sent" ? 1 : 0,
    };
  }

  /** Processes all clients that have chosen notifications, one client at a time. */
  async poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      for (const settings of this.#options.store.listSettings()) {
        await this.#notify(settings, "push");
        await this.#notify(settings, "email");
        this.#startWebhook(settings);
      }
    } catch (fault) {
      this.#options.onFault(fault);
    } finally {
      this.#isPolling = false;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#pollTimer);
    this.#options.mail?.close();
    await Promise.all([this.#options.push?.close(), this.#options.webhook.close()]);
  }

  /** Calls the webhook without awaiting the response, so that a slow receiver delays no other client. */
  #startWebhook(settings: StoredSettings): void {
    const { clientId } = settings;
    if (this.#calling.has(clientId) || this.#calling.size >= WEBHOOKS_AT_ONCE) return;
    this.#calling.add(clientId);
    void this.#notify(settings, "webhook")
      .catch(this.#options.onFault)
      .finally(() => this.#calling.delete(clientId));
  }

  async #notify(settings: StoredSettings, way: NotificationWay): Promise<void> {
    const { store, log, now } = this.#options;
    const { clientId, choices, quietHours } = settings;
    const key = `${way} ${clientId}`;
    const at = now();
    if (!this.#canSend(clientId, way) || !Object.values(choices).some((choice) => choice[way])) return;
    const waiting = this.#retryPauses.get(key);
    if (at < (waiting?.untilMs ?? 0)) return;
    if (way === "email" && at - (this.#mailedAt.get(clientId) ?? 0) < MAIL_EVERY_MS) return;
    const oldest = { at: at - EVENT_MAX_AGE_MS, key: "" };
    const urgent = settings.urgent[way] ?? oldest;
    // In quiet hours, only events of reached limits are sent. The stored position does not advance, so that all other
    // events are sent after the quiet hours.
    const isQuietNow = isQuiet(quietHours, at);
    const from = [oldest, settings.setDeviceSent[way], ...(isQuietNow ? [urgent] : [])].reduce((a, b) =>
      isAfter(b, a) ? b : a,
    );
    const batch = way === "webhook" ? waiting?.batch : undefined;
    const found = log
      .since(clientId, from, batch?.at ?? at - EVENT_MIN_AGE_MS, EVENTS_PER_READ)
      .filter((place) => batch === undefined || !isAfter(place, batch));
    const last = found.at(-1);
    if (last === undefined) {
      this.#retryPauses.delete(key);
      return;
    }
    const chosen = found.filter(
      (logged) =>
        choices[logged.event.class][way] &&
        (logged.event.class === "limit" ? isAfter(logged, urgent) : !isQuietNow),
    );
    const outcome = chosen.length === 0 ? "sent" : await this.#send(clientId, way, chosen);
    if (outcome === "later") {
      const pauseMs = Math.min((waiting?.pauseMs ?? RETRY_FIRST_MS / 2) * 2, RETRY_MAX_MS);
      this.#retryPauses.set(key, { untilMs: at + pauseMs, pauseMs, batch: { at: last.at, key: last.key } });
      return;
    }
    this.#retryPauses.delete(key);
    if (isQuietNow) store.setUrgentPosition(clientId, way, last);
    else store.setSentPosition(clientId, way, { at: last.at, key: last.key });
  }

  #canSend(clientId: string, way: NotificationWay): boolean {
    const { store, push, mail, emailOf } = this.#options;
    if (way === "webhook") return store.settings(clientId).webhook !== null;
    return way === "push"
      ? push !== null && store.devices(clientId).length > 0
      : mail !== null && emailOf(clientId) !== null;
  }

  async #send(clientId: string, way: NotificationWay, logged: readonly LoggedEvent[]): Promise<SendOutcome> {
    const { store, mail, emailOf, brand, origin, now } = this.#options;
    const events = logged.map(({ event }) => event);
    if (way === "webhook") return this.#callWebhook(clientId, events, logged.at(-1)?.at);
    if (way === "email") {
      const address = emailOf(clientId);
      if (mail === null || address === null) return "gone";
      const outcome = await mail.send(address, mailOf(events, { brand, origin }));
      if (outcome === "sent") this.#mailedAt.set(clientId, now());
      return outcome;
    }
    const message = pushMessage(events);
    const isUrgent = events.some((event) => event.class === "limit" || event.class === "reject");
    const outcomes = await Promise.all(
      store.devices(clientId).map((device) => this.#pushTo(clientId, device, message, isUrgent)),
    );
    // A push message that reached any browser is not retried, because a duplicate message is worse than a missing one.
    return !outcomes.includes("sent") && outcomes.includes("later") ? "later" : "sent";
  }

  /**
   * Sends events to the client's webhook, or a test message without events. The delivery number is the time of the last
   * event, so a retry repeats it.
   */
  async #callWebhook(
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
  async #pushTo(
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

/** Masks an address, for example "a…o@example.com". */
function masked(address: string): string {
  const [name = "", domain = ""] = address.split("@");
  return `${name.slice(0, 1)}…${name.slice(-1)}@${domain}`;
}
