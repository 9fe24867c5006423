// How records are verified, by this site and by anybody: the format in words, the published files, and the command.
import type { MetaFunction } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { verificationText as text } from "../evidence/text.ts";
import { filled } from "../ui/filled.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { TableScroll } from "../ui/table-scroll.tsx";

const TITLE = text.title;

export const handle: PageHandle = { shared: true };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: TITLE,
    description: text.description,
    path: "/evidence",
  });

/** Files that a reader keeps, by their names. */
const KEYS_FILE = "keys.json";
const INDEX_FILE = "index.json";

/** Each line of the format with its fields in order. */
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

export default function EvidencePage() {
  return (
    <div>
      <PageHeader title={TITLE} lead={text.lead} />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <section>
          <h2 className="text-xl">{text.checkYourself}</h2>
          <ol className="mt-2 list-decimal space-y-2 ps-5">
            <li>{filled(text.saveRecord, { file: <code>record.json</code> })}</li>
            <li>
              {text.saveKeys}{" "}
              {filled(text.keepKeys, {
                file: (
                  <a href="/evidence/keys.json" className="link">
                    {KEYS_FILE}
                  </a>
                ),
              })}
            </li>
            <li>
              {text.saveHeads}{" "}
              {filled(text.headsAreNamed, {
                file: (
                  <a href="/evidence/heads/index.json" className="link">
                    {INDEX_FILE}
                  </a>
                ),
              })}
            </li>
            <li>
              {filled(text.runCheck, {
                command: (
                  <code className="break-words">
                    npm run check:records -- --keys keys.json --heads heads.json record.json
                  </code>
                ),
              })}
            </li>
          </ol>
        </section>
        <section>
          <h2 className="text-xl">{text.theFormat}</h2>
          <p className="mt-2">{text.madeOfLines}</p>
          <ul className="mt-2 list-disc space-y-1 ps-5">
            <li>{text.genesis}</li>
            <li>{text.hashOfDay}</li>
            <li>{text.textsHash}</li>
            <li>{text.headLines}</li>
            <li>{text.allCovered}</li>
            <li>{text.nameOfKey}</li>
          </ul>
        </section>
      </div>
      <TableScroll label={text.lines} className="mt-6">
        <table className="table">
          <caption className="sr-only">{text.linesCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{text.line}</th>
              <th scope="col">{text.fieldsInOrder}</th>
              <th scope="col">{text.part}</th>
            </tr>
          </thead>
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
    </div>
  );
}
