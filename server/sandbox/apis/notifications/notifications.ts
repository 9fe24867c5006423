// Sends clients their chosen notifications (channels.ts). Each client's event log is read from the last sent position,
// and new events are sent by Web Push, mail and webhook. A failed message is retried from the same position, even after
// a restart.

import type {
  NewPushDevice,
  NotificationChange,
  NotificationSettings,
  NotificationWay,
  TestNotification,
} from "../../../../app/contract/base-api/notifications.ts";
import type { EventLog } from "../../algos/deployments/event-log.ts";
import { Conflict, Refusal } from "../../refusal.ts";
import { type ChannelOptions, Channels } from "./channels.ts";
import { isQuiet, testMessages } from "./messages.ts";
import type { LogPosition, StoredSettings } from "./notification-store.ts";

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

type Options = ChannelOptions & {
  log: Pick<EventLog, "since">;
  onFault: (fault: unknown) => void;
};

/**
 * Pause before a retry. `batch` is the log position of the last event in the failed message; the retry ends there too.
 */
type RetryPause = { untilMs: number; pauseMs: number; batch: LogPosition };

const isAfter = (a: LogPosition, b: LogPosition): boolean => a.at > b.at || (a.at === b.at && a.key > b.key);

export class Notifications {
  readonly #options: Options;
  readonly #retryPauses = new Map<string, RetryPause>();
  readonly #channels: Channels;
  readonly #testedAt = new Map<string, number>();
  readonly #pollTimer: NodeJS.Timeout;
  /** Ids of clients with a pending webhook request. */
  readonly #calling = new Set<string>();
  #isPolling = false;

  constructor(options: Options) {
    this.#options = options;
    this.#channels = new Channels(options);
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
      devices.map((device) => this.#channels.pushTo(clientId, device, messages.push, false)),
    );
    const address = emailOf(clientId);
    const mailed = mail === null || address === null ? "gone" : await mail.send(address, messages.mail);
    return {
      push: outcomes.filter((outcome) => outcome === "sent").length,
      email: mailed === "sent" ? 1 : 0,
      webhook: (await this.#channels.callWebhook(clientId, [])) === "sent" ? 1 : 0,
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
    if (!this.#channels.canSend(clientId, way) || !Object.values(choices).some((choice) => choice[way]))
      return;
    const waiting = this.#retryPauses.get(key);
    if (at < (waiting?.untilMs ?? 0)) return;
    if (way === "email" && at - this.#channels.mailedAt(clientId) < MAIL_EVERY_MS) return;
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
    const outcome = chosen.length === 0 ? "sent" : await this.#channels.send(clientId, way, chosen);
    if (outcome === "later") {
      const pauseMs = Math.min((waiting?.pauseMs ?? RETRY_FIRST_MS / 2) * 2, RETRY_MAX_MS);
      this.#retryPauses.set(key, { untilMs: at + pauseMs, pauseMs, batch: { at: last.at, key: last.key } });
      return;
    }
    this.#retryPauses.delete(key);
    if (isQuietNow) store.setUrgentPosition(clientId, way, last);
    else store.setSentPosition(clientId, way, { at: last.at, key: last.key });
  }
}

/** Masks an address, for example "a…o@example.com". */
function masked(address: string): string {
  const [name = "", domain = ""] = address.split("@");
  return `${name.slice(0, 1)}…${name.slice(-1)}@${domain}`;
}
