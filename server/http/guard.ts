// Validates a request before a page handles it: a valid path, a host of this site, an allowed method, and a form that
// was not sent by another site and is not too large. Other requests get a 4xx.
import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { RECORD_UPLOAD_PATH, RECORD_UPLOAD_TYPE } from "../../app/contract/site/record-upload.ts";
import { Refusal } from "./refusal.ts";

export type GuardOptions = {
  publicOrigin: string | null;
  requestTargetBytes: number;
  formBodyBytes: number;
  formFields: number;
};

const UPLOAD_FRAME_BYTES = 4_096;
const ALLOWED_METHODS = ["GET", "HEAD", "POST"];
/** Header at the start of each field of a multipart form; used to count the fields. */
const FIELD_HEADER = /content-disposition/gi;
const FORM_TYPE = "application/x-www-form-urlencoded";
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+\.localhost)(?::\d{1,5})?$/i;

/** Returns the validated address of a request. Its host always belongs to this site. Throws Refusal. */
export function readAddress(request: IncomingMessage, options: GuardOptions): URL {
  const target = request.url ?? "";
  if (Buffer.byteLength(target) > options.requestTargetBytes)
    throw new Refusal(414, (text) => text.addressTooLong(options.requestTargetBytes));
  if (!target.startsWith("/")) throw new Refusal(400, (text) => text.notAPath);
  const [path = "", search = ""] = target.split(/\?(.*)/s, 2);
  for (const part of [path, search.replaceAll("+", " ")])
    if (!isWellFormed(part)) throw new Refusal(400, (text) => text.malformedAddress);
  const address = new URL(resolveOrigin(request, options) + target);
  // `pathname` has no dot segments. A redirect to a path such as //example.com would lead to another site.
  if (address.pathname.startsWith("//") || path.includes("\\")) throw new Refusal(404, (text) => text.noPage);
  return address;
}

/**
 * Returns the origin of a request. If an origin is configured, the Host header must match it. Otherwise the Host header
 * must be a loopback name or address, and determines the origin. Throws Refusal.
 */
export function resolveOrigin(request: IncomingMessage, options: Pick<GuardOptions, "publicOrigin">): string {
  const host = request.headers.host ?? "";
  // Node uses the first of several Host headers, but RFC 9112, section 3.2 requires a 400.
  if ((request.headersDistinct.host?.length ?? 0) > 1) throw new Refusal(400, (text) => text.severalHosts);
  const port = HOST.exec(host)?.[2];
  if (!HOST.test(host) || (port !== undefined && Number(port) > 65_535))
    throw new Refusal(400, (text) => text.malformedHost);
  if (options.publicOrigin !== null) {
    const { origin, protocol, host: own } = new URL(options.publicOrigin);
    const requestOrigin = `${protocol}//${host}`;
    if (!URL.canParse(requestOrigin) || new URL(requestOrigin).host !== own)
      throw new Refusal(421, (text) => text.otherHost(origin));
    return origin;
  }
  if (!LOOPBACK_HOST.test(host)) throw new Refusal(421, (text) => text.unknownHost);
  return `http://${host.toLowerCase()}`;
}

/** True if the origin is a loopback address or name. */
export function isLoopback(origin: string): boolean {
  return LOOPBACK_HOST.test(new URL(origin).host);
}

export function wrongMethod(allowed: readonly string[]): Refusal {
  const methods = allowed.join(", ");
  return new Refusal(405, (text) => text.wrongMethod(methods), { Allow: methods });
}

/**
 * Checks method, origin and content type of a request. Throws Refusal for an unsupported method, a form from another
 * site, or a wrong content type.
 */
export function checkMethod(request: IncomingMessage, address: URL): void {
  const method = request.method ?? "";
  if (!ALLOWED_METHODS.includes(method)) throw wrongMethod(ALLOWED_METHODS);
  if (method !== "POST") return;
  if (!isSameOrigin(request, address.origin)) throw new Refusal(403, (text) => text.formOfAnotherSite);
  const type = (request.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type === RECORD_UPLOAD_TYPE && isUploadPath(address)) return;
  if (type !== FORM_TYPE)
    throw new Refusal(415, (text) => text.wrongFormType(FORM_TYPE), { Accept: FORM_TYPE });
}

const isUploadPath = ({ pathname }: URL) => pathname === RECORD_UPLOAD_PATH;

/** True for a form with a file. `checkMethod` accepts such forms at one address only. */
export function isUpload(request: IncomingMessage, address: URL): boolean {
  return (
    request.method === "POST" &&
    isUploadPath(address) &&
    (request.headers["content-type"] ?? "").toLowerCase().startsWith(RECORD_UPLOAD_TYPE)
  );
}

/**
 * Returns the address of the client: that of the connection, or the entry of X-Forwarded-For that the operator's
 * proxies added. IPv6 addresses are shortened to /64.
 */
export function clientAddress(request: IncomingMessage, trustedProxyHops: number): string {
  // After the connection has closed, the socket is null, contrary to its type.
  const peer = (request.socket as typeof request.socket | null)?.remoteAddress ?? "";
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const found = trustedProxyHops === 0 ? peer : removePort(forwarded.at(-trustedProxyHops) ?? peer);
  return networkPrefix(found) ?? peer;
}

