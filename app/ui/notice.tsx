// A message in the page, such as a correction, missing data or a hint. Icon and text convey its kind in addition to
// colour.

import type { ReactNode } from "react";
import { CircleAlert, Info } from "./icons.tsx";

export function Notice(props: {
  kind: "info" | "warn";
  title?: string;
  children: ReactNode;
  isAlert?: boolean;
}) {
  const Icon = props.kind === "warn" ? CircleAlert : Info;
  const colours =
    props.kind === "warn" ? "border-warn bg-warn-faint" : "border-line-strong bg-surface-sunken";
  return (
    <div
      role={props.isAlert ? "alert" : undefined}
      className={`flex gap-3 rounded-sm border-s-4 px-4 py-3 ${colours}`}
    >
      <Icon className={`mt-1 size-4 shrink-0 ${props.kind === "warn" ? "text-warn" : "text-info"}`} />
      <div className="min-w-0">
        {props.title === undefined ? null : <p className="font-semibold">{props.title}</p>}
        {props.children}
      </div>
    </div>
  );
}
