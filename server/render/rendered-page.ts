// A rendered answer in memory: its bytes, its strong ETag, and its compressed copies, each made on first use. All pages are sent through
// it, so that 304, HEAD and compression work the same everywhere.
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { chooseEncoding, type Encoding, etagOf, isSameTag } from "./encoding.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Quality 5 costs a fiftieth of quality 11 for an eighth more bytes; assets get 11 at build time. */
const BROTLI_QUALITY = 5;
const COMPRESS_FROM_BYTES = 512;
const RETRY_AFTER_S = "60";
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml|manifest\+json|ld\+json)|image\/svg\+xml)/;

export class RenderedPage {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Buffer;
  readonly tag: string;
  /** For how long it may be handed out; null for as long as any page. */
  readonly freshMs: number | null;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(status: number, headers: [string, string][], body: Buffer, freshMs: number | null = null) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.freshMs = freshMs;
    this.tag = createHash("sha256").update(body).digest("base64url").slice(0, 27);
  }

  get bytes(): number {
    return this.body.byteLength;
  }

  async send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const encoding = this.#choose(request);
    response.statusCode = this.status;
    // The page's own policy replaces the closed default policy.
    for (const [name, value] of this.headers)
      if (name === "content-security-policy") response.setHeader(name, value);
      // A cookie that is one reader's own keeps the answer out of shared caches.
      else if (name === "cache-control" && response.hasHeader("set-cookie") && value.includes("public"))
        response.setHeader(name, "private, no-cache");
      else response.appendHeader(name, value);
    // Every 429 has a Retry-After.
    if (this.status === 429 && !response.hasHeader("Retry-After"))
      response.setHeader("Retry-After", RETRY_AFTER_S);
    response.appendHeader("Vary", "Accept-Encoding");
    if (this.status === 200) {
      response.setHeader("ETag", etagOf(this.tag, encoding));
      if (isSameTag(request.headers["if-none-match"], this.tag)) {
        response.statusCode = 304;
        response.removeHeader("Content-Type");
        response.end();
        return;
      }
    }
    const body = await this.#encode(encoding);
    if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
    if (![204, 301, 302, 303, 307, 308].includes(this.status) || body.byteLength > 0)
      response.setHeader("Content-Length", body.byteLength);
    response.end(request.method === "HEAD" ? undefined : body);
  }

  #choose(request: IncomingMessage): Encoding {
    const type = this.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
    if (this.body.byteLength < COMPRESS_FROM_BYTES || !COMPRESSIBLE.test(type)) return "identity";
    return chooseEncoding(request, ["br", "gzip", "identity"]);
  }

  #encode(encoding: Encoding): Promise<Buffer> {
    let encoded = this.#encoded.get(encoding);
    if (encoded === undefined) {
      encoded =
        encoding === "br"
          ? brotli(this.body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
          : encoding === "gzip"
            ? zip(this.body, { level: 6 })
            : Promise.resolve(this.body);
      this.#encoded.set(encoding, encoded);
    }
    return encoded;
  }
}
