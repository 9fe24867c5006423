// Stores clients' notification settings, their browsers for Web Push, and the keys. The browsers' keys and the private
// signing key are encrypted.
import { randomBytes, randomUUID } from "node:crypto";
import webPush from "web-push";
import type {
  NewPushDevice,
  NotificationChange,
  NotificationChoices,
  NotificationWay,
  QuietHours,
} from "../../../../app/contract/base-api/notifications.ts";
import { PUSH_DEVICES_MAX } from "../../../../app/contract/base-api/notifications.ts";
import { EVENT_CLASSES } from "../../../../app/contract/base-api/portfolio.ts";
import { getVault, inTransaction, type SandboxDatabase } from "../../store/database.ts";

/** Position of an event in the event log. */
export type LogPosition = { at: number; key: string };

export type StoredSettings = {
  clientId: string;
  choices: NotificationChoices;
  quietHours: QuietHours | null;
  setDeviceSent: Record<NotificationWay, LogPosition>;
  /** Position of the last limit event that was sent during quiet hours, by channel. */
  urgent: Partial<Record<NotificationWay, LogPosition>>;
  webhook: Webhook | null;
};

/** Webhook of a client: its address, its signing key, and the result of the last delivery. */
export type Webhook = { url: string; secret: string; sentAt: number | null; fault: string | null };

export type PushDevice = {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
  name: string;
  addedAt: number;
  sentAt: number | null;
};

type SettingsRow = {
  client_id: string;
  choices: string;
  quiet_from: string | null;
  quiet_to: string | null;
  push_at: number;
  push_key: string;
  email_at: number;
  email_key: string;
  webhook: string | null;
  webhook_at: number;
  webhook_key: string;
  webhook_sent_at: number | null;
  webhook_fault: string | null;
  urgent: string;
};
type DeviceRow = Omit<PushDevice, "keys"> & { keys: string };

const WEBHOOK_SECRET_BYTES = 32;

const NO_CHOICES: NotificationChoices = Object.fromEntries(
  EVENT_CLASSES.map((name) => [name, { push: false, email: false, webhook: false }]),
) as NotificationChoices;

export class NotificationStore {
  readonly #db: SandboxDatabase;
  readonly #now: () => number;

