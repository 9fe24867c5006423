// Receivers of messages in tests: a mail server that stores messages, and a push service that decrypts messages like a
// browser.
import { createECDH, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import ece from "http_ece";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { from: string; to: string[]; text: string };

export async function startMailServer() {
  const mails: ReceivedMail[] = [];
  /** SMTP code that refuses every mail; null to accept them. */
  let refusal: number | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (refusal !== null) {
          done(Object.assign(new Error("not now"), { responseCode: refusal }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString("utf8"),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (code: number | null) => {
      refusal = code;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type ReceivedPush = {
  path: string;
  headers: Record<string, unknown>;
  message: Record<string, string>;
};

/** Starts a push service for one browser with several addresses; messages are decrypted with the browser's keys. */
export async function startPushService() {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = randomBytes(16);
  const received: ReceivedPush[] = [];
  let status = 201;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (status < 300) {
        const opened = ece.decrypt(Buffer.concat(chunks), {
          version: "aes128gcm",
          privateKey: browser,
          authSecret: auth,
        });
        received.push({
          path: request.url ?? "",
          headers: request.headers,
          message: JSON.parse(opened.toString("utf8")) as Record<string, string>,
        });
      }
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    /** Returns the JSON of a browser's PushSubscription. */
    subscription: (name: string) => ({
      endpoint: `${origin}/${name}`,
      keys: { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") },
    }),
    answer: (code: number) => {
      status = code;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
