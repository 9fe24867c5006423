// Creates the notification service from the process settings.
import { findClient } from "../../accounts/clients.ts";
import type { DeploymentRows } from "../../algos/deployments/deployment-rows.ts";
import { EventLog } from "../../algos/deployments/event-log.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { NotificationStore } from "./notification-store.ts";
import { Notifications } from "./notifications.ts";
import { createMailSender, createPushSender } from "./senders.ts";
import { createWebhookSender } from "./webhook-sender.ts";

export function openNotifications(options: {
  db: SandboxDatabase;
  rows: DeploymentRows;
  now: () => number;
  settings: {
    mail: { from: string } | null;
    push: { contact: string; services: string[] } | null;
    origin: string | null;
  };
  brandName: () => string;
  mailUrl: string | null;
  allowsPrivate: boolean;
  onFault: (fault: unknown) => void;
}): Notifications {
  const { db, rows, now, settings, brandName, mailUrl, allowsPrivate, onFault } = options;
  const { mail, push, origin } = settings;
  const store = new NotificationStore(db, now);
  return new Notifications({
    store,
    log: new EventLog({ db, rows, now }),
    push: push === null ? null : createPushSender({ ...push, keys: store.pushKeys(), onFault }),
    mail:
      mail === null || mailUrl === null
        ? null
        : createMailSender({
            url: mailUrl,
            from: mail.from,
            choicesUrl: origin === null ? null : `${origin}/account/notifications`,
            onFault,
          }),
    webhook: createWebhookSender(allowsPrivate),
    emailOf: (clientId) => findClient(clientId)?.email ?? null,
    now,
    get brand() {
      return brandName();
    },
    origin,
    onFault,
  });
}
