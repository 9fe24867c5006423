// Collapsible content below a line of text. It is expanded in print.
import type { ReactNode } from "react";

export function Reveal(props: { words: string; children: ReactNode }) {
  return (
    <details>
      <summary className="link inline-flex min-h-8 items-center">{props.words}</summary>
      {props.children}
    </details>
  );
}
