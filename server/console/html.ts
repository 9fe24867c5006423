// HTML of the console: a template tag that escapes every value, except HTML that it has created.
import { IST_OFFSET_MS } from "../../app/domain/time.ts";
import { escapeHtml } from "../observe/escape-html.ts";

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type HtmlValue = Html | string | number | null | readonly HtmlValue[];

export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(
    parts
      .map((part, index) => part + (index < values.length ? toHtmlText(values[index] ?? null) : ""))
      .join(""),
  );
}

function toHtmlText(value: HtmlValue): string {
  if (value === null) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "string" || typeof value === "number") return escapeHtml(String(value));
  return value.map(toHtmlText).join("");
}

/** Formats date and time in Indian time: "2026-11-23 10:41 IST". */
export function timeText(epochMs: number): string {
  return `${new Date(epochMs + IST_OFFSET_MS).toISOString().slice(0, 16).replace("T", " ")} IST`;
}
