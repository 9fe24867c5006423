// Actions of the console's forms. For each form, a function parses the fields, and returns a line for the audit trail
// and the action. The console executes the action only after it has written the line.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { enquiryReceiptSchema } from "../../app/contract/base-api/enquiry.ts";
import { HOUR_MS } from "../../app/domain/time.ts";
import { sha256 } from "../crypto/sha256.ts";
import { CLIENT_ID, SWITCHES } from "../state/site-controls.ts";
import { ConsoleRefusal } from "./requests.ts";
import type { Section } from "./roles.ts";
import type { ConsoleServices } from "./services.ts";

export type Action = {
  action: string;
  detail: string;
  /** Message for the operator after the action. */
  done: string;
  /** Query of the page that shows the message, for example the position in a list of enquiries. */
  query?: Record<string, string>;
  run(): unknown;
};
type FormContext = {
  form: URLSearchParams;
  services: ConsoleServices;
  who: string;
  now: number;
  rest: string;
};

const line = z.string().trim().min(1, "must not be empty").max(300, "must have at most 300 characters");
const long = z.string().trim().min(1, "must not be empty").max(2_000, "must have at most 2,000 characters");
const algoId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/, "must be an id such as monthly-seedling");
const clientId = z.string().trim().regex(CLIENT_ID, "must be a client id");

function read<Schema extends z.ZodType>(
  form: URLSearchParams,
  name: string,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(form.get(name) ?? "");
  if (parsed.success) return parsed.data;
  throw new ConsoleRefusal(422, `${name} ${parsed.error.issues[0]?.message ?? "is invalid"}.`);
}

const notice = ({ form, services, who, now }: FormContext): Action => {
  const { controls } = services;
  if (form.get("remove") === "yes")
    return {
      action: "notice_removed",
      detail: "",
      done: "The notice was removed.",
      run: () => controls.set("notice", "", null, who),
    };
  const text = read(form, "text", line);
  const level = read(form, "level", z.enum(["info", "warning"]));
  const hours = read(form, "hours", z.union([z.literal(""), z.coerce.number().positive().max(8_760)]));
  const until = hours === "" ? null : Math.round(now + Number(hours) * HOUR_MS);
  return {
    action: "notice_shown",
    detail: text,
    done: "The notice is shown on every page.",
    run: () => controls.set("notice", "", { text, level, until }, who),
  };
};

const incidents = ({ form, services, who, now }: FormContext): Action => {
  const { controls } = services;
  const text = read(form, "text", long);
  const id = form.get("id");
  if (id === null) {
    const title = read(form, "title", line);
    const newId = randomBytes(6).toString("hex");
    return {
      action: "incident_published",
      detail: `${newId}: ${title}`,
      done: "The incident is published on /status.",
      run: () =>
        controls.set(
          "incident",
          newId,
          { title, startedAt: now, endedAt: null, updates: [{ at: now, text }] },
          who,
        ),
    };
  }
  const before = /^[0-9a-f]{12}$/.test(id) ? controls.get("incident", id) : null;
  if (before === null || before.endedAt !== null)
    throw new ConsoleRefusal(404, "No open incident has this id.");
  const endedAt = form.get("resolved") === "yes" ? now : null;
  return {
    action: endedAt === null ? "incident_updated" : "incident_resolved",
    detail: `${id}: ${text.slice(0, 200)}`,
    done: "The update is published on /status.",
    run: () =>
      controls.set(
        "incident",
        id,
        { ...before, endedAt, updates: [...before.updates, { at: now, text }].slice(-50) },
        who,
      ),
  };
};

const switches = ({ form, services, who, now }: FormContext): Action => {
  const name = read(form, "name", z.enum(SWITCHES));
  const { controls } = services;
  if (form.get("on") === "yes")
    return {
      action: "switched_on",
      detail: name,
      done: "The function is switched on.",
      run: () => controls.set("switch", name, null, who),
    };
  const reason = read(form, "reason", line);
  return {
    action: "switched_off",
    detail: `${name}: ${reason}`,
    done: "The function is switched off.",
    run: () => controls.set("switch", name, { reason, since: now }, who),
  };
};

const holds = ({ form, services, who, now }: FormContext): Action => {
  const algo = read(form, "algo", algoId);
  const { controls } = services;
  if (form.get("release") === "yes")
    return {
      action: "hold_released",
      detail: algo,
      done: `${algo} is shown again.`,
      run: () => controls.set("hold", algo, null, who),
    };
  const reason = read(form, "reason", line);
  if (services.algoName(algo) === null) throw new ConsoleRefusal(422, `The catalogue has no algo ${algo}.`);
  return {
    action: "hold_placed",
    detail: `${algo}: ${reason}`,
    done: `${algo} is hidden.`,
    run: () => controls.set("hold", algo, { reason, since: now }, who),
  };
};

const sessions = ({ form, services, who, now }: FormContext): Action => {
  const client = read(form, "client", clientId);
  const reason = read(form, "reason", line);
  return {
    action: "sessions_ended",
    detail: `${client}: ${reason}`,
    done: `The sessions of ${client} were ended.`,
    run: () => services.controls.set("ended", client, { before: now }, who),
  };
};

const inbox = ({ form, services, rest }: FormContext): Action => {
  const { inbox: answering } = services;
  if (answering === null || !/^[\w-]{20,80}$/.test(rest))
    throw new ConsoleRefusal(404, "No conversation has this id.");
  const text = read(form, "text", long);
  // Sending the form twice creates the same key, so the chat service stores the message once.
  const key = sha256(`${form.get("after")} ${text}`).slice(0, 40);
  return {
    action: "conversation_answered",
    detail: `${rest.slice(0, 12)}: ${text.slice(0, 500)}`,
    done: "The answer was sent to the user's chat.",
    run: () => answering.answer(rest, text, key),
  };
};

const enquiries = ({ form, services, who, now }: FormContext): Action => {
  const reference = read(
    form,
    "reference",
    z.string().regex(/^[A-Z0-9-]{4,40}$/, "must be a reference such as ENQ-000001"),
  );
  const before = enquiryReceiptSchema.shape.reference.safeParse(form.get("before"));
  return {
    action: "enquiry_answered",
    detail: reference,
    ...(before.success ? { query: { before: before.data } } : {}),
    done: `${reference} is marked as answered.`,
    run: () => services.controls.set("handled", reference, { at: now }, who),
  };
};

export const ACTIONS: Partial<Record<Section, (context: FormContext) => Action>> = {
  notice,
  incidents,
  switches,
  holds,
  sessions,
  inbox,
  enquiries,
};
