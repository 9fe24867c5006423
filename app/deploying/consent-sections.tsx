// Renders a consent text, for new deployments, changed terms and new versions of an algo alike.

export function ConsentSections(props: {
  sections: readonly { title: string; lines: readonly string[] }[];
  className?: string;
}) {
  return (
    <div id="text" className={props.className}>
      {props.sections.map(({ title, lines }) => (
        <section key={title} className="mt-4 first:mt-0">
          <h2 className="panel-title">{title}</h2>
          {lines.map((line) => (
            <p key={line} className="mt-2">
              {line}
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}
