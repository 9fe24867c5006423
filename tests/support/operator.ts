// An operator's browser on the console: stores cookies and submits forms with their token, as the console's pages do.
import { parse } from "node-html-parser";
import { type Answer, send } from "./site.ts";

export class Operator {
  readonly #port: number;
  readonly cookies = new Map<string, string>();

  constructor(port: number) {
    this.#port = port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send({ method: "GET", path, headers });
  }

  /** Sends a form with the current page's XSRF token, unless the fields contain a token. */
  async post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const xsrf = fields.xsrf ?? (await this.token());
    const body = new URLSearchParams({ xsrf, ...fields }).toString();
    return this.#send({
      method: "POST",
      path,
      body,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(Buffer.byteLength(body)),
        origin: this.origin,
        ...headers,
      },
    });
  }

  async signIn(secret: string, who = "Tester"): Promise<Answer> {
    return this.post("/console/sign-in", { who, secret, xsrf: "" });
  }

  async token(): Promise<string> {
    const page = parse((await this.get("/console")).text);
    return page.querySelector('input[name="xsrf"]')?.getAttribute("value") ?? "";
  }

  async #send(options: Parameters<typeof send>[1]): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = {
      host: `127.0.0.1:${this.#port}`,
      ...options.headers,
      ...(cookie === "" ? {} : { cookie }),
    };
    const answer = await send(this.#port, { ...options, headers });
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [pair = ""] = line.split(";", 1);
      const at = pair.indexOf("=");
      if (/Max-Age=0/.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
}
