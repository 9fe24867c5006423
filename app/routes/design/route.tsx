// Every component of app/ui in every state, and the style classes. The page is not in the sitemap, and in production
// DESIGN_PAGE must enable it. tests/e2e/design.spec.ts compares it with reference screenshots.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { RISKS } from "../../domain/vocabulary.ts";
import { RiskMark } from "../../evidence/risk-mark.tsx";
import { missing } from "../../frame/missing.ts";
import { Fits } from "../../marketplace/strategy-card.tsx";
import { Amount } from "../../ui/amount.tsx";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { Choices } from "../../ui/choices.tsx";
import { CodeBox } from "../../ui/code-box.tsx";
import { CodeTabs } from "../../ui/code-tabs.tsx";
import { ErrorSummary, FieldFault } from "../../ui/error-summary.tsx";
import { FaqList } from "../../ui/faq-list.tsx";
import { FeatureLink } from "../../ui/feature-link.tsx";
import { Fact, Figure } from "../../ui/figure.tsx";
import { filled } from "../../ui/filled.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Gauge, GaugeBar } from "../../ui/gauge.tsx";
import { ArrowUpDown, Bookmark, Check, Info, TriangleAlert } from "../../ui/icons.tsx";
import { InstrumentLink } from "../../ui/instrument-link.tsx";
import { LinkButton, SubmitButton, TextLink, TouchLink } from "../../ui/link-button.tsx";
import { Monogram } from "../../ui/monogram.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageMeta } from "../../ui/page-meta.ts";
import { Reveal } from "../../ui/reveal.tsx";
import { Panel, Section } from "../../ui/section.tsx";
import { GLYPH_KINDS, StrategyGlyph } from "../../ui/strategy-glyph.tsx";
import { RowName, TableHead } from "../../ui/table-head.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Cards, Icons } from "./cards-and-icons.tsx";
import { designText as text } from "./text.ts";

export const handle: PageHandle = { styles: "docs" };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: text.title, description: text.lead, path: "/design", isIndexed: false });

export function loader({ request, context }: LoaderFunctionArgs) {
  if (context.hasDesignPage !== true) throw missing({ request, context }, text.notHere);
  return null;
}

export default function Design() {
  return (
    <div id="design">
      <PageHeader title={text.title} lead={text.lead}>
        <LinkButton to="/design">{text.deploy}</LinkButton>
      </PageHeader>
      <div className="mt-5 gap-6 *:mb-6 *:break-inside-avoid lg:columns-2">
        <Figures />
        <Marks />
        <Panel id="design-glyphs" title={text.glyphs} className="space-y-4">
          <p className="text-sm text-ink-muted">{text.glyphNote}</p>
          <ul className="flex flex-wrap gap-3 text-xs text-ink-muted">
            {GLYPH_KINDS.map((kind) => (
              <li key={kind} className="grid justify-items-center gap-1">
                <StrategyGlyph kind={kind} /> {kind}
              </li>
            ))}
          </ul>
          <p className="flex flex-wrap items-center gap-3">
            <StrategyGlyph kind="condor" size="small" />
            <StrategyGlyph kind="momentum" size="large" />
          </p>
        </Panel>
        <Buttons />
        <Navigation />
        <Forms />
        <Messages />
        <Gauges />
        <Disclosures />
        <Code />
        <Cards />
        <Icons />
      </div>
    </div>
  );
}

function Figures() {
  return (
    <Panel id="design-colours" title={text.colours} className="space-y-4">
      <p>
        <span className="figure-name">{text.largestFall}</span>{" "}
        <span className="figure figure-answer text-loss">−₹21,533</span>{" "}
        <span className="figure-note">{text.ofAmount}</span>
      </p>
      <dl className="figures">
        <Figure name={text.largestFall} value="−₹21,533" tone="text-loss" className="figure-loss" />
        <Figure name={text.costs} value="₹1,744" note={text.ofAmount} />
        <Figure name={text.net} value="+13.3%" tone="text-gain" isSmall />
      </dl>
      <dl className="facts">
        <Fact label={text.costs} valueClass="number">
          ₹1,744
        </Fact>
      </dl>
      <p className="display">{text.display}</p>
      <p className="text-2xl font-semibold">{text.heading}</p>
      <Section id="design-section" title={text.section}>
        <p className="text-xs text-ink-muted">{text.caption}</p>
      </Section>
      <p>
        {filled(text.body, {
          link: (
            <FeatureLink to="/design" className="link">
              {text.link}
            </FeatureLink>
          ),
          amount: <Amount rupees={162_219} isShort />,
        })}
      </p>
    </Panel>
  );
}

