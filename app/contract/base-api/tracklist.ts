// Tracklists: named lists of algos that a client tracks.
import { z } from "zod";
import { ONE_LINE } from "./one-line.ts";
import { idSchema, strategySummarySchema } from "./strategy.ts";

export const TRACKLISTS_MAX = 20;
export const TRACKLIST_ALGOS_MAX = 50;
export const TRACKLIST_NAME_CHARS = 40;
export const TRACKLIST_NOTE_CHARS = 200;

export const tracklistNameSchema = z
  .string()
  .trim()
  .min(1, "a name of at least one character")
  .max(TRACKLIST_NAME_CHARS, `a name of at most ${TRACKLIST_NAME_CHARS} characters`)
  .regex(ONE_LINE, "a name without control characters");

/** A client's note on a listed algo. An empty text removes the note. */
const tracklistNoteSchema = z
  .string()
  .trim()
  .max(TRACKLIST_NOTE_CHARS, `a note of at most ${TRACKLIST_NOTE_CHARS} characters`)
  .regex(ONE_LINE, "a note of one line, without control characters");

export const tracklistSchema = z
  .object({
    id: z.uuid(),
    name: tracklistNameSchema,
    strategyIds: z.array(idSchema).max(TRACKLIST_ALGOS_MAX).meta({ description: "Newest first" }),
    addedAt: z
      .record(idSchema, z.iso.datetime())
      .optional()
      .meta({ description: "Time at which each strategy was added, by its id" }),
    notes: z
      .record(idSchema, tracklistNoteSchema)
      .optional()
      .meta({ description: "The client's note on each strategy, by its id; never shared" }),
    shareId: z
      .string()
      .regex(/^[\w-]{22,60}$/)
      .nullable()
      .meta({ description: "Id in the address of the public read-only page; null when not shared" }),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: "Tracklist" });
export type Tracklist = z.infer<typeof tracklistSchema>;

export const tracklistsSchema = z.object({ items: z.array(tracklistSchema) }).meta({ id: "Tracklists" });

export const sharedTracklistSchema = z
  .object({ name: tracklistNameSchema, items: z.array(strategySummarySchema) })
  .meta({ id: "SharedTracklist" });
export type SharedTracklist = z.infer<typeof sharedTracklistSchema>;

export const newTracklistSchema = z.strictObject({ name: tracklistNameSchema });
export const tracklistChangeSchema = z.strictObject({
  name: tracklistNameSchema.optional(),
  isShared: z.boolean().optional(),
});
export const strategyNoteSchema = z.strictObject({ note: tracklistNoteSchema });
