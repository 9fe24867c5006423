// The marks and the words that stand wherever figures of performance stand: which classes of evidence, that they are simulated, who has
// verified them, and what the rules ask to be said.
import { formatDay } from "../format/dates.ts";
import { Notice } from "../ui/notice.tsx";
import { EVIDENCE_CLASSES, type EvidenceClass } from "../wire/record.ts";
import type { Strategy } from "../wire/strategy.ts";
import { DISCLOSURE_TEXTS, EVIDENCE_NAMES } from "./disclosure-texts.ts";

export function EvidenceWords(props: {
  /** Every class of which a figure stands on the page; the first is the one that the page is of. */
  classes: readonly EvidenceClass[];
  isSimulated: boolean;
  verification?: Strategy["verification"];
}) {
  const { verification = null } = props;
  const [main] = props.classes;
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-2 text-sm">
        {main === undefined ? null : (
          <strong className="rounded-sm border border-line-strong px-2 py-0.5">{EVIDENCE_NAMES[main]}</strong>
        )}
        {props.isSimulated ? (
          <strong className="rounded-sm border border-line-strong px-2 py-0.5">Simulated</strong>
        ) : null}
      </p>
      {verification === null || main !== "live" ? null : (
        <p className="mt-3">
          Verified by {verification.by}, reference {verification.reference}, last on{" "}
          {formatDay(verification.on)}.
        </p>
      )}
      <div className="mt-4 max-w-[75ch]">
        <Notice kind="warn">
          {EVIDENCE_CLASSES.filter((name) => props.classes.includes(name)).map((name) => (
            <p key={name} className="mt-2 first:mt-0">
              {props.classes.length > 1 ? <strong>{EVIDENCE_NAMES[name]}: </strong> : null}
              {DISCLOSURE_TEXTS[name]}
            </p>
          ))}
          {props.isSimulated ? <p className="mt-2">{DISCLOSURE_TEXTS.simulated}</p> : null}
          <p className="mt-2">{DISCLOSURE_TEXTS.market}</p>
        </Notice>
      </div>
    </>
  );
}
