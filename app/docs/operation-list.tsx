// List of a documentation page's operations, with a link to the page of each.
import type { OperationLink } from "./operation-page.ts";

export function Method({ method }: { method: string }) {
  return (
    <span className={`docs-method docs-method-${method.toLowerCase()}`}>
      {method === "DELETE" ? <abbr title="DELETE">DEL</abbr> : method}
    </span>
  );
}

/**
 * Renders the list. Rows have the anchors that the operations had when they were sections of one page; the page's
 * script redirects from these anchors.
 */
export function OperationList({ operations }: { operations: readonly OperationLink[] }) {
  if (operations.length === 0) return null;
  return (
    <section aria-label="Operations" className="mt-6">
      <ul className="panel docs-operations">
        {operations.map(({ id, address, method, path, title }) => (
          <li key={id}>
            <a id={id} href={address} data-moved className="docs-operation">
              <Method method={method} /> <span className="font-semibold">{title}</span>{" "}
              <span className="docs-operation-path">{path}</span>
            </a>{" "}
            <a id={`${id}-answer`} href={`${address}#${id}-answer`} data-moved className="link">
              Answer
              <span className="sr-only"> of {title}</span>
            </a>{" "}
            <a id={`${id}-errors`} href={`${address}#${id}-errors`} data-moved className="link">
              Errors
              <span className="sr-only"> of {title}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
