// The operator console below /console on the operators' port: access to sections, forms with tokens, and an audit trail
// of every action. Pages are rendered on the server and have no scripts.
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isSameSecret } from "../crypto/constant-time.ts";
import { ACTIONS } from "./actions.ts";
import { readSignedMessage, signedMessageQuery } from "./done.ts";
import { type Html, html } from "./html.ts";
import type { OperatorSession, OperatorSessions } from "./operator-sessions.ts";
import { consolePage, conversationPage, PAGES, TITLES } from "./pages.ts";
import {
  ConsoleRefusal,
  htmlReply,
  isFromConsole,
  type Reply,
  readForm,
  redirectReply,
  sendReply,
} from "./requests.ts";
import { mayUse, type Role, SECTIONS, type Section } from "./roles.ts";
import type { ConsoleServices } from "./services.ts";
import { createSignIn, type SignInOptions } from "./sign-in.ts";

export type ConsoleOptions = {
  services: ConsoleServices;
  sessions: OperatorSessions;
  signIn: Pick<SignInOptions, "oidc" | "roleNames" | "secrets" | "attempt">;
  /** Origin of the console; null to use that of the request. */
  origin: string | null;
  /**
   * `style` is the path of the site's style sheet, or null if it is not built. `file` returns a style sheet, a font or a
   * file of the brand; null for any other path.
   */
  assets: { style: string | null; file(path: string): { type: string; body: Buffer } | null };
  onEvent(event: { who: string; action: string; detail: string; address: string }): void;
  onFault(fault: unknown): void;
  now(): number;
};

const ROOT = "/console";
const EXPORTS = /^\/console\/exports\/(?:operators|clients)\.jsonl$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const CONVERSATION = /^[\w-]{20,80}$/;

export class OperatorConsole {
  readonly #options: ConsoleOptions;
  readonly #signIn: ReturnType<typeof createSignIn>;

