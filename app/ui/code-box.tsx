// A block of code: it scrolls in itself, by keyboard too, and carries a name.

export function CodeBox(props: { label: string; words: string }) {
  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop what is cut off cannot be reached by keyboard */}
      <section className="code-box" aria-label={props.label} tabIndex={0}>
        <pre>
          <code>{props.words}</code>
        </pre>
      </section>
    </div>
  );
}
