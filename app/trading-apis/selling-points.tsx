// Reasons to use the APIs. Each links to its description or a demo.
import { SELLING_POINTS } from "./audiences.ts";
import { sellingPointsText as text } from "./text.ts";

/** Renders the points. Without a sandbox, points that have no other link are omitted. */
export function SellingPoints(props: { hasSandbox: boolean }) {
  const points = SELLING_POINTS.flatMap(({ title, text: told, tryIt, otherwise }) => {
    const to = props.hasSandbox || otherwise === undefined ? tryIt : otherwise;
    return to === null ? [] : [{ title, text: told, to }];
  });
  return (
    <section aria-labelledby="points" className="mt-10">
      <h2 id="points" className="text-xl">
        {text.includedForEveryone}
      </h2>
      <ul className="docs-cards mt-4">
        {points.map((point) => (
          <li key={point.title} className="panel panel-body flex flex-col">
            <h3 className="text-lg">{point.title}</h3>
            <p className="mt-1 mb-2 text-sm text-ink-muted">{point.text}</p>
            <a href={point.to.path} className="link mt-auto self-start py-1 text-sm">
              {point.to.label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
