// Every component of app/ui in every state, and the style classes. The page is not in the sitemap, and in production
// DESIGN_PAGE must enable it. tests/e2e/design.spec.ts compares it with reference screenshots.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { RISKS } from "../../domain/vocabulary.ts";
import { RiskMark } from "../../evidence/risk-mark.tsx";
import { missing } from "../../frame/missing.ts";
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
      <div className="portal">
        <Figures />
        <Marks />
        <Panel id="design-glyphs" title={text.glyphs} className="space-y-4">
          <p className="flex flex-wrap gap-2">
            {GLYPH_KINDS.map((kind) => (
              <StrategyGlyph key={kind} kind={kind} />
            ))}
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
        <span className="fits">{text.fits}</span> <span className="fits fits-not">{text.fitsNot}</span>{" "}
        <span className="mark-best">{text.best}</span> <span className="mark-worst">{text.worst}</span>
      </p>
      <p className="flex flex-wrap gap-2">
        {text.managers.map((name) => (
          <Monogram key={name} name={name} />
        ))}
        <Monogram name={text.managers[5]} isLarge />
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
          <TableHead columns={text.tableHeads} />
          <tbody>
            <tr>
              <RowName>
                <InstrumentLink of={{ exchangeSegment: "NSE_EQ", securityId: "1333", symbol: "HDFCBANK" }} />
              </RowName>
              <td>995.95</td>
            </tr>
          </tbody>
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
      <div>
        <label htmlFor="design-limit">{text.limit}</label>
        <input
          id="design-limit"
          className="field"
          defaultValue="0"
          aria-invalid
          aria-describedby="design-limit-fault"
        />
        <FieldFault id="design-limit-fault" message={text.limitFault} />
      </div>
      <div>
        <label htmlFor="design-product">{text.product}</label>
        <select id="design-product" className="field">
          {text.products.map((product) => (
            <option key={product}>{product}</option>
          ))}
        </select>
      </div>
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
          {words}
        </p>
      ))}
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
