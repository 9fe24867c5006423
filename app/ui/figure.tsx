// A figure of a `dl` with class `figures`: name, value in large type, and note.
import type { ReactNode } from "react";

export function Figure(props: {
  name: string;
  value: ReactNode;
  note?: ReactNode;
  /** Class of the value's colour. */
  tone?: string;
  className?: string | undefined;
}) {
  const { name, value, note, tone, className } = props;
  return (
    <div className={className}>
      <dt className="figure-name">{name}</dt>
      <dd>
        <span className={tone === undefined ? "figure figure-large" : `figure figure-large ${tone}`}>
          {value}
        </span>{" "}
        <span className="figure-note">{note}</span>
      </dd>
    </div>
  );
}
