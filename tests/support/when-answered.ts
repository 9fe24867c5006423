// While its provider is slow, a site shows a temporary message. Tests of a page's content wait for the complete page.
import { NOT_NOW_TEXTS } from "../../app/evidence/disclosure-texts.ts";
import { type Answer, type Site, until } from "./site.ts";

const BUSY_FOR_MS = 60_000;

/** Returns the first response that is neither a 5xx nor a message that records are temporarily unavailable. */
export const untilComplete = (site: Pick<Site, "get">, path: string): Promise<Answer> =>
  until(
    () => site.get(path),
    ({ status, text }) => status < 500 && !text.includes(NOT_NOW_TEXTS.unreachable),
    BUSY_FOR_MS,
  );
