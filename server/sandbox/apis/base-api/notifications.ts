// The base API's part on messages that leave the site: what is chosen, the browsers, a test message.
import type { Hono } from "hono";
import { newPushDeviceSchema, notificationChangeSchema } from "../../../../app/wire/notifications.ts";
import { NotificationConflict, type Notifications } from "../notifications/notifications.ts";
import { problem, refuse } from "./problems.ts";
import { found, readBody } from "./read-body.ts";

export const NOTIFICATION_PATHS = ["/v1/notifications", "/v1/notifications/*"];

type Personal = Hono<{ Variables: { clientId: string } }>;

export function createNotificationRoutes(api: Personal, notifications: Notifications): void {
  api.get("/v1/notifications", (context) => context.json(notifications.settings(context.get("clientId"))));

  api.put("/v1/notifications", async (context) => {
    const body = await readBody(context, notificationChangeSchema);
    return body instanceof Response
      ? body
      : context.json(notifications.change(context.get("clientId"), body));
  });

  api.post("/v1/notifications/devices", async (context) => {
    const body = await readBody(context, newPushDeviceSchema);
    if (body instanceof Response) return body;
    try {
      const settings = notifications.addDevice(context.get("clientId"), body);
      return settings === null
        ? refuse(
            problem(422, "Not accepted", "At least one field was not accepted.", [
              { parameter: "endpoint", expected: "an address of a push service that is spoken to" },
            ]),
          )
        : context.json(settings);
    } catch (fault) {
      if (!(fault instanceof NotificationConflict)) throw fault;
      return refuse(problem(409, "Conflict", fault.message));
    }
  });

  api.delete("/v1/notifications/devices/:id", (context) =>
    found(
      context,
      notifications.removeDevice(context.get("clientId"), context.req.param("id")),
      "There is no such browser.",
    ),
  );

  api.post("/v1/notifications/test", async (context) => {
    const sent = await notifications.test(context.get("clientId"));
    return sent === null
      ? refuse(problem(409, "Conflict", "A test message was sent only just now. Try again in 20 seconds."))
      : context.json(sent);
  });
}
