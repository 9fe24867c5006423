// A part of a page that is collapsed on phones, and always visible on wider screens and in print.
import type { ReactNode } from "react";

export function PhoneFold(props: { words: string; children: ReactNode }) {
  return (
    <details className="phone-fold">
      <summary className="link">{props.words}</summary>
      {props.children}
    </details>
  );
}
