// Studies beside the backtest: a sentence and a table for each.
import { makingWords, type StudiesView, spanWords } from "../../evidence/studies.ts";
import { Notice } from "../../ui/notice.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";

export function StudiesSection(props: { studies: StudiesView; href: string }) {
  const { studies } = props;
  if (studies.kind === "being_made")
    return (
      <p>
        Backtests with other costs, parameters and capital are being computed. {makingWords(studies.making)}
      </p>
    );
  return (
    <div className="max-w-3xl">
      <p className="text-sm text-ink-muted">
        The same rules over {spanWords(studies.from, studies.to)}, each time with one thing changed.{" "}
        {studies.fault === null ? "Signature verified: signed by the operator." : null}
      </p>
      {studies.fault === null ? null : (
        <div className="mt-3">
          <Notice kind="warn" title="Verification failed" isAlert>
            <p>These studies aren’t what was signed. Don’t rely on any figure of them. {studies.fault}</p>
          </Notice>
        </div>
      )}
      {studies.tables.map(({ kind, title, sentence, rows }) => (
        <section key={kind} className="mt-4">
          <p>{sentence}</p>
          <TableScroll label={title} className="mt-2">
            <table className="table table-tight rows-table">
              <caption className="text-start text-sm font-semibold">{title}</caption>
              <thead>
                <tr>
                  <th scope="col">Change</th>
                  <th scope="col" className="number">
                    Net result
                  </th>
                  <th scope="col" className="number">
                    Max drawdown
                  </th>
                  <th scope="col" className="number">
                    Trades
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ key, name, net, drawdown, trades }) => (
                  <tr key={key}>
                    <th scope="row" className="row-name">
                      {name}
                    </th>
                    <td className="number row-sum">{net}</td>
                    <td className="number" data-label="Max drawdown">
                      {drawdown}
                    </td>
                    <td className="number" data-label="Trades">
                      {trades}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
        </section>
      ))}
      <p className="mt-2 text-sm">
        <a href={props.href} className="link inline-flex min-h-8 items-center">
          Studies as JSON, signed
        </a>
      </p>
    </div>
  );
}
