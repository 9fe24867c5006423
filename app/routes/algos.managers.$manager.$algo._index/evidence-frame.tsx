// What stands around every figure of performance: which evidence it is, the words that the rules ask for, and where nothing is shown
// the reason why.
import type { ReactNode } from "react";
import { formatDay } from "../../format/dates.ts";
import { formatCount } from "../../format/rupees.ts";
import { EVIDENCE_NAMES, NOT_NOW_WORDS, WITHHELD_WORDS } from "../../strategies/disclosure-texts.ts";
import { EvidenceWords } from "../../strategies/evidence-words.tsx";
import type { Shown, TabEvidence } from "../../strategies/load-evidence.ts";
import { LinkButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { EVIDENCE_CLASSES } from "../../wire/record.ts";
import type { Strategy } from "../../wire/strategy.ts";
import { Choices } from "./choices.tsx";

export function EvidenceFrame(props: {
  title: string;
  evidence: TabEvidence;
  /** The page's own address, with its tab. */
  here: string;
  ask: { path: string; strategyId: string; xsrf: string } | null;
  verification: Strategy["verification"];
  children: ReactNode;
}) {
  const { evidence } = props;
  return (
    <section aria-labelledby="evidence" className="min-w-0">
      <h2 id="evidence" className="text-xl">
        {props.title}
      </h2>
      {evidence.kind === "shown" ? (
        <>
          <EvidenceWords
            classes={
              evidence.performance?.other === null || evidence.performance === null
                ? [evidence.chosen.evidence]
                : [evidence.chosen.evidence, evidence.performance.other.evidence]
            }
            isSimulated={evidence.isSimulated}
            verification={props.verification}
          />
          <RecordChoices evidence={evidence} here={props.here} />
          {evidence.seal.brokenOn === null ? (
            <p className="mt-3 text-sm text-ink-muted">
              Hash chain verified: {formatCount(evidence.seal.days)} days, last hash{" "}
              {evidence.seal.last.slice(0, 12)}.
            </p>
          ) : (
            <div className="mt-3 max-w-[75ch]">
              <Notice kind="warn" title="This record was altered" isAlert>
                <p>
                  The hash of {formatDay(evidence.seal.brokenOn)} doesn't match. Don't rely on anything from
                  that day on.
                </p>
              </Notice>
            </div>
          )}
          <div className="mt-6">{props.children}</div>
        </>
      ) : (
        <div className="mt-4 max-w-[65ch]">
          <p>
            {evidence.kind === "withheld" ? WITHHELD_WORDS[evidence.reason] : NOT_NOW_WORDS[evidence.kind]}
          </p>
          {evidence.kind !== "withheld" ? (
            <p className="mt-4">
              <LinkButton to={props.here} kind="quiet">
                Check again
              </LinkButton>
            </p>
          ) : null}
          {evidence.kind === "withheld" && evidence.reason === "sign_in" ? (
            <p className="mt-4">
              <LinkButton to={`/login?${new URLSearchParams({ to: props.here })}`}>Sign in</LinkButton>
            </p>
          ) : null}
          {evidence.kind === "withheld" && evidence.reason === "ask" && props.ask !== null ? (
            <form action={props.ask.path} method="post" className="mt-4">
              <input type="hidden" name="xsrf" value={props.ask.xsrf} />
              <input type="hidden" name="to" value={props.here} />
              <button type="submit" name="intent" value="ask" className="button button-main">
                Request this record
              </button>
            </form>
          ) : null}
        </div>
      )}
    </section>
  );
}

/** Each class and each version is a record of its own, with an address of its own. */
function RecordChoices(props: { evidence: Shown; here: string }) {
  const { chosen, records } = props.evidence;
  const address = (evidence: string, version: string) =>
    `${props.here}&${new URLSearchParams({ evidence, version })}`;
  const versions = [...new Set(records.map(({ version }) => version))];
  return (
    <nav aria-label="Which record" className="no-print mt-4 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      <Choices
        label="Evidence"
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
          label="Version"
          items={versions.map((version) => ({
            title: version,
            to: address(chosen.evidence, version),
            isHere: version === chosen.version,
          }))}
        />
      )}
    </nav>
  );
}
