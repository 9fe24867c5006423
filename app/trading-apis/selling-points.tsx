// Why to use the APIs: each point links to where it is described or can be tried.
import { SELLING_POINTS } from "./audiences.ts";
import { sellingPointsText as text } from "./text.ts";

/** Points without a target on a site without a sandbox are left out. */
export function SellingPoints(props: { isSandboxHere: boolean }) {
  const points = SELLING_POINTS.flatMap(({ title, text: told, tryIt, otherwise }) => {
    const to = props.isSandboxHere || otherwise === undefined ? tryIt : otherwise;
    return to === null ? [] : [{ title, text: told, to }];
  });
  return (
    <section aria-labelledby="points" className="mt-16">
      <h2 id="points" className="text-xl">
        {text.includedForEveryone}
      </h2>
      <ul className="mt-5 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {points.map((point) => (
          <li key={point.title} className="flex flex-col border-t-2 border-ink pt-3">
            <h3 className="text-lg">{point.title}</h3>
            <p className="mt-1.5 mb-3 text-ink-muted">{point.text}</p>
            <a href={point.to.path} className="link mt-auto self-start py-1 text-sm">
              {point.to.label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
