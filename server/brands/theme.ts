// Validates theme.css: it may set only known custom properties, each with a colour per scheme and enough contrast (WCAG
// 2.2, 1.4.3 and 1.4.11).

const TOKENS = ["accent", "accent-strong", "accent-ink", "accent-faint", "focus"] as const;
type Token = (typeof TOKENS)[number] | "surface" | "ink";
type Scheme = "light" | "dark";

/** Colours from tokens.css per scheme: the text, and the surface that has the least contrast to that text. */
const OWN: Record<Scheme, Record<"surface" | "ink", string>> = {
  light: { surface: "#f2f1ec", ink: "#171d29" },
  dark: { surface: "#191c22", ink: "#ecebe7" },
};
const PAIRS: readonly [front: Token, back: Token, least: number][] = [
  ["accent", "surface", 4.5],
  ["accent-strong", "surface", 4.5],
  ["accent-ink", "accent", 4.5],
  ["accent-ink", "accent-strong", 4.5],
  ["accent", "accent-faint", 4.5],
  ["ink", "accent-faint", 4.5],
  ["focus", "surface", 3],
];
const FILE = /^\s*:root\s*\{\s*((?:--[a-z-]+:\s*light-dark\(#[0-9a-f]{6},\s*#[0-9a-f]{6}\);\s*)+)\}\s*$/i;
const LINE = /--([a-z-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\);/gi;

/** Returns the errors of a theme, one line per token or pair of colours. */
export function findThemeFaults(css: string): string[] {
  const lines = FILE.exec(css.replace(/\/\*[^*]*\*\//g, ""))?.[1];
  if (lines === undefined)
    return ["expected one block :root { … } with lines --accent: light-dark(#112233, #aabbcc);"];
  const colours = new Map(
    [...lines.matchAll(LINE)].map(([, name = "", light = "", dark = ""]) => [name, { light, dark }]),
  );
  const known: readonly string[] = TOKENS;
  const faults = [...colours.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => `--${name}: no such token`);
  faults.push(...TOKENS.filter((name) => !colours.has(name)).map((name) => `--${name}: expected a colour`));
  if (faults.length > 0) return faults;
  for (const scheme of ["light", "dark"] as const) {
    const colour = (token: Token) =>
      token === "surface" || token === "ink" ? OWN[scheme][token] : (colours.get(token)?.[scheme] ?? "");
    for (const [front, back, least] of PAIRS) {
      const ratio = contrast(colour(front), colour(back));
      if (ratio < least)
        faults.push(
          `--${front} on ${back} in the ${scheme} scheme: expected a contrast of ${least}, found ${ratio.toFixed(2)}`,
        );
    }
  }
  return faults;
}

/** Returns the accent colour of the light scheme, such as "#0b5c4a"; null if the theme defines none. */
export function themeAccent(css: string): string | null {
  return /--accent:\s*light-dark\((#[0-9a-f]{6})/i.exec(css)?.[1] ?? null;
}

/** Returns the contrast ratio of two colours "#rrggbb", 1 to 21. */
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the relative luminance as defined by WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
