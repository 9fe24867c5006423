// Renders sections of the documentation: text, lists, tables, code, and samples in one language at a time with links to
// the others.
import { Fragment } from "react";
import { CodeBox } from "../ui/code-box.tsx";
import { Fold } from "../ui/fold.tsx";
import { TextLink, TouchLink } from "../ui/link-button.tsx";
import { TableHead } from "../ui/table-head.tsx";
import { TableScroll } from "../ui/table-scroll.tsx";
import {
  type Block,
  type Inline,
  LANGUAGE_NAMES,
  type Language,
  plainText,
  type Section,
  sampleIn,
  sampleLanguages,
  type TextRun,
} from "./blocks.ts";
import { StepDiagram } from "./step-diagram.tsx";

const UNBROKEN_CODE_CHARS = 24;
const UNBROKEN_TEXT_CHARS = 10;

export function Sections(props: { sections: readonly Section[]; language: Language; path: string }) {
  const { sections, language, path } = props;
  return sections.map((section) => (
    <SectionView key={section.id} section={section} language={language} path={path} />
  ));
}

export function SectionView(props: { section: Section; language: Language; path: string }) {
  const { section } = props;
  const Heading = section.level === 2 ? "h2" : "h3";
  return (
    <section aria-labelledby={section.id} className={section.level === 2 ? "mt-12" : "mt-8"}>
      <Heading id={section.id} className={section.level === 2 ? "text-xl" : "text-lg"}>
        {section.title}{" "}
        <a href={`#${section.id}`} className="no-print link text-sm font-normal no-underline">
          <span aria-hidden="true">#</span>
          <span className="sr-only">Link to {section.title}</span>
        </a>
      </Heading>
      <Blocks {...props} blocks={section.blocks} />
    </section>
  );
}

/** Renders blocks in order. The section's title is part of the ids of its code boxes. */
export function Blocks(props: {
  blocks: readonly Block[];
  section: Pick<Section, "title">;
  language: Language;
  path: string;
}) {
  return props.blocks.map((block, index) => (
    <BlockView
      key={JSON.stringify(block).slice(0, 200)}
      block={block}
      {...props}
      // Number that makes the ids of a section's code boxes unique.
      place={props.blocks.slice(0, index + 1).filter(({ kind }) => kind === block.kind).length}
    />
  ));
}

const STYLES = { code: "code", strong: "strong", em: "em" } as const;

function InlineView({ inline }: { inline: Inline }) {
  return typeof inline === "string"
    ? inline
    : inline.map((run) => <RunView key={JSON.stringify(run)} run={run} />);
}

function RunView({ run: { text, style, to } }: { run: TextRun }) {
  if (to !== undefined) return <TextLink to={to}>{text}</TextLink>;
  if (style === undefined) return text;
  const Style = STYLES[style];
  return <Style>{text}</Style>;
}

function BlockView(props: {
  block: Block;
  section: Pick<Section, "title">;
  language: Language;
  path: string;
  place: number;
}) {
  const { block } = props;
  switch (block.kind) {
    case "text":
      return (
        <p className="mt-3 max-w-[75ch]">
          <InlineView inline={block.text} />
        </p>
      );
    case "list":
      return (
        <ul className="mt-3 max-w-[75ch] list-disc space-y-1.5 ps-5">
          {block.items.map((item) => (
            <li key={plainText(item)}>
              <InlineView inline={item} />
            </li>
          ))}
        </ul>
      );
    case "links":
      return (
        <p className="mt-3 flex flex-wrap gap-x-6">
          {block.items.map(({ title, to, movedFrom }) => (
            <Fragment key={to}>
              <TouchLink to={to} {...(movedFrom !== undefined && { id: movedFrom, "data-moved": true })}>
                {title}
              </TouchLink>{" "}
            </Fragment>
          ))}
        </p>
      );
    case "table":
      return block.isClosed ? (
        <ClosedTable block={block} title={props.section.title} />
      ) : (
        <TableView block={block} title={props.section.title} className="mt-4" />
      );
    case "steps":
      return <StepDiagram id={block.id} caption={block.caption} steps={block.steps} />;
    case "code":
      return (
        <Code
          title={block.title ?? null}
          words={block.text}
          html={block.html}
          label={`${block.title ?? "Code"}, ${props.section.title}${props.place > 1 ? `, ${props.place}` : ""}`}
        />
      );
    case "samples":
      return <Samples {...props} block={block} />;
  }
}

