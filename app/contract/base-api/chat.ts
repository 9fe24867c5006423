// A conversation with the provider's chat service. Messages are plain text. A message from the service may link to one
// page of this site.
import { z } from "zod";

export const CHAT_TEXT_CHARS = 1_000;
export const CHAT_MESSAGES_MAX = 200;
/** Maximum length of a message of the service. */
export const CHAT_ANSWER_CHARS = 4_000;
/** Maximum length of the title of a linked page. */
export const CHAT_PAGE_CHARS = 120;

export const chatTextSchema = z
  .string()
  .trim()
  .min(1, "Write a question first")
  .max(CHAT_TEXT_CHARS, `At most ${CHAT_TEXT_CHARS} characters`);

export const chatMessageSchema = z.object({
  from: z.enum(["reader", "service"]),
  text: z.string().min(1).max(CHAT_ANSWER_CHARS),
  /** Page of this site with more information. */
  page: z
    .object({
      path: z
        .string()
        .regex(/^\/(?![/\\])/)
        .max(300),
      title: z.string().min(1).max(CHAT_PAGE_CHARS),
    })
    .nullable(),
  at: z.iso.datetime(),
  /** True if a person wrote the reply. */
  isPerson: z.boolean().optional(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

export const conversationSchema = z.object({
  id: z.string().regex(/^[\w-]{20,80}$/),
  messages: z.array(chatMessageSchema).max(CHAT_MESSAGES_MAX + 1),
  /** True if the question was forwarded to a person, because the service cannot answer it. */
  isWaiting: z.boolean(),
});
export type Conversation = z.infer<typeof conversationSchema>;

/** An entry in the operators' list of conversations. */
export const conversationSummarySchema = z.object({
  id: conversationSchema.shape.id,
  lastAt: z.iso.datetime(),
  isWaiting: z.boolean(),
  /** The user's last message. */
  text: z.string(),
});
export type ConversationSummary = z.infer<typeof conversationSummarySchema>;
export const conversationListSchema = z.object({ items: z.array(conversationSummarySchema).max(500) });
export const operatorAnswerSchema = z.strictObject({ text: z.string().trim().min(1).max(CHAT_ANSWER_CHARS) });

/** Header with the operators' secret, for reading and answering conversations and for reading enquiries. */
export const OPERATOR_KEY_HEADER = "operator-key";
