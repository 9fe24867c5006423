// Messages of viewers and their validation.
import { z } from "zod";
import { CHANNEL_CHARS_AT_MOST, CHANNELS_AT_MOST } from "../../../app/contract/live/live.ts";
import { parseJson } from "../../../app/domain/parse-json.ts";

const messageSchema = z.union([
  z.tuple([z.literal("a"), z.int()]).rest(z.unknown()),
  z
    .tuple([z.literal("sub"), z.array(z.string().max(CHANNEL_CHARS_AT_MOST)).max(CHANNELS_AT_MOST)])
    .rest(z.unknown()),
  z.tuple([z.literal("v"), z.union([z.literal(0), z.literal(1)])]).rest(z.unknown()),
  z.tuple([z.literal("r")]).rest(z.unknown()),
]);
const ACKNOWLEDGEMENT = /^\["a",(\d{1,15})\]$/;

/**
 * Parses a message. Returns "unknown" for an unknown message name, so that an updated page works with an older server,
 * and "bad" for any other invalid message.
 */
export function readMessage(text: string): z.infer<typeof messageSchema> | "bad" | "unknown" {
  // Nearly all messages of viewers are acknowledgements.
  const acknowledged = ACKNOWLEDGEMENT.exec(text)?.[1];
  if (acknowledged !== undefined) return ["a", Number(acknowledged)];
  const json = parseJson(text);
  const parsed = messageSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [word] = Array.isArray(json) ? json : [];
  return typeof word === "string" && !["a", "sub", "v", "r"].includes(word) ? "unknown" : "bad";
}
