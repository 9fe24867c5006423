// The text of a consent, the same for a new deployment, changed terms and a new version of an algo.
import { consentSectionsText as text } from "./text.ts";

export function ConsentSections(props: {
  sections: readonly { title: string; lines: readonly string[] }[];
  className?: string;
}) {
  return (
    <section aria-labelledby="text" className={props.className}>
      <h2 id="text" className="panel-title">
        {text.whatYouConsent}
      </h2>
      {props.sections.map(({ title, lines }) => (
        <section key={title} className="mt-3">
          <h3 className="font-semibold">{title}</h3>
          {lines.map((line) => (
            <p key={line} className="mt-1">
              {line}
            </p>
          ))}
        </section>
      ))}
    </section>
  );
}
