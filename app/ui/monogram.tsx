// The initials of a manager on a tinted tile. Decorative, because the name is always next to it.

const HUES = 8;

/** Renders the initials of the first two words. The name determines the hue. */
export function Monogram(props: { name: string; isLarge?: boolean }) {
  const nameParts = props.name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const initials = nameParts.slice(0, 2).map((word) => word[0]?.toUpperCase());
  const hue = Array.from(props.name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES;
  return (
    <span
      aria-hidden
      data-hue={hue}
      className={props.isLarge === true ? "monogram size-12 rounded-md text-[1.25rem]" : "monogram"}
      data-words={initials.join("")}
    />
  );
}
