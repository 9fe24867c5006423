// Studies of the backtest, each with a sentence and a table.
import { methodText, type StudiesView, spanText } from "../../evidence/studies.ts";
import { TouchLink } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RowName, TableHead } from "../../ui/table-head.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { studiesSectionText as text } from "./record-text.ts";

export function StudiesSection(props: { studies: StudiesView; href: string }) {
  const { studies } = props;
  if (studies.kind === "being_made") return <p>{text.beingComputed(methodText(studies.making))}</p>;
  return (
    <div className="max-w-3xl">
      <p className="text-sm text-ink-muted">
        {text.sameRules(spanText(studies.from, studies.to))}
        {studies.fault === null ? ` ${text.signatureVerified}` : null}
      </p>
      {studies.fault === null ? null : (
        <div className="mt-3">
          <Notice kind="warn" title={text.verificationFailed} isAlert>
            <p>{text.notWhatWasSigned(studies.fault)}</p>
          </Notice>
        </div>
      )}
      {studies.tables.map(({ kind, title, sentence, rows }) => (
        <section key={kind} className="mt-4">
          <p>{sentence}</p>
          <TableScroll label={title} className="mt-2">
            <table className="table table-tight rows-table">
              <caption className="text-start text-sm font-semibold">{title}</caption>
              <TableHead
                columns={[
                  text.change,
                  { number: text.netResult },
                  { number: text.maxDrawdown },
                  { number: text.trades },
                ]}
              />
              <tbody>
                {rows.map(({ key, name, net, drawdown, trades }) => (
                  <tr key={key}>
                    <RowName>{name}</RowName>
                    <td className="number row-sum">{net}</td>
                    <td className="number" data-label={text.maxDrawdown}>
                      {drawdown}
                    </td>
                    <td className="number" data-label={text.trades}>
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
        <TouchLink to={props.href}>{text.asJson}</TouchLink>
      </p>
    </div>
  );
}
