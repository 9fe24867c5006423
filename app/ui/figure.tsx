// Terms and values of a `dl`.
import type { ReactNode } from "react";

/** Renders a figure of a `dl` with class `figures`: name, value and note. */
export function Figure(props: {
  name: string;
  value: ReactNode;
  note?: ReactNode;
  /** Class of the value's colour. */
  tone?: string | undefined;
  isSmall?: true;
  className?: string | undefined;
}) {
  const { name, value, note, tone, className } = props;
  const classes = ["figure", props.isSmall ? [] : "figure-large", tone ?? []].flat();
  return (
    <div className={className}>
      <dt className="figure-name">{name}</dt>
      <dd>
        <span className={classes.join(" ")}>{value}</span> <span className="figure-note">{note}</span>
      </dd>
    </div>
  );
}

/** Renders a term and its value. */
export function Fact(props: { label: string; className?: string; valueClass?: string; children: ReactNode }) {
  return (
    <div className={props.className}>
      <dt>{props.label}</dt>
      <dd className={props.valueClass}>{props.children}</dd>
    </div>
  );
}
