// Container of a wide table. The table scrolls sideways within it, with pointer or keyboard, so that the page does not
// scroll.
import type { ReactNode } from "react";

export function TableScroll(props: { label: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll to hidden columns
    <section className={`table-scroll ${props.className ?? ""}`} aria-label={props.label} tabIndex={0}>
      {props.children}
    </section>
  );
}
