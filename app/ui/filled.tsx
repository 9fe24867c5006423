// Sentences with embedded elements such as links. A sentence is one string with placeholders for the elements, so that
// a translation can reorder them.
import { Fragment, type ReactNode } from "react";

/** Names of a sentence's placeholders: `link` for "See {link}.". */
type NamesOf<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesOf<Rest>
  : never;

/**
 * Inserts elements into a sentence such as "It ends {day}; {link}.". A missing or unused element is a type error if the
 * sentence is a literal, and otherwise throws.
 */
export function filled<Sentence extends string>(
  sentence: Sentence,
  parts: Record<NamesOf<Sentence>, ReactNode>,
): ReactNode {
  const partsByName = new Map<string, ReactNode>(Object.entries(parts));
  const used = new Set<string>();
  const pieces = sentence.split(/\{(\w+)\}/).map((piece, index) => {
    // `split` returns text at even indices and names at odd indices.
    if (index % 2 === 0) return piece;
    if (!partsByName.has(piece)) throw new Error(`“${sentence}” names ${piece}, which it was not given`);
    used.add(piece);
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the pieces never changes
    return <Fragment key={index}>{partsByName.get(piece)}</Fragment>;
  });
  const unknown = [...partsByName.keys()].filter((name) => !used.has(name));
  if (unknown.length > 0) throw new Error(`“${sentence}” does not name ${unknown.join(", ")}`);
  return pieces;
}
