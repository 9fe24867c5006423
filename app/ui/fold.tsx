// A collapsible section. It is expanded in print, and if the address contains its anchor.

import type { ReactNode } from "react";
import { ChevronDown } from "./icons.tsx";

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
        <ChevronDown className="marker-turn size-4 text-ink-muted" />
      </summary>
      <div>{props.children}</div>
    </details>
  );
}
