// Labels and texts next to every performance figure: evidence classes, simulation, verification, and required
// disclosures. The short texts are always visible. The full texts are collapsed on screen and expanded in print.

import { DISCLOSURE_TEXTS } from "../contract/base-api/disclosure-texts.ts";
import { EVIDENCE_CLASSES, type EvidenceClass } from "../contract/base-api/record.ts";
import type { Strategy } from "../contract/base-api/strategy.ts";
import { formatDay } from "../format/dates.ts";
import { EVIDENCE_NAMES, SHORT_TEXTS } from "./disclosure-texts.ts";
import { evidenceTermsText as text } from "./text.ts";

export function EvidenceText(props: {
  /** Evidence classes of the figures on the page, starting with the class of the main record. */
  classes: readonly EvidenceClass[];
  isSimulated: boolean;
  verification?: Strategy["verification"];
}) {
  const { verification = null } = props;
  const [main] = props.classes;
  const classes = EVIDENCE_CLASSES.filter((name) => props.classes.includes(name));
  return (
    <div className="mt-4 max-w-[120ch] text-xs text-ink-muted">
      {verification === null || main !== "live" ? null : (
        <p className="text-ink">
          {text.verifiedBy({
            by: verification.by,
            reference: verification.reference,
            day: formatDay(verification.on),
          })}
        </p>
      )}
      <p>
        {classes.map((name) => (
          <span key={name}>
            <strong className="font-semibold text-ink">{EVIDENCE_NAMES[name]}</strong>: {
              SHORT_TEXTS[name]
            }{" "}
          </span>
        ))}
        {props.isSimulated ? `${SHORT_TEXTS.simulated} ` : null}
        {DISCLOSURE_TEXTS.market}
      </p>
      <details>
        <summary className="link inline-flex min-h-8 items-center">{text.inFull}</summary>
        {classes.map((name) => (
          <p key={name} className="mt-1.5">
            {classes.length > 1 ? <strong>{EVIDENCE_NAMES[name]}: </strong> : null}
            {DISCLOSURE_TEXTS[name]}
          </p>
        ))}
        {props.isSimulated ? <p className="mt-1.5">{DISCLOSURE_TEXTS.simulated}</p> : null}
      </details>
    </div>
  );
}
