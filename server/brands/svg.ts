// Accepts a drawing only if all its elements and attributes are on a list. The list has no scripts, styles, links,
// entities, comments or processing instructions, so accepted drawings need no sanitising.

const ELEMENTS = new Set(
  "svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath title".split(
    " ",
  ),
);
const ATTRIBUTES = new Set(
  "xmlns viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points id transform fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-opacity opacity offset stop-color stop-opacity gradientUnits gradientTransform clip-path clip-rule role aria-label".split(
    " ",
  ),
);
const BYTES_MAX = 64_000;
const TAG = /<(\/?)([A-Za-z]+)((?:\s+[A-Za-z][\w-]*="[^"<>&]*")*)\s*(\/?)>/g;
/** An attribute value may only refer to an element of the same file. */
const REFERENCE = /^url\(#[\w-]+\)$/;

/** Returns the first error in a drawing; null if it is accepted. */
export function findSvgFault(svg: string): string | null {
  if (svg.length > BYTES_MAX) return `expected at most ${BYTES_MAX} characters`;
  if (!/^\s*<svg\s[^>]*\bxmlns="http:\/\/www\.w3\.org\/2000\/svg"/.test(svg))
    return 'expected <svg xmlns="http://www.w3.org/2000/svg" …> at the start of the file';
  if (/[<>&]/.test(svg.replace(TAG, "")))
    return "expected elements and text only: no comments, entities, CDATA or instructions";
  const open: string[] = [];
  for (const [, closes, name = "", attributes = "", isEmpty] of svg.matchAll(TAG)) {
    if (!ELEMENTS.has(name)) return `expected shapes and gradients; <${name}> is not allowed`;
    for (const [, attribute = "", value = ""] of attributes.matchAll(/([\w-]+)="([^"]*)"/g)) {
      if (!ATTRIBUTES.has(attribute)) return `the attribute ${attribute} is not allowed`;
      const isFree = attribute === "xmlns" || attribute === "aria-label";
      if (!isFree && /url|:|\\/i.test(value) && !REFERENCE.test(value))
        return `${attribute} may refer to elements of the same file only`;
    }
    if (closes === "/" && open.pop() !== name)
      return `expected the elements closed in order; </${name}> is not`;
    if (closes !== "/" && isEmpty !== "/") open.push(name);
  }
  return open.length === 0 ? null : `expected </${open.at(-1)}>`;
}
