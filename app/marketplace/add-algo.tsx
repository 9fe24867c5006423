// Menu with a form that adds an algo to the comparison or joint portfolio in the address.
import { ChevronDown } from "../ui/icons.tsx";
import { SubmitButton } from "../ui/link-button.tsx";
import { addAlgoText as text } from "./text.ts";

export function AddAlgo(props: {
  /** Path of the page, without its query. */
  path: string;
  /** Ids of the algos that the address already contains. */
  ids: readonly string[];
  choices: readonly { id: string; label: string }[];
  /** Amount in the address, in rupees. Null if the address has none. */
  amount: number | null;
}) {
  const { ids, amount } = props;
  return (
    <details className="sort-menu no-print">
      <summary className="button button-quiet">
        {text.addAnAlgo}
        <ChevronDown className="marker-turn size-4" />
      </summary>
      <form action={props.path} method="get" className="panel p-4 shadow-raised">
        {ids.map((id) => (
          <input key={id} type="hidden" name="id" value={id} />
        ))}
        {amount === null ? null : <input type="hidden" name="amount" value={amount} />}
        <label htmlFor="add" className="sr-only">
          {text.addAnAlgo}
        </label>
        <div className="grid gap-3">
          <select id="add" name="id" className="field min-w-0">
            {props.choices.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.label}
              </option>
            ))}
          </select>
          <SubmitButton>{text.add}</SubmitButton>
        </div>
      </form>
    </details>
  );
}
