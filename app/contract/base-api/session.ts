// A client's sessions in the base API. Responses never contain tokens.
import { z } from "zod";

export const sessionIdSchema = z.string().regex(/^[\w-]{8,80}$/, "an id from the list of sessions");

/**
 * `sign_in`: a browser that signed in on a partner's site. `api_token`: the client's program, with a single token per
 * client. `app`: an authorised app, with a single token per app.
 */
export const SESSION_KINDS = ["sign_in", "api_token", "app"] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

export const sessionSchema = z
  .object({
    id: sessionIdSchema,
    kind: z.enum(SESSION_KINDS),
    clientId: z.string().min(1).max(40),
    name: z.string().max(120),
    createdAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
  })
  .meta({ id: "Session" });
export type AccountSession = z.infer<typeof sessionSchema>;

export const sessionListSchema = z
  .object({
    items: z.array(
      z.object({
        id: sessionIdSchema,
        kind: z.enum(SESSION_KINDS),
        label: z
          .string()
          .max(120)
          .nullable()
          .meta({ description: "Device as described when the session started, or the app's name" }),
        permissions: z
          .array(z.enum(["read", "trade"]))
          .optional()
          .meta({
            description: "Permissions of an app: `read` the account, `trade` for it. Only for kind `app`",
          }),
        createdAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime().meta({ description: "To the minute" }),
        endsAt: z.iso.datetime(),
        isCurrent: z.boolean().meta({ description: "True if this request used the session's token" }),
      }),
    ),
  })
  .meta({ id: "SessionList" });
export type SessionList = z.infer<typeof sessionListSchema>;

export const END_SCOPES = ["others", "all"] as const;
export const endSessionsQuerySchema = z.object({
  scope: z
    .enum(END_SCOPES)
    .optional()
    .meta({ description: "`others` keeps the session of this request and is the default" }),
});
