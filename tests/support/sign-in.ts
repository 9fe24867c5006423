// A user with a cookie jar over plain HTTP, who signs in to the sandbox as a test client and submits forms.
import { parse } from "node-html-parser";
import { SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";
import type { Answer, Site } from "./site.ts";

const RELOADS = 5;
const RELOAD_AFTER_MS = 1_000;

type Codes = { id: string; pin: string };

export class TestUser {
  readonly cookies = new Map<string, string>();
  readonly #site: Site;

  constructor(site: Site) {
    this.#site = site;
  }

  /** The Cookie header that the user's browser would send. */
  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  #headers(): Record<string, string> {
    return this.cookies.size === 0 ? {} : { cookie: this.cookie };
  }

  #keep(answer: Answer): Answer {
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0(;|$)/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  async get(path: string): Promise<Answer> {
    return this.#keep(await this.#site.get(path, this.#headers()));
  }

  async post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.#keep(
      await this.#site.post(path, new URLSearchParams(fields).toString(), { ...this.#headers(), ...headers }),
    );
  }

  /** Submits a form and follows redirects. A response without a redirect is returned unchanged. */
  async submit(path: string, fields: Record<string, string>): Promise<Answer & { path: string }> {
    const answer = await this.post(path, fields);
    const { location } = answer.headers;
    return location === undefined ? { ...answer, path } : this.visit(location);
  }

  /** Follows redirects like a browser. A 503 with Retry-After is reloaded a few times. */
  async visit(path: string): Promise<Answer & { path: string }> {
    let at = path.replace(/#.*$/, "");
    let reloads = 0;
    for (let step = 0; step < 8; step += 1) {
      const answer = await this.get(at);
      if (answer.status === 503 && reloads < RELOADS) {
        reloads += 1;
        step -= 1;
        await new Promise((resolve) => setTimeout(resolve, RELOAD_AFTER_MS));
        continue;
      }
      const { location } = answer.headers;
      if (location === undefined) return { ...answer, path: at };
      at = location.replace(this.#site.origin, "").replace(/#.*$/, "");
    }
    throw new Error(`${path} leads in circles`);
  }

  /** Returns the token that forms of signed-in pages contain. */
  async xsrf(): Promise<string> {
    const page = parse((await this.get("/logout")).text);
    return page.querySelector('input[name="xsrf"]')?.getAttribute("value") ?? "";
  }

  async consentId(path = "/login"): Promise<string> {
    const answer = await this.get(path);
    return new URL(answer.headers.location ?? "", this.#site.origin).searchParams.get("consentId") ?? "";
  }

  /** Submits the correct code and returns the provider's redirect. */
  async authorize(consentId: string, client: Codes | undefined = SANDBOX_CLIENTS[0]): Promise<string> {
    const answer = await this.post("/sandbox/auth/consent-login", {
      consentId,
      clientId: client?.id ?? "",
      step: "code",
      method: "pin",
      code: client?.pin ?? "",
    });
    return answer.headers.location ?? "";
  }

  /** Signs in from `path` and returns the final page. */
  async signIn(
    path = "/login",
    client: Codes | undefined = SANDBOX_CLIENTS[0],
  ): Promise<Answer & { path: string }> {
    const consentId = await this.consentId(path);
    return this.visit(await this.authorize(consentId, client));
  }
}
