// Describes the record format: how lines are built, what each hash covers, and the fields of each kind of line.
import { verificationText as text } from "../../evidence/text.ts";
import { TableHead } from "../../ui/table-head.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";

/** Kinds of lines: name, fields, and the part of the record that contains them. */
const LINES: [name: string, fields: string, of: string][] = [
  ["record", text.recordFields, "header"],
  ["method", text.methodFields, "header"],
  ["day", text.dayFields, "day"],
  ["trade", text.tradeFields, text.tradeIn],
  ["leg", text.legFields, text.legIn],
  ["missed", text.missedFields, "day"],
  ["cash", text.cashFields, "day"],
  ["action", text.actionFields, "day"],
  ["text", text.textFields, text.textsIn],
  ["head", text.headFields, "head"],
  ["part", text.partFields, "head"],
  ["idle", text.idleFields, "head"],
  ["heads, last", text.headsFields, text.headsIn],
  ["studies", text.studiesFields, text.studiesIn],
  ["result", text.resultFields, text.studiesIn],
];

export function FormatTable() {
  return (
    <>
      <p className="max-w-[75ch]">{text.madeOfLines}</p>
      <ul className="mt-2 max-w-[75ch] list-disc space-y-1 ps-5">
        <li>{text.genesis}</li>
        <li>{text.hashOfDay}</li>
        <li>{text.textsHash}</li>
        <li>{text.headLines}</li>
        <li>{text.allCovered}</li>
        <li>{text.nameOfKey}</li>
      </ul>
      <TableScroll label={text.lines} className="mt-6">
        <table className="table">
          <caption className="sr-only">{text.linesCaption}</caption>
          <TableHead columns={[text.line, text.fieldsInOrder, text.part]} />
          <tbody>
            {LINES.map(([name, fields, of]) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{fields}</td>
                <td>{of}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </>
  );
}