  constructor(options: ConsoleOptions) {
    this.#options = options;
    this.#signIn = createSignIn({
      ...options.signIn,
      sessions: options.sessions,
      note: (line, request) => this.#write(line, request),
    });
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? ROOT, "http://console");
    const asset = this.#options.assets.file(address.pathname);
    try {
      if (asset !== null) {
        const headers = { "Cache-Control": "private, max-age=3600" };
        sendReply(response, { status: 200, type: asset.type, headers }, asset.body);
        return;
      }
      if (request.method === "GET" && EXPORTS.test(address.pathname)) {
        await this.#download(request, response, address);
        return;
      }
      if (request.method !== "GET" && request.method !== "POST")
        throw new ConsoleRefusal(405, "The method must be GET or POST.", { Allow: "GET, POST" });
      const answering = request.method === "GET" ? this.#get(request, address) : this.#post(request, address);
      sendReply(response, await answering);
    } catch (fault) {
      await this.#refuse(request, response, fault);
    }
  }

  /** Writes a line to the audit trail and the log. Throws if the trail cannot be written. */
  #write(
    line: { who: string; role: string; action: string; detail: string },
    request: IncomingMessage,
  ): void {
    const { services, now, onEvent } = this.#options;
    services.trail.append({ ...line, id: randomBytes(12).toString("hex"), at: now() });
    const { who, action, detail } = line;
    onEvent({ who, action, detail, address: request.socket.remoteAddress ?? "" });
  }

  #framed(title: string, content: Html, session: OperatorSession | null, done: string | null = null): Html {
    const { services, assets } = this.#options;
    return consolePage({ brand: services.brand.name, style: assets.style, title, session, done, content });
  }

  #signInPage(fault: string | null, status = 200): Reply {
    return htmlReply(this.#framed("Sign in", this.#signIn.form(fault), null), status);
  }

  #originOf(request: IncomingMessage): string {
    return this.#options.origin ?? `http://${request.headers.host ?? ""}`;
  }

  async #get(request: IncomingMessage, address: URL): Promise<Reply> {
    const { sessions, services } = this.#options;
    const { pathname } = address;
    if (pathname === `${ROOT}/sign-in/issuer`)
      return this.#signIn.beginIssuer(request, this.#originOf(request));
    if (pathname === `${ROOT}/callback`) {
      const reply = await this.#signIn.finishIssuer(request, address);
      return typeof reply === "string" ? this.#signInPage(reply, 403) : reply;
    }
    const session = await sessions.read(request.headers.cookie);
    if (session === null) return this.#signInPage(null, pathname === ROOT ? 200 : 401);
    const { section, rest } = requireSection(pathname);
    permit(session, section);
    const cookies = [await sessions.renew(session)];
    const done = readSignedMessage(session, address.searchParams);
    if (section === "inbox" && rest !== "") {
      if (services.inbox === null || !CONVERSATION.test(rest))
        throw new ConsoleRefusal(404, "No conversation has this id.");
      const content = conversationPage(session, await services.inbox.read(rest));
      return { ...htmlReply(this.#framed("Conversation", content, session, done)), cookies };
    }
    if (rest !== "") throw new ConsoleRefusal(404, "This page does not exist.");
    const content = await PAGES[section]({ session, services, address });
    return { ...htmlReply(this.#framed(TITLES[section], content, session, done)), cookies };
  }

  async #post(request: IncomingMessage, address: URL): Promise<Reply> {
    const { sessions, services, now } = this.#options;
    const { pathname } = address;
    if (!isFromConsole(request, this.#originOf(request)))
      throw new ConsoleRefusal(403, "The form must be sent from a page of this console.");
    if (pathname === `${ROOT}/sign-in`) {
      const reply = await this.#signIn.local(request, await readForm(request));
      return typeof reply === "string" ? this.#signInPage(reply, 403) : reply;
    }
    // Checks the session before reading the body, because only signed-in operators may send forms.
    const session = await sessions.read(request.headers.cookie);
    if (session === null) return this.#signInPage("Your session has ended. Sign in again.", 401);
    const isSignOut = pathname === `${ROOT}/sign-out`;
    const { section, rest } = isSignOut
      ? { section: "overview" as const, rest: "" }
      : requireSection(pathname);
    permit(session, section);
    const form = await readForm(request);
    if (!isSameSecret(form.get("xsrf") ?? "", session.xsrf))
      throw new ConsoleRefusal(403, "The form's token is invalid. Reload the page.");
    if (isSignOut) {
      services.controls.set("operator_ended", session.sid, { before: now() }, session.who);
      return this.#signIn.end(request, session);
    }
    const read = ACTIONS[section];
    if (read === undefined) throw new ConsoleRefusal(405, "This section accepts no forms.", { Allow: "GET" });
    const { who, role } = session;
    const { action, detail, done, query, run } = read({ form, services, who, now: now(), rest });
    this.#write({ who, role, action, detail }, request);
    await run();
    const path = rest === "" ? section : `${section}/${rest}`;
    return redirectReply(`${ROOT}/${path}${signedMessageQuery(session, done, query)}`);
  }

  /** Sends an exported file to an operator. */
  async #download(request: IncomingMessage, response: ServerResponse, address: URL): Promise<void> {
    const { sessions, services } = this.#options;
    const session = await sessions.read(request.headers.cookie);
    if (session === null) throw new ConsoleRefusal(401, "Sign in first.");
    permit(session, "exports");
    const isOperators = address.pathname.endsWith("/operators.jsonl");
    const from = address.searchParams.get("from") ?? "";
    const to = address.searchParams.get("to") ?? "";
    if (!isOperators && (services.exportAudit === null || !DAY.test(from) || !DAY.test(to)))
      throw new ConsoleRefusal(422, "Choose the first and the last day.");
    const name = isOperators ? "operators" : `clients-${from}-${to}`;
    const { who, role } = session;
    this.#write({ who, role, action: "exported", detail: name }, request);
    const exported = isOperators ? null : await services.exportAudit?.({ from, to });
    response.writeHead(200, {
      "Content-Type": "application/jsonl; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.jsonl"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    });
    const lines = function* () {
      for (const line of services.trail.all()) yield `${JSON.stringify(line)}\n`;
    };
    try {
      await pipeline(exported ? createReadStream(exported.file) : Readable.from(lines()), response);
    } finally {
      exported?.remove();
    }
  }

  async #refuse(request: IncomingMessage, response: ServerResponse, fault: unknown): Promise<void> {
    const { sessions, onFault } = this.#options;
    if (!(fault instanceof ConsoleRefusal) && !(fault instanceof Response)) onFault(fault);
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const refusal =
      fault instanceof ConsoleRefusal
        ? fault
        : new ConsoleRefusal(fault instanceof Response ? fault.status : 500, "An error occurred. Try again.");
    const session = await sessions.read(request.headers.cookie);
    const content = html`<p class="mt-4" role="alert">${refusal.message}</p><p class="mt-4"><a class="link" href="/console">Back to the console</a></p>`;
    const framed = this.#framed(errorTitle(refusal.status), content, session);
    sendReply(response, {
      ...htmlReply(framed, refusal.status),
      headers: { ...refusal.headers, Connection: "close" },
    });
  }
}

const errorTitle = (status: number) =>
  status === 403 ? "Not allowed" : status === 404 ? "Not found" : "Request failed";

function requireSection(pathname: string): { section: Section; rest: string } {
  const [, , name = "", ...rest] = pathname.split("/");
  const section = name === "" ? "overview" : SECTIONS.find((one) => one === name);
  if (section === undefined) throw new ConsoleRefusal(404, "This page does not exist.");
  return { section, rest: rest.join("/") };
}

function permit({ role }: { role: Role }, section: Section): void {
  if (!mayUse(role, section)) throw new ConsoleRefusal(403, `The role ${role} does not permit this action.`);
}
