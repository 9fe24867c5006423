// The message that a page shows after an action. The redirect to the page contains it with a proof, so that a link
// cannot claim an action that the operator did not execute.
import { createHmac } from "node:crypto";
import { isSameSecret } from "../crypto/constant-time.ts";
import type { OperatorSession } from "./operator-sessions.ts";

type Signing = Pick<OperatorSession, "xsrf">;

const signMessage = ({ xsrf }: Signing, message: string) =>
  createHmac("sha256", xsrf).update(message).digest("base64url");

/** Returns the query of the page that shows the message. `query` contains the page's other parameters. */
export const signedMessageQuery = (
  session: Signing,
  message: string,
  query: Record<string, string> = {},
): string => `?${new URLSearchParams({ ...query, done: message, proof: signMessage(session, message) })}`;

/** Returns the message of an address; null if there is none, or if this session did not create it. */
export function readSignedMessage(session: Signing, query: URLSearchParams): string | null {
  const message = query.get("done");
  if (message === null || !isSameSecret(query.get("proof") ?? "", signMessage(session, message))) return null;
  return message;
}
