// A part of the page behind its heading: closed until it is asked for, open in print and where an address names it.
import type { ReactNode } from "react";

export function Fold(props: {
  id: string;
  title: string;
  hint?: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details id={props.id} className="fold" open={props.isOpen}>
      <summary>
        <h3 className="text-base">{props.title}</h3>
        {props.hint === undefined ? null : <span className="fold-hint">{props.hint}</span>}
        <span aria-hidden className="marker-turn text-ink-muted">
          ▾
        </span>
      </summary>
      <div className="pb-4">{props.children}</div>
    </details>
  );
}
