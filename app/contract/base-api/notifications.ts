// Notifications of a client outside this site: Web Push, e-mail to the address that the broker has on file, and signed
// requests to the client's webhook. The provider stores the settings and sends the notifications.
import { z } from "zod";
import type { EventClass } from "./portfolio.ts";

export const NOTIFICATION_WAYS = ["push", "email", "webhook"] as const;
export type NotificationWay = (typeof NOTIFICATION_WAYS)[number];

/** Maximum number of browsers that a client can register for Web Push. */
export const PUSH_DEVICES_MAX = 10;
export const DEVICE_NAME_CHARS = 60;
const ENDPOINT_CHARS = 1_000;
const KEY_CHARS = 200;
export const WEBHOOK_URL_CHARS = 500;

const timeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "a time of day as HH:MM, 00:00 to 23:59")
  .meta({ description: "Time of day in India, HH:MM" });

/** Period of the day without notifications. It crosses midnight if `to` is earlier than `from`. */
export const quietHoursSchema = z
  .strictObject({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, "start and end must differ");
export type QuietHours = z.infer<typeof quietHoursSchema>;

const choice = z.strictObject({
  push: z.boolean(),
  email: z.boolean(),
  webhook: z.boolean().optional().meta({ description: "Omitted if the provider has no webhooks" }),
});
const perClass: Record<EventClass, typeof choice> = {
  order: choice,
  reject: choice,
  limit: choice,
  manager: choice,
  state: choice,
};
export const notificationChoicesSchema = z.strictObject(perClass);
export type NotificationChoices = Record<EventClass, z.infer<typeof choice>>;

export const notificationChangeSchema = z
  .strictObject({
    choices: notificationChoicesSchema,
    quietHours: quietHoursSchema.nullable().meta({
      description:
        "Messages in these hours are sent together at their end; reached risk limits are sent at once",
    }),
    webhookUrl: z
      .string()
      .trim()
      .min(1)
      .max(WEBHOOK_URL_CHARS)
      .nullable()
      .optional()
      .meta({ description: "An https address that receives events; null removes it. If omitted: unchanged" }),
  })
  .meta({ id: "NotificationChange" });
export type NotificationChange = z.infer<typeof notificationChangeSchema>;

/** The browser's PushSubscription (W3C Push API), and a name that identifies the browser for the client. */
export const newPushDeviceSchema = z
  .strictObject({
    endpoint: z.url({ protocol: /^https?$/ }).max(ENDPOINT_CHARS),
    keys: z.strictObject({
      p256dh: z
        .string()
        .regex(/^[\w-]+=*$/, "base64url")
        .max(KEY_CHARS),
      auth: z
        .string()
        .regex(/^[\w-]+=*$/, "base64url")
        .max(KEY_CHARS),
    }),
    name: z.string().trim().min(1, "a name").max(DEVICE_NAME_CHARS),
  })
  .meta({ id: "NewPushDevice" });
export type NewPushDevice = z.infer<typeof newPushDeviceSchema>;

export const notificationSettingsSchema = z
  .object({
    push: z.object({
      publicKey: z
        .string()
        .nullable()
        .meta({ description: "The application server's key (RFC 8292), base64url; null: not offered" }),
      devices: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          addedAt: z.iso.datetime(),
          lastSentAt: z.iso.datetime().nullable(),
        }),
      ),
    }),
    email: z.object({
      isOffered: z.boolean(),
      address: z
        .string()
        .nullable()
        .meta({ description: "Address on file at the broker, partly hidden; null: none" }),
    }),
    webhook: z
      .object({
        url: z.string().nullable(),
        secret: z.string().nullable().meta({ description: "Signing key; null without an address" }),
        lastSentAt: z.iso.datetime().nullable(),
        fault: z
          .string()
          .nullable()
          .meta({ description: "Reason why the last delivery failed; null if it succeeded" }),
      })
      .optional()
      .meta({ description: "Omitted if the provider has no webhooks" }),
    choices: notificationChoicesSchema,
    quietHours: quietHoursSchema.nullable(),
  })
  .meta({ id: "NotificationSettings" });
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

/** Number of recipients that received a test message, by channel. */
export const testNotificationSchema = z
  .object({
    push: z.int().nonnegative(),
    email: z.int().nonnegative(),
    webhook: z.int().nonnegative().optional(),
  })
  .meta({ id: "TestNotification" });
export type TestNotification = z.infer<typeof testNotificationSchema>;
