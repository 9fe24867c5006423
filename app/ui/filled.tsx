// A sentence with something in it that is no text, such as a link: the words are one string of a page's texts, the parts are put where it
// names them, so that a translation may order them as its language does.
import { Fragment, type ReactNode } from "react";

/** The names in braces of a sentence: "See {link}." → "link". */
type NamesOf<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesOf<Rest>
  : never;

/**
 * "It ends {day}; {link}." with a day and a link → the sentence with both in their places. A name without a part, or a part without a
 * name, is a type error where the sentence is known to the compiler, and throws where it is not.
 */
export function filled<Sentence extends string>(
  sentence: Sentence,
  parts: Record<NamesOf<Sentence>, ReactNode>,
): ReactNode {
  const given = new Map<string, ReactNode>(Object.entries(parts));
  const used = new Set<string>();
  const pieces = sentence.split(/\{(\w+)\}/).map((piece, index) => {
    // Text and names take turns.
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
