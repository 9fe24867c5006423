// A sentence with embedded elements such as a link. The sentence is one string with placeholders, and the elements are
// inserted there, so that a translation can reorder them.
import { Fragment, type ReactNode } from "react";

/** Names of a sentence's placeholders: "See {link}." has `link`. */
type NamesOf<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesOf<Rest>
  : never;

/**
 * Inserts parts into a sentence such as "It ends {day}; {link}.". A missing or unused part is a type error if the
 * compiler knows the sentence, and otherwise throws.
 */
export function filled<Sentence extends string>(
  sentence: Sentence,
  parts: Record<NamesOf<Sentence>, ReactNode>,
): ReactNode {
  const given = new Map<string, ReactNode>(Object.entries(parts));
  const used = new Set<string>();
  const pieces = sentence.split(/\{(\w+)\}/).map((piece, index) => {
    // Text and names alternate.
    if (index % 2 === 0) return piece;
    if (!given.has(piece)) throw new Error(`“${sentence}” names ${piece}, which it was not given`);
    used.add(piece);
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their order.
    return <Fragment key={index}>{given.get(piece)}</Fragment>;
  });
  const unknown = [...given.keys()].filter((name) => !used.has(name));
  if (unknown.length > 0) throw new Error(`“${sentence}” does not name ${unknown.join(", ")}`);
  return pieces;
}
