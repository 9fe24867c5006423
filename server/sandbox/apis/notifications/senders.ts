// The two notification channels: Web Push through the browser vendors' services, and mail through a configured server.
// Each returns the outcome of a message and never throws.
import { createTransport } from "nodemailer";
import { Agent, request } from "undici";
import webPush from "web-push";
import { z } from "zod";
import type { Mail, PushMessage } from "./messages.ts";
import type { PushDevice } from "./notification-store.ts";

/**
 * `later`: the receiver is busy or unavailable. `gone`: the receiver no longer exists. `refused`: the receiver will
 * never accept this message.
 */
export type SendOutcome = "sent" | "later" | "gone" | "refused";

const RESPONSE_TIMEOUT_MS = 8_000;
/** Lifetime of a message at the push service, for a browser that is not running. */
const LIFETIME_S = 12 * 60 * 60;

export type PushSender = ReturnType<typeof createPushSender>;

/** Creates the Web Push sender. `services` are origins; a star matches one label or more. */
export function createPushSender(options: {
  keys: { publicKey: string; privateKey: string };
  /** Contact that a push service can reach in case of problems: mailto: or https: (RFC 8292, 2.1). */
  contact: string;
  services: readonly string[];
  onFault: (words: string) => void;
}) {
  const { keys, contact, services, onFault } = options;
  const agent = new Agent({
    connect: { timeout: RESPONSE_TIMEOUT_MS },
    headersTimeout: RESPONSE_TIMEOUT_MS,
    bodyTimeout: RESPONSE_TIMEOUT_MS,
  });
  const known = services.map(
    (service) =>
      new RegExp(
        `^${service
          .split("*")
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
          .join("[a-z0-9.-]+")}$`,
      ),
  );
  return {
    publicKey: keys.publicKey,
    /** True if an endpoint belongs to a supported push service. */
    supports: (endpoint: string): boolean =>
      URL.canParse(endpoint) && known.some((pattern) => pattern.test(new URL(endpoint).origin)),
    async send(
      { endpoint, keys: deviceKeys }: PushDevice,
      message: PushMessage,
      isUrgent: boolean,
    ): Promise<SendOutcome> {
      try {
        const { headers, body } = webPush.generateRequestDetails(
          { endpoint, keys: deviceKeys },
          JSON.stringify(message),
          {
            vapidDetails: { subject: contact, ...keys },
            TTL: LIFETIME_S,
            urgency: isUrgent ? "high" : "normal",
            contentEncoding: "aes128gcm",
          },
        );
        const { "Content-Length": _, ...sent } = headers as Record<string, string>;
        const answer = await request(endpoint, { method: "POST", headers: sent, body, dispatcher: agent });
        await answer.body.dump();
        const status = answer.statusCode;
        if (status < 300) return "sent";
        if (status === 404 || status === 410) return "gone";
        onFault(`a push service responded with status ${status}`);
        return status === 429 || status >= 500 ? "later" : "refused";
      } catch (fault) {
        onFault(`a push service: ${faultText(fault)}`);
        return fault instanceof TypeError || !(fault as { code?: string }).code ? "refused" : "later";
      }
    },
    close: () => agent.close(),
  };
}

export type MailSender = ReturnType<typeof createMailSender>;

const mailAddress = z.email();

/** Creates the mail sender. `url` is smtp: or smtps: with credentials; STARTTLS is used if the server offers it. */
export function createMailSender(options: {
  url: string;
  from: string;
  /** Address of the page with the notification settings; null if the site's address is unknown. */
  choicesUrl: string | null;
  onFault: (words: string) => void;
}) {
  const { url, from, choicesUrl, onFault } = options;
  const transport = createTransport(
    {
      url,
      connectionTimeout: RESPONSE_TIMEOUT_MS,
      greetingTimeout: RESPONSE_TIMEOUT_MS,
      socketTimeout: RESPONSE_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send(to: string, { subject, text }: Mail): Promise<SendOutcome> {
      // The recipient is passed as an object, because nodemailer would parse several recipients in a string.
      if (!mailAddress.safeParse(to).success) {
        onFault("the mail server: the recipient is not a single mail address");
        return "refused";
      }
      try {
        await transport.sendMail({
          to: { name: "", address: to },
          subject,
          text,
          ...(choicesUrl === null ? {} : { list: { unsubscribe: choicesUrl } }),
          headers: { "Auto-Submitted": "auto-generated" },
        });
        return "sent";
      } catch (fault) {
        onFault(`the mail server: ${faultText(fault)}`);
        const { responseCode = 0, command } = fault as { responseCode?: number; command?: string };
        // A refused sign-in or sender is a fault of the configuration, which the operator can correct.
        const isOfMessage = command === "RCPT TO" || command === "DATA";
        return isOfMessage && responseCode >= 500 ? "refused" : "later";
      }
    },
    close: () => transport.close(),
  };
}

const faultText = (fault: unknown): string =>
  (fault instanceof Error ? fault.message : String(fault)).slice(0, 200);
