// Parses a form that was sent to a sandbox page.
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { frameText as text } from "../../../app/contract/sandbox-pages/sandbox-texts.ts";
import { faultNote, frame, readSiteFrame } from "./page-frame.ts";
import { refuseCall } from "./refuse-call.ts";

const FORM_TYPE = "application/x-www-form-urlencoded";
/** Maximum length of a field's value, in characters. */
const FIELD_MAX_CHARS = 2_000;

export type Fields = Readonly<Record<string, string>>;

/**
 * Parses a form. Repeated values of a field are joined by a space. Throws HTTPException 415 for a body of another type.
 */
export async function readForm(context: Context): Promise<Fields> {
  const type = (context.req.header("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase();
  // A form without fields is sent without a content type.
  if (type !== "" && type !== FORM_TYPE)
    throw new HTTPException(415, { message: text.wrongFormType(FORM_TYPE) });
  const form = await context.req.parseBody({ all: true });
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value : [value]).map(String).join(" ").trim().slice(0, FIELD_MAX_CHARS),
    ]),
  );
}

/** Responds to a rejected form: with JSON for programs, with a page for browsers. */
export function refuseForm(
  context: Context,
  { status, message }: HTTPException,
): Response | Promise<Response> {
  context.header("Cache-Control", "no-store");
  if (status === 415) context.header("Accept", FORM_TYPE);
  if (prefersJson(context)) return refuseCall(context, status, "DH-905", message);
  return context.html(
    frame(readSiteFrame(context), { title: text.formRefused, section: text.sandbox }, faultNote(message)),
    status,
  );
}

export const prefersJson = (context: Context): boolean =>
  (context.req.header("accept") ?? "").includes("application/json");