/**
 * Returns the IPv4 address, or the IPv6 address shortened to /64, the usual size of a household's network. Null if the
 * text is no IP address.
 */
export function networkPrefix(address: string): string | null {
  const v4 = address.replace(/^::ffff:/i, "");
  if (isIPv4(v4)) return v4;
  // A link-local address may end with a zone, such as "%eth0".
  return isIPv6(address)
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address.replace(/%.*$/, "")}/64`)}/64`
    : null;
}

/** Removes the port that some proxies append: "203.0.113.7:4711" or "[2001:db8::1]:4711". */
function removePort(address: string): string {
  return (
    /^\[([0-9a-f:.]+)\](?::\d{1,5})?$/i.exec(address)?.[1] ??
    /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(address)?.[1] ??
    address
  );
}

/**
 * True unless Sec-Fetch-Site or Origin shows that another site sent the request. Text browsers send neither header and
 * are accepted.
 */
export function isSameOrigin(request: IncomingMessage, ownOrigin: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const origin = request.headers.origin;
  return origin === undefined || origin === ownOrigin;
}

/** Reads a complete body. Throws Refusal above the size limit; `what` describes the body in the message. */
export async function readAll(
  request: IncomingMessage,
  atMostBytes: number,
  what: "form" | "file" | "body",
  pace: MinBodyRate = NO_MIN_RATE,
): Promise<Buffer> {
  const tooLarge = () =>
    new Refusal(413, (text) => text[`${what}TooLarge`](atMostBytes), {
      Connection: "close",
    });
  if (Number(request.headers["content-length"] ?? 0) > atMostBytes) throw tooLarge();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stopWatching = watchPace(pace, () => bytes, refuse);
    function stop(): void {
      stopWatching();
      request.off("data", take).off("end", complete).off("error", refuse).off("close", breakOff);
    }
    function refuse(fault: Error): void {
      stop();
      // Above a limit, reading stops. The connection stays open, because the response must still be sent.
      request.pause();
      reject(fault);
    }
    function take(chunk: Buffer): void {
      bytes += chunk.byteLength;
      if (bytes > atMostBytes) refuse(tooLarge());
      else chunks.push(chunk);
    }
    function complete(): void {
      stop();
      resolve(Buffer.concat(chunks));
    }
    const breakOff = () => refuse(new Error("the connection was closed before the body was complete"));
    if (request.destroyed) breakOff();
    else request.on("data", take).on("end", complete).on("error", refuse).on("close", breakOff);
  });
}

export type MinBodyRate = { bodyBytesPerSecond: number; bodyGraceMs: number };
const NO_MIN_RATE: MinBodyRate = { bodyBytesPerSecond: 0, bodyGraceMs: 0 };
const PACE_CHECK_MS = 500;
const TOO_SLOW = new Refusal(408, (text) => text.bodyTooSlow, { Connection: "close" });

/**
 * Calls `refuse` if a body arrives more slowly than the minimum rate once the grace time has passed. Returns a function
 * that stops the check.
 */
function watchPace(pace: MinBodyRate, bytesSoFar: () => number, refuse: (refusal: Refusal) => void) {
  if (pace.bodyBytesPerSecond === 0) return () => {};
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const countedMs = performance.now() - startedAt - pace.bodyGraceMs;
    if (countedMs >= 0 && bytesSoFar() < (countedMs / 1_000) * pace.bodyBytesPerSecond) refuse(TOO_SLOW);
  }, PACE_CHECK_MS).unref();
  return () => clearInterval(timer);
}

/** Reads the body of a form. Throws Refusal above the limits of size or number of fields. */
export async function readBody(
  request: IncomingMessage,
  options: Pick<GuardOptions, "formBodyBytes" | "formFields"> & MinBodyRate,
): Promise<Buffer> {
  const body = await readAll(request, options.formBodyBytes, "form", options);
  let fields = body.byteLength === 0 ? 0 : 1;
  for (const byte of body) if (byte === 0x26) fields += 1;
  checkFields(fields, options);
  return body;
}

function checkFields(fields: number, { formFields }: Pick<GuardOptions, "formFields">): void {
  if (fields > formFields) throw new Refusal(413, (text) => text.tooManyFields(formFields));
}

/** Reads the body of a form with a file. Throws Refusal above the limits of size or number of fields. */
export async function readUpload(
  request: IncomingMessage,
  options: { recordUploadBytes: number; formFields: number } & MinBodyRate,
): Promise<Buffer> {
  // The limit includes space for the boundaries and the form's other fields.
  const body = await readAll(request, options.recordUploadBytes + UPLOAD_FRAME_BYTES, "file", options);
  // Counts the fields before parsing, because parsing many fields takes seconds.
  checkFields(body.toString("latin1").match(FIELD_HEADER)?.length ?? 0, options);
  return body;
}

/**
 * True if the text has no control characters other than line breaks and tabs, which users may paste into a search box.
 */
function isWellFormed(text: string): boolean {
  try {
    return ![...decodeURIComponent(text)].some((character) => {
      const code = character.charCodeAt(0);
      return code === 0x7f || (code < 0x20 && !"\t\r\n".includes(character));
    });
  } catch {
    return false;
  }
}
