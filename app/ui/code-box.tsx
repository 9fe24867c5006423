// A block of code with a label. It scrolls independently of the page, with pointer or keyboard.
import type { ReactNode } from "react";

/** Renders the block. `html` is the same text, highlighted and escaped. */
export function CodeBox(props: {
  label: string;
  words: string;
  html?: string | undefined;
  /** Language of a sample, if its placeholders are filled when it is copied. */
  fill?: string | undefined;
  /** Content of the bar above the code. */
  title?: ReactNode;
}) {
  return (
    <div className="code-frame">
      {props.title === undefined ? null : <div className="code-head">{props.title}</div>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop the keyboard cannot scroll to hidden code */}
      <section className="code-box" aria-label={props.label} tabIndex={0} data-fill={props.fill}>
        <pre>
          {props.html === undefined ? (
            <code>{props.words}</code>
          ) : (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the highlighter has escaped the text
            <code dangerouslySetInnerHTML={{ __html: props.html }} />
          )}
        </pre>
      </section>
    </div>
  );
}