type BlockOf<K extends Block["kind"]> = Extract<Block, { kind: K }>;

/** A table fits on a phone if its columns, without the longest one, have at most this number of characters together. */
const PHONE_CHARS = 22;

/** Returns true if a table is too wide for a phone, where its rows become lists. */
function isWide({ columns, rows }: BlockOf<"table">): boolean {
  if (columns.length < 3) return false;
  const lengths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  return lengths.reduce((sum, length) => sum + length, -Math.max(...lengths)) > PHONE_CHARS;
}

function ClosedTable({ block, title }: { block: BlockOf<"table">; title: string }) {
  return (
    <div className="folds mt-4">
      <Fold
        id={block.caption.toLowerCase().replaceAll(" ", "-")}
        title={block.caption}
        hint={`${block.rows.length} rows`}
      >
        <TableView block={{ ...block, isCaptionHidden: true }} title={title} />
      </Fold>
    </div>
  );
}

function TableView(props: { block: BlockOf<"table">; title: string; className?: string }) {
  const { block } = props;
  const isFolded = isWide(block);
  return (
    <TableScroll
      label={`Table: ${block.caption}, ${props.title}`}
      className={`panel docs-table ${props.className ?? ""}`}
    >
      <table className={`table table-tight ${isFolded ? "docs-fold" : ""}`}>
        <caption className={block.isCaptionHidden ? "sr-only" : undefined}>{block.caption}</caption>
        <TableHead columns={block.columns} {...(isFolded && { className: "not-print:max-md:sr-only" })} />
        <tbody>
          {block.rows.map((row, place) => (
            <tr key={row.join(" ")} id={block.ids?.[place]}>
              {row.map((value, index) => {
                // Short names must not wrap.
                const isCode = block.mono?.includes(index);
                const unbrokenChars = isCode ? UNBROKEN_CODE_CHARS : UNBROKEN_TEXT_CHARS;
                const wrap =
                  value.length <= unbrokenChars ? "whitespace-nowrap" : isCode ? "wrap-anywhere" : "";
                const className = isCode ? `font-mono text-sm ${wrap}` : wrap;
                return index === 0 ? (
                  <th
                    key={block.columns[index]}
                    scope="row"
                    className={isFolded ? className : `font-normal! ${className}`}
                  >
                    {value}
                  </th>
                ) : (
                  <td key={block.columns[index]} className={className} data-label={block.columns[index]}>
                    {value}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** Renders the sample in the user's language, with links to the other languages. */
export function Samples(props: {
  block: BlockOf<"samples">;
  section: Pick<Section, "title">;
  language: Language;
  path: string;
}) {
  const { block } = props;
  const { language: shownLanguage, words } = sampleIn(block.samples, props.language);
  return (
    <div className="mt-4">
      <CodeBox
        title={
          <nav
            aria-label={`Language of the sample, ${props.section.title}`}
            className="no-print code-languages"
          >
            {sampleLanguages(block.samples).map((language) => (
              <Fragment key={language}>
                <a
                  href={`${props.path}?lang=${language}#${block.id}`}
                  rel="nofollow"
                  aria-current={language === shownLanguage ? "true" : undefined}
                >
                  {LANGUAGE_NAMES[language]}
                </a>{" "}
              </Fragment>
            ))}
          </nav>
        }
        words={words}
        html={block.html}
        fill={shownLanguage}
        label={`${LANGUAGE_NAMES[shownLanguage]} sample, ${props.section.title}`}
      />
    </div>
  );
}

export function Code(props: {
  title: string | null;
  words: string;
  html: string | undefined;
  label: string;
}) {
  return (
    <div className="mt-3">
      <CodeBox
        {...(props.title === null ? {} : { title: props.title })}
        label={props.label}
        words={props.words}
        html={props.html}
      />
    </div>
  );
}
