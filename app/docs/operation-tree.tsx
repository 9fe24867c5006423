// List of all operations, next to the playground's form.
import { SEARCH_TEXT_MAX_CHARS } from "../contract/base-api/limits.ts";
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../contract/trading-api/operations.ts";
import { SubmitButton } from "../ui/link-button.tsx";
import { Method } from "./operation-list.tsx";
import type { DocsPage } from "./pages.server.ts";

const isTraded = ({ group }: DocsPage) => group === "Trading" || group === "Data";

/** Renders all operations in groups, each with a link to its form. */
export function OperationTree(props: { operation: TradingOperation; pages: readonly DocsPage[] }) {
  const { operation, pages } = props;
  // Trading operations come first, because users need sign-in and sandbox operations less often.
  const inOrder = [...pages.filter(isTraded), ...pages.filter((page) => !isTraded(page))];
  const groups = inOrder.flatMap(({ id, title }) => {
    const operations = TRADING_OPERATION_LIST.filter(({ page }) => page === id);
    return operations.length === 0 ? [] : [{ title, operations }];
  });
  return (
    <details className="rail no-print">
      <summary className="panel play-choice">
        <span className="font-semibold">{operation.summary}</span>{" "}
        <span className="text-sm text-ink-muted">{TRADING_OPERATION_LIST.length} methods</span>
      </summary>
      <nav aria-label="Methods" className="docs-rail">
        {/* A script filters the list while the user types. The button searches the documentation. */}
        <form action="/docs/v2/search" method="get" className="mt-3 flex lg:mt-0">
          <input
            type="search"
            name="q"
            maxLength={SEARCH_TEXT_MAX_CHARS}
            className="field play-find rounded-e-none border-e-0"
            placeholder="Find a method"
            aria-label="Find a method"
          />
          <SubmitButton kind="quiet" className="rounded-s-none">
            Find
          </SubmitButton>
        </form>
        {groups.map(({ title, operations }) => (
          <div key={title} className="play-group">
            <p className="text-xs font-semibold">{title}</p>
            <ul className="docs-tree">
              {operations.map(({ operationId, method, summary }) => (
                <li key={operationId}>
                  <a
                    href={`/docs/v2/playground?op=${operationId}`}
                    aria-current={operationId === operation.operationId ? "page" : undefined}
                  >
                    <Method method={method.toUpperCase()} /> {summary}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </details>
  );
}
