// A site whose provider does not keep up says so for a moment, as it should: tests of what a page says wait until it says it.
import { NOT_NOW_WORDS } from "../../app/evidence/disclosure-texts.ts";
import { type Answer, type Site, until } from "./site.ts";

const BUSY_FOR_MS = 60_000;

/** The first answer that is neither a 5xx nor says that records cannot be had at the moment. */
export const whenAnswered = (site: Pick<Site, "get">, path: string): Promise<Answer> =>
  until(
    () => site.get(path),
    ({ status, text }) => status < 500 && !text.includes(NOT_NOW_WORDS.away),
    BUSY_FOR_MS,
  );