const BADGES = ["badge-live", "badge-paper", "badge-paused", "badge-stopped", ""];

function Marks() {
  return (
    <Panel id="design-marks" title={text.marks} className="space-y-4">
      <p className="flex flex-wrap gap-2">
        {RISKS.map((risk) => (
          <RiskMark key={risk} risk={risk} />
        ))}
      </p>
      <p className="flex flex-wrap gap-2">
        {text.states.map((state, index) => (
          <span key={state} className={`badge ${BADGES[index]}`}>
            {state}
          </span>
        ))}
      </p>
      <p className="flex flex-wrap gap-2">
        <span className="tag">{text.tag}</span> <span className="chip">{text.chip}</span>{" "}
        <span className="chip chip-on">{text.chosenChip}</span>
      </p>
      <p className="flex flex-wrap gap-4">
        <Fits minimum={100_000} amount={100_000} /> <Fits minimum={200_000} amount={100_000} />{" "}
        <span className="side" data-side="BUY">
          {text.buy}
        </span>{" "}
        <span className="side" data-side="SELL">
          {text.sell}
        </span>{" "}
        <span className="mark-best">{text.best}</span> <span className="mark-worst">{text.worst}</span>
      </p>
      <p className="flex flex-wrap gap-2">
        {text.managers.map((name) => (
          <Monogram key={name} name={name} />
        ))}
        <Monogram name={text.managers[5]} isLarge />
      </p>
      <p className="flex items-center gap-2 text-ink-muted">
        <Monogram name={text.managers[5]} /> {text.managers[5]}
      </p>
    </Panel>
  );
}

function Buttons() {
  return (
    <Panel id="design-buttons" title={text.buttons} className="space-y-4">
      <p className="flex flex-wrap gap-3">
        <LinkButton to="/design">{text.deploy}</LinkButton>{" "}
        <LinkButton to="/design" kind="quiet">
          {text.track}
        </LinkButton>{" "}
        <TouchLink to="/design">{text.link}</TouchLink>
      </p>
      <p className="flex flex-wrap gap-3">
        <SubmitButton kind="danger">{text.stopAll}</SubmitButton>{" "}
        <button type="button" className="button button-outline-danger">
          {text.stop}
        </button>{" "}
        <button type="button" className="button button-main" aria-disabled="true">
          {text.sending}
        </button>
      </p>
      <p className="flex flex-wrap gap-3">
        <a href="/design" className="icon-button">
          <Bookmark />
          {text.track}
        </a>{" "}
        <a href="/design" className="icon-button">
          <ArrowUpDown />
          {text.compare}
        </a>
      </p>
    </Panel>
  );
}

function Navigation() {
  return (
    <Panel id="design-navigation" title={text.navigation} className="space-y-4">
      <Breadcrumbs crumbs={[{ title: text.markets, path: "/markets" }]} here={text.here} />
      <nav className="tabs" aria-label={text.navigation}>
        {text.pages.map((page, index) => (
          <a key={page} href="/design" aria-current={index === 0 ? "page" : undefined}>
            {page}
          </a>
        ))}
      </nav>
      <Choices
        label={text.navigation}
        items={text.ranges.map((title, index) => ({ title, to: "/design", isHere: index === 2 }))}
      />
      <TableScroll label={text.tableTitle}>
        <table className="table">
          <TableHead columns={[text.instrument, { number: text.last }, { number: text.change }]} />
          <tbody>
            <tr>
              <RowName>
                <InstrumentLink of={{ exchangeSegment: "NSE_EQ", securityId: "1333", symbol: "HDFCBANK" }} />
              </RowName>
              <td className="number">995.95</td>
              <td className="number text-gain">+0.62%</td>
            </tr>
            <tr>
              <RowName>
                {text.withoutLink} <span className="mark-worst">{text.worst}</span>
              </RowName>
              <td className="number">41.20</td>
              <td className="number text-loss">−0.27%</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{text.total}</th>
              <td className="number">1,037.15</td>
              <td className="number">+0.35%</td>
            </tr>
          </tfoot>
        </table>
      </TableScroll>
    </Panel>
  );
}

