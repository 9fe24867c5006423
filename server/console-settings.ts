// Settings of the operator console: the issuer or the local secrets for sign-in, and the operators' roles.
import { z } from "zod";
import { namedValues, origin, serviceUrl, type ValuesOf } from "./setting-values.ts";

export const CONSOLE_ROLES = ["viewer", "support", "compliance", "admin"] as const;
type ConsoleRole = (typeof CONSOLE_ROLES)[number];

const SECRET_CHARS = 24;
const isRole = (text: string): text is ConsoleRole => CONSOLE_ROLES.some((role) => role === text);

export const consoleEntries = {
  CONSOLE_SECRETS: namedValues
    .refine(
      (values) => Object.keys(values).every(isRole),
      `must be role=secret pairs with the roles ${CONSOLE_ROLES.join(", ")}`,
    )
    .refine(
      (values) => Object.values(values).every((secret) => secret.length >= SECRET_CHARS),
      `each secret must have at least ${SECRET_CHARS} characters`,
    )
    .optional(),
  CONSOLE_ISSUER: serviceUrl.optional(),
  CONSOLE_CLIENT_ID: z.string().min(1).max(200).optional(),
  CONSOLE_CLIENT_SECRET: z.string().min(1).max(400).optional(),
  CONSOLE_ORIGIN: origin.optional(),
  CONSOLE_ROLE_CLAIM: z
    .string()
    .regex(/^[\w:/-]+(?:\.[\w:/-]+)*$/, "must be a claim such as roles or realm_access.roles")
    .default("roles"),
  CONSOLE_ROLES: namedValues
    .refine(
      (values) => Object.values(values).every(isRole),
      `must be group=role pairs with the roles ${CONSOLE_ROLES.join(", ")}`,
    )
    .optional(),
  CHAT_OPERATOR_SECRET: z.string().min(16).max(400).optional(),
};

export type ConsoleSettings = {
  /** Local secrets by role; empty if there are none. */
  secrets: Partial<Record<ConsoleRole, string>>;
  /** OpenID Connect issuer for operators' sign-in; null if none is configured. */
  issuer: {
    url: string;
    clientId: string;
    clientSecret: string;
    roleClaim: string;
    roles: Record<string, string> | null;
  } | null;
  /** Scheme and host of the console; null to use those of the request. */
  origin: string | null;
};

/** Returns the console's settings; null if the console is not configured. */
export function readConsoleSettings(env: ValuesOf<typeof consoleEntries>): ConsoleSettings | null {
  if (env.CONSOLE_SECRETS === undefined && env.CONSOLE_ISSUER === undefined) return null;
  return {
    secrets: env.CONSOLE_SECRETS ?? {},
    issuer:
      env.CONSOLE_ISSUER === undefined
        ? null
        : {
            url: env.CONSOLE_ISSUER,
            clientId: env.CONSOLE_CLIENT_ID ?? "",
            clientSecret: env.CONSOLE_CLIENT_SECRET ?? "",
            roleClaim: env.CONSOLE_ROLE_CLAIM,
            roles: env.CONSOLE_ROLES ?? null,
          },
    origin: env.CONSOLE_ORIGIN ?? null,
  };
}
