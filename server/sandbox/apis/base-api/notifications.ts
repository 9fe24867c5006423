// Base API handlers of notifications: the client's choices, its browsers, and a test message.
import { Conflict, Refusal } from "../../refusal.ts";
import type { Notifications } from "../notifications/notifications.ts";
import { requireFound } from "./problems.ts";
import type { Handlers } from "./router.ts";

export function notificationHandlers(notifications: Notifications) {
  return {
    getNotificationSettings: ({ clientId }) => notifications.settings(clientId),
    changeNotificationSettings: ({ clientId, body }) => notifications.change(clientId, body),
    addPushDevice: ({ clientId, body }) => {
      const settings = notifications.addDevice(clientId, body);
      if (settings !== null) return settings;
      throw new Refusal(422, "At least one field is not valid.", [
        { field: "endpoint", message: "must be the address of a supported push service" },
      ]);
    },
    removePushDevice: ({ clientId, path }) =>
      requireFound(notifications.removeDevice(clientId, path.id), "No browser with this id was found."),
    testNotification: async ({ clientId }) => {
      const sent = await notifications.test(clientId);
      if (sent !== null) return sent;
      throw new Conflict("A test message was sent a short time ago. Try again in 20 seconds.");
    },
  } satisfies Partial<Handlers>;
}
