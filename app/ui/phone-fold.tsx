// A part of a page that is behind a line of words on phones, and stands there as it is from a tablet's width on and on paper.
import type { ReactNode } from "react";

export function PhoneFold(props: { words: string; children: ReactNode }) {
  return (
    <details className="phone-fold">
      <summary className="link">{props.words}</summary>
      {props.children}
    </details>
  );
}
