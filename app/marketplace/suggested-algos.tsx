// Suggestions on comparison pages before the user selects algos: the two most deployed algos, and a link to the list.
import { filled } from "../ui/filled.tsx";
import { TextLink } from "../ui/link-button.tsx";
import { suggestedAlgosText as text } from "./text.ts";

const PAIR = 2;

/**
 * Renders two algos to compare, or nothing for fewer than two. `path` returns the address of the page that compares
 * algos.
 */
export function SuggestedAlgos(props: {
  algos: readonly { id: string; name: string }[];
  path: (ids: string[]) => string;
}) {
  const pair = props.algos.slice(0, PAIR);
  if (pair.length < PAIR) return null;
  return (
    <p className="mt-6 max-w-[65ch]">
      {filled(text.orBegin, {
        pair: (
          <TextLink to={props.path(pair.map(({ id }) => id))}>
            {text.pairOf(pair.map(({ name }) => name))}
          </TextLink>
        ),
        list: <TextLink to="/algos">{text.theList}</TextLink>,
      })}
    </p>
  );
}
