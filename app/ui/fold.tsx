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
        {props.hint === undefined ? null : (
          <span className="min-w-0 flex-1 overflow-hidden text-end text-(length:--text-xs) text-ellipsis whitespace-nowrap text-ink-muted max-sm:order-2 max-sm:basis-full max-sm:text-start max-sm:whitespace-normal">
            {props.hint}
          </span>
        )}
        <ChevronDown
          className={`marker-turn size-4 text-ink-muted ${props.hint === undefined ? "" : "sm:ms-0"}`}
        />
      </summary>
      <div>{props.children}</div>
    </details>
  );
}
