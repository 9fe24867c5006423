// The form that changes capital and risk limits of a deployment.
import { MULTIPLIER_MAX } from "../../contract/base-api/deployment.ts";
import type { TermFaults } from "../../deploying/deploy-terms.ts";
import { changeText as text } from "../../deploying/text.ts";
import { parseRupees } from "../../domain/parse-rupees.ts";
import { formatRupees } from "../../format/rupees.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { LinkButton, SubmitButton } from "../../ui/link-button.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** Fields of the form, which are also the names of the address's parameters. */
export const FIELDS = ["multiplier", "lossPerDay", "lossInAll", "tradesPerDay"] as const;
export type Typed = Record<(typeof FIELDS)[number], string>;

/** Formats an entered amount as rupees. Returns other text unchanged. */
function formatIfAmount(typed: string): string {
  const rupees = parseRupees(typed);
  return rupees === null ? typed : formatRupees(rupees);
}

/** Renders the form with the new capital and limits; it leads to the review. */
export function ChangeForm(props: {
  path: string;
  back: string;
  typed: Typed;
  faults: TermFaults;
  /** Reason why the review was rejected, if the terms can no longer be reviewed. */
  refused: string | null;
  unit: number;
  /** Capital of the current terms, not of the entered ones. */
  capital: number;
  isUnchanged: boolean;
  suggested: number | null;
  perDayPercent: number | null;
}) {
  const { typed, faults, refused } = props;
  const rows: [keyof Typed, string, string, "numeric" | "decimal"][] = [
    [
      "multiplier",
      text.capitalInMultiples(formatRupees(props.unit)),
      text.multiplesHint({
        most: MULTIPLIER_MAX,
        amount: formatRupees(props.capital),
      }),
      "numeric",
    ],
    [
      "lossPerDay",
      text.dailyLossLimitRupees,
      props.suggested === null
        ? text.dayLimitMeans
        : text.dayLimitSuggested({ amount: formatRupees(props.suggested), percent: props.perDayPercent }),
      "decimal",
    ],
    ["lossInAll", text.maxLossRupees, text.maxLossMeans, "decimal"],
    ["tradesPerDay", text.maxTradesPerDay, text.maxTradesMeans, "numeric"],
  ];
  return (
    <form action={props.path} method="get" className="panel panel-body">
      <input type="hidden" name="step" value="review" />
      <ErrorSummary
        title={text.nothingWasChanged}
        faults={refused === null ? [] : [{ href: "#multiplier", message: refused }]}
      />
      <ErrorSummary
        title={props.isUnchanged ? text.nothingIsDifferent : text.notComplete}
        faults={
          props.isUnchanged
            ? [{ href: "#multiplier", message: text.changeSomething }]
            : Object.entries(faults).map(([name, message]) => ({ href: `#${name}`, message }))
        }
      />
      {rows.map(([name, label, hint, inputMode]) => (
        <TextField
          key={name}
          box="mb-4"
          id={name}
          name={name}
          label={label}
          hint={hint}
          fault={faults[name]}
          inputMode={inputMode}
          autoComplete="off"
          maxLength={30}
          defaultValue={name.startsWith("loss") ? formatIfAmount(typed[name]) : typed[name]}
        />
      ))}
      <p className="flex flex-wrap gap-3">
        <SubmitButton>{text.reviewTheChange}</SubmitButton>{" "}
        <LinkButton to={props.back} kind="quiet">
          {text.cancel}
        </LinkButton>
      </p>
    </form>
  );
}
