// Components shown with performance figures: name of the record, result of its verification, and the reason if no
// figures are shown.

import { EVIDENCE_CLASSES } from "../../contract/base-api/record.ts";
import { istDate } from "../../domain/record-seal.ts";
import { EVIDENCE_NAMES, NOT_NOW_TEXTS, WITHHELD_TEXTS } from "../../evidence/disclosure-texts.ts";
import type { DisplayedEvidence, TabEvidence } from "../../evidence/load-evidence.ts";
import { formatDay } from "../../format/dates.ts";
import { formatCount } from "../../format/rupees.ts";
import { RecordProgress } from "../../live/record-progress.tsx";
import { Choices } from "../../ui/choices.tsx";
import { LinkButton, TextLink } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { evidenceFrameText as text } from "./text.ts";

const FAULTS_SHOWN_MAX = 5;

/** Renders the reason why a tab has no figures, and what the user can do. */
export function MissingEvidence(props: {
  title: string;
  evidence: Exclude<TabEvidence, DisplayedEvidence>;
  /** Address of the page with the current tab. */
  here: string;
  ask: { path: string; strategyId: string; xsrf: string } | null;
}) {
  const { evidence } = props;
  return (
    <Section id="evidence" title={props.title} className="min-w-0">
      {evidence.kind === "failed" ? <RecordChoices evidence={evidence} here={props.here} /> : null}
      <div className="mt-4 max-w-[65ch]">
        {evidence.kind === "failed" ? (
          <Notice kind="warn" title={text.verificationFailed} isAlert>
            <p>{WITHHELD_TEXTS.failed}</p>
            <ul className="mt-2 list-disc ps-5">
              {evidence.faults.slice(0, FAULTS_SHOWN_MAX).map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </Notice>
        ) : (
          <p>
            {evidence.kind === "withheld" ? WITHHELD_TEXTS[evidence.reason] : NOT_NOW_TEXTS[evidence.kind]}
          </p>
        )}
        {evidence.kind === "being_made" ? (
          <RecordProgress making={evidence.making} here={props.here} />
        ) : null}
        {evidence.kind === "unreachable" ? (
          <p className="mt-4">
            <LinkButton to={props.here} kind="quiet">
              {text.checkAgain}
            </LinkButton>
          </p>
        ) : null}
        {evidence.kind === "withheld" && evidence.reason === "sign_in" ? (
          <p className="mt-4">
            <LinkButton to={`/login?${new URLSearchParams({ to: props.here })}`}>{text.signIn}</LinkButton>
          </p>
        ) : null}
        {evidence.kind === "withheld" && evidence.reason === "ask" && props.ask !== null ? (
          <form action={props.ask.path} method="post" className="mt-4">
            <input type="hidden" name="xsrf" value={props.ask.xsrf} />
            <input type="hidden" name="to" value={props.here} />
            <button type="submit" name="intent" value="ask" className="button button-main">
              {text.requestRecord}
            </button>
          </form>
        ) : null}
      </div>
    </Section>
  );
}

/** Renders the record's hash chain, period, bar length and end. */
export function SealText({ evidence: { seal, life } }: { evidence: DisplayedEvidence }) {
  return (
    <>
      <p>
        {text.hashChainVerified({ days: formatCount(seal.days), hash: seal.last.slice(0, 12) })}{" "}
        <TextLink to="/evidence">{text.howToCheck}</TextLink>.
      </p>
      {life.from === null || life.to === null || life.madeAt === null ? null : (
        <p>
          {text.madeOn({ day: formatDay(istDate(life.madeAt)), step: formatStep(life.barSeconds) })}
          {life.endReason === null ? null : ` ${text.ended(life.endReason)}`}
          {life.signalsPassed === 0 ? null : ` ${text.signalsPassed(formatCount(life.signalsPassed))}`}
        </p>
      )}
    </>
  );
}

function formatStep(seconds: number): string {
  return seconds === 60
    ? text.minute
    : seconds % 60 === 0
      ? text.minutes(seconds / 60)
      : text.seconds(seconds);
}

/**
 * Links to all records of the algo. Each evidence class of each version is a separate record with a separate address.
 */
export function RecordChoices(props: {
  evidence: Pick<DisplayedEvidence, "chosen" | "records">;
  here: string;
}) {
  const { chosen, records } = props.evidence;
  const address = (evidence: string, version: string) =>
    `${props.here}&${new URLSearchParams({ evidence, version })}#chart`;
  const versions = [...new Set(records.map(({ version }) => version))];
  return (
    <nav aria-label={text.whichRecord} className="no-print flex flex-wrap gap-2">
      <Choices
        label={text.evidence}
        items={EVIDENCE_CLASSES.filter((name) =>
          records.some(({ evidence, version }) => evidence === name && version === chosen.version),
        ).map((name) => ({
          title: EVIDENCE_NAMES[name],
          to: address(name, chosen.version),
          isHere: name === chosen.evidence,
        }))}
      />
      {versions.length < 2 ? null : (
        <Choices
          label={text.version}
          items={versions.map((version) => ({
            title: text.versionShort(version),
            to: address(chosen.evidence, version),
            isHere: version === chosen.version,
          }))}
        />
      )}
    </nav>
  );
}
