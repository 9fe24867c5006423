// Form that adds an algo to the comparison or joint portfolio in the address.
import { addAlgoText as text } from "./text.ts";

export function AddAlgo(props: {
  /** Path of the page, without its query. */
  path: string;
  /** Ids of the algos that the address already contains. */
  ids: readonly string[];
  choices: readonly { id: string; label: string }[];
  /** Amount in the address, in rupees. Null without one. */
  amount: number | null;
  /** Renders the form on one line without a visible label. */
  isSmall?: boolean;
}) {
  const { ids, amount } = props;
  return (
    <form
      action={props.path}
      method="get"
      className={`no-print ${props.isSmall === true ? "max-w-sm" : "mt-8 max-w-xl"}`}
    >
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      {amount === null ? null : <input type="hidden" name="amount" value={amount} />}
      <label htmlFor="add" className={props.isSmall === true ? "sr-only" : "font-semibold"}>
        {ids.length === 0 ? text.firstAlgo : text.addAnAlgo}
      </label>
      <div className={`flex gap-2 ${props.isSmall === true ? "" : "mt-1.5"}`}>
        <select id="add" name="id" className="field min-w-0">
          {props.choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.label}
            </option>
          ))}
        </select>
        <button type="submit" className={`button ${props.isSmall === true ? "button-quiet" : "button-main"}`}>
          {text.add}
        </button>
      </div>
    </form>
  );
}