function Forms() {
  return (
    <Panel id="design-forms" title={text.forms} className="space-y-4">
      <ErrorSummary title={text.notSent} faults={[{ href: "#design-limit", message: text.limitFault }]} />
      <TextField
        id="design-amount"
        label={text.amount}
        hint={text.hint}
        className="field-large"
        defaultValue="₹1,00,000"
      />
      <TextField id="design-limit" label={text.limit} fault={text.limitFault} defaultValue="0" />
      <div>
        <label htmlFor="design-product" className="font-semibold">
          {text.product}
        </label>
        <select id="design-product" className="field mt-1.5" aria-describedby="design-product-fault">
          {text.products.map((product) => (
            <option key={product}>{product}</option>
          ))}
        </select>
        <FieldFault id="design-product-fault" message={text.productFault} />
      </div>
      <input type="range" aria-label={text.amount} defaultValue={22} className="h-6 w-full" />
      <p className="flex flex-wrap gap-5">
        <label>
          <input type="checkbox" className="size-5" defaultChecked /> {text.pages[0]}
        </label>{" "}
        <label>
          <input type="checkbox" className="size-5" /> {text.pages[1]}
        </label>{" "}
        <label>
          <input type="radio" className="size-5" defaultChecked /> {text.products[0]}
        </label>
      </p>
    </Panel>
  );
}

const BANNERS = ["", "banner-good", "banner-warn", "banner-bad"];

function Messages() {
  return (
    <Panel id="design-messages" title={text.messages} className="space-y-4">
      <Notice kind="info">
        <p>{text.info}</p>
      </Notice>
      <Notice kind="warn" title={text.warning}>
        <p>{text.warningText}</p>
      </Notice>
      {text.banners.map((words, index) => (
        <p key={words} className={`banner ${BANNERS[index]}`}>
          <BannerIcon kind={BANNERS[index] ?? ""} />
          {words} {index > 1 ? <TextLink to="/design">{text.link}</TextLink> : null}
        </p>
      ))}
      <p className="rounded-md border border-line-strong bg-surface-raised p-3 text-sm shadow-raised">
        {text.toast}
      </p>
      <div className="empty-state">
        <StrategyGlyph kind="strangle" size="large" />
        <p>{text.empty}</p>
        <LinkButton to="/design" kind="quiet">
          {text.find}
        </LinkButton>
      </div>
    </Panel>
  );
}

function BannerIcon({ kind }: { kind: string }) {
  if (kind === "banner-good") return <Check />;
  return kind === "" ? <Info /> : <TriangleAlert />;
}

const SHARES = [0.23, 0.7, 1, null];

function Gauges() {
  return (
    <Panel id="design-gauges" title={text.gauges} className="space-y-4">
      {text.gaugeNames.map((name, index) => (
        <Gauge
          key={name}
          label={name}
          figures={text.gaugeFigures[index]}
          share={SHARES[index] ?? null}
          name={name}
          {...(index === 0 ? { state: text.gaugeState, follows: text.gaugeFollows } : {})}
        />
      ))}
      <GaugeBar share={0.5} name={text.gauges} />
    </Panel>
  );
}

function Disclosures() {
  return (
    <Panel id="design-folds" title={text.folds} className="space-y-4">
      <div className="folds">
        <Fold id="open" title={text.openFold} isOpen>
          <p>{text.foldText}</p>
        </Fold>
        <Fold id="closed" title={text.closedFold} hint={text.hint}>
          <p>{text.foldText}</p>
        </Fold>
      </div>
      <FaqList faqs={[{ id: "stop", question: text.question, answer: text.answer, isOpen: true }]} />
      <Reveal words={text.phoneFold}>
        <p>{text.foldText}</p>
      </Reveal>
    </Panel>
  );
}

const ANSWER = '{\n  "orderId": "13261120000003",\n  "orderStatus": "TRADED"\n}';

function Code() {
  return (
    <Panel id="design-code" title={text.code} className="space-y-4">
      <CodeBox label={text.codeLabel} words={ANSWER} />
      <CodeBox title={text.codeTitle} label={text.codeTitle} words={ANSWER} />
      <CodeTabs
        name="design-language"
        label={text.tabsLabel}
        head={<p>{text.codeTitle}</p>}
        foot={<TextLink to="/design">{text.link}</TextLink>}
        tabs={["curl", "Python"].map((title) => ({
          id: title.toLowerCase(),
          title,
          content: <CodeBox label={title} words={ANSWER} />,
        }))}
      />
    </Panel>
  );
}
