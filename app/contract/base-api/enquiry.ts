// A request for API access: the form's fields, and the response of the service that receives it.
import { z } from "zod";
import { ONE_LINE } from "./one-line.ts";

export const ENQUIRY_AUDIENCES = [
  "individuals-geeks",
  "fintechs",
  "brokers-pms",
  "algo-platforms",
  "banks",
] as const;
export const ENQUIRY_MESSAGE_CHARS = 2_000;
/** Number of days that an enquiry is stored. KEEP_ENQUIRIES_DAYS overrides this number. */
export const ENQUIRY_DAYS = 365;

const line = z.string().trim().regex(ONE_LINE, "one line of text");

export const enquirySchema = z.object({
  audience: z.enum(ENQUIRY_AUDIENCES),
  name: line.min(2, "Your name, at least two characters").max(80, "At most 80 characters"),
  email: z
    .string()
    .trim()
    .max(120, "At most 120 characters")
    .pipe(z.email("An address such as you@example.com")),
  organisation: line.max(120, "At most 120 characters"),
  message: z
    .string()
    .trim()
    .min(10, "A sentence on what you want to build, at least ten characters")
    .max(ENQUIRY_MESSAGE_CHARS, `At most ${ENQUIRY_MESSAGE_CHARS} characters`),
});
export type Enquiry = z.infer<typeof enquirySchema>;

export const enquiryReceiptSchema = z.object({ reference: z.string().regex(/^[A-Z0-9-]{4,40}$/) });

/**
 * A submitted enquiry that a page confirms. `isStored` is true if this server stores it until the enquiry service is
 * available.
 */
export const sentEnquirySchema = z.object({
  audience: z.enum(ENQUIRY_AUDIENCES),
  reference: enquiryReceiptSchema.shape.reference,
  isStored: z.boolean(),
});
export type SentEnquiry = z.infer<typeof sentEnquirySchema>;

/** `kept`: the enquiry service is unavailable, so this server stores the enquiry on disk and submits it later. */
export type EnquiryOutcome =
  | { kind: "accepted"; reference: string }
  | { kind: "kept"; reference: string }
  | { kind: "too_many"; retryAfterS: number };

/** A stored enquiry, as listed for operators. */
export const storedEnquirySchema = z.object({
  reference: enquiryReceiptSchema.shape.reference,
  at: z.iso.datetime(),
  enquiry: enquirySchema,
});
export type StoredEnquiry = z.infer<typeof storedEnquirySchema>;
export const storedEnquiryListSchema = z.object({ items: z.array(storedEnquirySchema).max(500) });
