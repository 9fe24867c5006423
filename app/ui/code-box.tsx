// A block of code with a label; it scrolls on its own, also by keyboard.
import type { ReactNode } from "react";

/** `html` is the same text, highlighted and escaped by the highlighter. */
export function CodeBox(props: {
  label: string;
  words: string;
  html?: string | undefined;
  /** Language of a sample whose placeholders are filled when it is copied. */
  fill?: string | undefined;
  /** Bar above the code. */
  title?: ReactNode;
}) {
  return (
    <div className="code-frame">
      {props.title === undefined ? null : <p className="code-head">{props.title}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop what is cut off cannot be reached by keyboard */}
      <section className="code-box" aria-label={props.label} tabIndex={0} data-fill={props.fill}>
        <pre>
          {props.html === undefined ? (
            <code>{props.words}</code>
          ) : (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: spans around words that the highlighter has escaped
            <code dangerouslySetInnerHTML={{ __html: props.html }} />
          )}
        </pre>
      </section>
    </div>
  );
}