  constructor(db: SandboxDatabase, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns the key pair that signs push messages (VAPID, RFC 8292). It is generated on first use. */
  pushKeys(): { publicKey: string; privateKey: string } {
    return inTransaction(this.#db, () => {
      const row = this.#db.prepare("SELECT public_key, private_key FROM push_keys").get() as
        | { public_key: string; private_key: string }
        | undefined;
      const opened = row === undefined ? null : getVault(this.#db).open(row.private_key);
      if (row !== undefined && opened !== null) return { publicKey: row.public_key, privateKey: opened };
      const made = webPush.generateVAPIDKeys();
      this.#db.prepare("DELETE FROM push_keys").run();
      this.#db
        .prepare("INSERT INTO push_keys (public_key, private_key) VALUES (?, ?)")
        .run(made.publicKey, getVault(this.#db).seal(made.privateKey));
      return made;
    });
  }

  settings(clientId: string): StoredSettings {
    const row = this.#db.prepare("SELECT * FROM notification_settings WHERE client_id = ?").get(clientId) as
      | SettingsRow
      | undefined;
    if (row !== undefined) return this.#asSettings(row);
    const here = { at: this.#now(), key: "" };
    return {
      clientId,
      choices: NO_CHOICES,
      quietHours: null,
      setDeviceSent: { push: here, email: here, webhook: here },
      urgent: {},
      webhook: null,
    };
  }

  /** Lists the clients that have chosen notifications. */
  listSettings(): StoredSettings[] {
    return (this.#db.prepare("SELECT * FROM notification_settings").all() as SettingsRow[]).map((row) =>
      this.#asSettings(row),
    );
  }

  /**
   * Stores a client's choices. A channel that was off before receives only later events. A new webhook address gets a
   * new secret; without `webhookUrl` the address is unchanged.
   */
  change(clientId: string, { choices, quietHours, webhookUrl }: NotificationChange): void {
    const before = this.settings(clientId);
    const wasOn = (way: NotificationWay) => EVENT_CLASSES.some((name) => before.choices[name][way]);
    const here = { at: this.#now(), key: "" };
    const isSameAddress = webhookUrl === undefined || webhookUrl === before.webhook?.url;
    const placeOf = (way: NotificationWay) =>
      wasOn(way) && (way !== "webhook" || isSameAddress) ? before.setDeviceSent[way] : here;
    const [push, email, webhook] = [placeOf("push"), placeOf("email"), placeOf("webhook")];
    this.#db
      .prepare(
        `INSERT INTO notification_settings
           (client_id, choices, quiet_from, quiet_to, push_at, push_key, email_at, email_key, webhook_at, webhook_key)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (client_id) DO UPDATE SET choices = excluded.choices, quiet_from = excluded.quiet_from,
           quiet_to = excluded.quiet_to, push_at = excluded.push_at, push_key = excluded.push_key,
           email_at = excluded.email_at, email_key = excluded.email_key, webhook_at = excluded.webhook_at,
           webhook_key = excluded.webhook_key`,
      )
      .run(
        clientId,
        JSON.stringify(choices),
        quietHours?.from ?? null,
        quietHours?.to ?? null,
        push.at,
        push.key,
        email.at,
        email.key,
        webhook.at,
        webhook.key,
      );
    if (isSameAddress) return;
    const sealed =
      webhookUrl === null
        ? null
        : getVault(this.#db).seal(
            JSON.stringify({ url: webhookUrl, secret: randomBytes(WEBHOOK_SECRET_BYTES).toString("hex") }),
          );
    this.#db
      .prepare(
        "UPDATE notification_settings SET webhook = ?, webhook_sent_at = NULL, webhook_fault = NULL WHERE client_id = ?",
      )
      .run(sealed, clientId);
  }

  /** Records the result of a delivery; `fault` is null after a successful one. */
  setWebhookResult(clientId: string, fault: string | null): void {
    if (!this.#db.open) return;
    this.#db
      .prepare(
        `UPDATE notification_settings SET webhook_fault = ?1,
           webhook_sent_at = CASE WHEN ?1 IS NULL THEN ?2 ELSE webhook_sent_at END WHERE client_id = ?3`,
      )
      .run(fault, this.#now(), clientId);
  }

  setSentPosition(clientId: string, way: NotificationWay, { at, key }: LogPosition): void {
    if (!this.#db.open) return;
    this.#db
      .prepare(`UPDATE notification_settings SET ${way}_at = ?, ${way}_key = ? WHERE client_id = ?`)
      .run(at, key, clientId);
  }

  setUrgentPosition(clientId: string, way: NotificationWay, place: LogPosition): void {
    if (!this.#db.open) return;
    const urgent = { ...this.settings(clientId).urgent, [way]: { at: place.at, key: place.key } };
    this.#db
      .prepare("UPDATE notification_settings SET urgent = ? WHERE client_id = ?")
      .run(JSON.stringify(urgent), clientId);
  }

  devices(clientId: string): PushDevice[] {
    const rows = this.#db
      .prepare(
        "SELECT id, endpoint, keys, name, added_at AS addedAt, sent_at AS sentAt FROM push_devices WHERE client_id = ? ORDER BY added_at, id",
      )
      .all(clientId) as DeviceRow[];
    return rows.flatMap((row) => {
      const keys = getVault(this.#db).open(row.keys);
      return keys === null ? [] : [{ ...row, keys: JSON.parse(keys) as PushDevice["keys"] }];
    });
  }

  /** Adds a browser. A browser belongs to the client that added it last. Returns false at the limit. */
  addDevice(clientId: string, { endpoint, keys, name }: NewPushDevice): boolean {
    return inTransaction(this.#db, () => {
      this.#db.prepare("DELETE FROM push_devices WHERE endpoint = ?").run(endpoint);
      const { count } = this.#db
        .prepare("SELECT count(*) AS count FROM push_devices WHERE client_id = ?")
        .get(clientId) as { count: number };
      if (count >= PUSH_DEVICES_MAX) return false;
      this.#db
        .prepare(
          "INSERT INTO push_devices (id, client_id, endpoint, keys, name, added_at) VALUES (?, ?, ?, ?, ?, ?)",
        )
        .run(
          randomUUID(),
          clientId,
          endpoint,
          getVault(this.#db).seal(JSON.stringify(keys)),
          name,
          this.#now(),
        );
      return true;
    });
  }

  removeDevice(clientId: string, id: string): boolean {
    return (
      this.#db.prepare("DELETE FROM push_devices WHERE client_id = ? AND id = ?").run(clientId, id).changes >
      0
    );
  }

  sent(deviceId: string): void {
    this.#db.prepare("UPDATE push_devices SET sent_at = ? WHERE id = ?").run(this.#now(), deviceId);
  }

  #asSettings(row: SettingsRow): StoredSettings {
    const { quiet_from: from, quiet_to: to } = row;
    const opened = row.webhook === null ? null : getVault(this.#db).open(row.webhook);
    return {
      clientId: row.client_id,
      choices: { ...NO_CHOICES, ...(JSON.parse(row.choices) as Partial<NotificationChoices>) },
      quietHours: from === null || to === null ? null : { from, to },
      setDeviceSent: {
        push: { at: row.push_at, key: row.push_key },
        email: { at: row.email_at, key: row.email_key },
        webhook: { at: row.webhook_at, key: row.webhook_key },
      },
      urgent: JSON.parse(row.urgent) as StoredSettings["urgent"],
      webhook:
        opened === null
          ? null
          : {
              ...(JSON.parse(opened) as Pick<Webhook, "url" | "secret">),
              sentAt: row.webhook_sent_at,
              fault: row.webhook_fault,
            },
    };
  }
}
