// Parses the form of the notification settings: events, channels and quiet hours. If the input is invalid, the form
// shows the entered values again.

import {
  type NewPushDevice,
  NOTIFICATION_WAYS,
  type NotificationChange,
  type NotificationChoices,
  type NotificationSettings,
  newPushDeviceSchema,
  notificationChangeSchema,
  type QuietHours,
  WEBHOOK_URL_CHARS,
} from "../contract/base-api/notifications.ts";
import { EVENT_CLASSES } from "../contract/base-api/portfolio.ts";
import { parseJson } from "../domain/parse-json.ts";
import { choicesFaultText as text } from "./text.ts";

/** The entered values. `webhookUrl` is empty if the user wants no webhook. */
export type TypedChoices = {
  choices: NotificationChoices;
  isQuiet: boolean;
  hours: QuietHours;
  webhookUrl: string;
};

export const QUIET_SUGGESTED: QuietHours = { from: "22:00", to: "08:00" };

export type ChoiceFaults = { from?: string; to?: string; webhookUrl?: string };

export function toTypedChoices({ choices, quietHours, webhook }: NotificationSettings): TypedChoices {
  return {
    choices,
    isQuiet: quietHours !== null,
    hours: quietHours ?? QUIET_SUGGESTED,
    webhookUrl: webhook?.url ?? "",
  };
}

/** Returns the form value of one checkbox. */
export const choiceValue = (name: string, way: string): string => `${name}.${way}`;

export function readChoices(form: FormData): {
  typed: TypedChoices;
  change: NotificationChange | null;
  faults: ChoiceFaults;
} {
  const on = new Set(form.getAll("on").map(String));
  // The form contains this field only if the provider offers webhooks. Other providers would reject the value.
  const hasWebhook = form.has("webhookUrl");
  const ways = NOTIFICATION_WAYS.filter((way) => way !== "webhook" || hasWebhook);
  const choices = Object.fromEntries(
    EVENT_CLASSES.map((name) => [
      name,
      Object.fromEntries(ways.map((way) => [way, on.has(choiceValue(name, way))])),
    ]),
  ) as NotificationChoices;
  const isQuiet = form.get("quiet") === "yes";
  const hours = { from: String(form.get("from") ?? ""), to: String(form.get("to") ?? "") };
  const webhookUrl = String(form.get("webhookUrl") ?? "").trim();
  const typed = { choices, isQuiet, hours, webhookUrl: webhookUrl.slice(0, WEBHOOK_URL_CHARS) };
  const parsed = notificationChangeSchema.safeParse({
    choices,
    quietHours: isQuiet ? hours : null,
    ...(hasWebhook && { webhookUrl: webhookUrl === "" ? null : webhookUrl }),
  });
  if (parsed.success) return { typed, change: parsed.data, faults: {} };
  const faults: ChoiceFaults = {};
  for (const { path } of parsed.error.issues)
    if (path[0] === "webhookUrl") faults.webhookUrl = text.webhook(WEBHOOK_URL_CHARS);
    else if (path.at(-1) === "from") faults.from = text.from;
    else if (path.at(-1) === "to") faults.to = text.to;
    else faults.to = text.sameTime;
  return { typed, change: null, faults };
}

/** Parses the push subscription that the browser script inserted into the form. Null if invalid. */
export function readDevice(form: FormData): NewPushDevice | null {
  const subscription = parseJson(String(form.get("subscription") ?? ""));
  const { endpoint, keys } = (subscription ?? {}) as { endpoint?: unknown; keys?: unknown };
  const parsed = newPushDeviceSchema.safeParse({ endpoint, keys, name: String(form.get("name") ?? "") });
  return parsed.success ? parsed.data : null;
}
