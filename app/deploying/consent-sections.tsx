// The text of a consent, the same on every page that asks for one: deploying an algo, and accepting its new version.
import { consentSectionsText as text } from "./text.ts";
export function ConsentSections(props: {
  sections: readonly { title: string; lines: readonly string[] }[];
  className: string;
}) {
  return (
    <section aria-labelledby="text" className={`panel p-5 ${props.className}`}>
      <h2 id="text" className="text-lg">
        {text.whatYouConsent}
      </h2>
      {props.sections.map(({ title, lines }) => (
        <section key={title} className="mt-4">
          <h3 className="font-semibold">{title}</h3>
          {lines.map((line) => (
            <p key={line} className="mt-1.5">
              {line}
            </p>
          ))}
        </section>
      ))}
    </section>
  );
}
