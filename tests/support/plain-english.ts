// Finds wording in comments, test titles, names and documents that engineers may not understand at first reading:
// personal pronouns for programs, fragments, old-fashioned words, private terms. A finding must be reviewed. `npx tsx
// tests/support/plain-english.ts [path]` prints all.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Kinds of text: c comment, t test title, d line of a document, w page text, n name. */
export type Kind = "c" | "t" | "d" | "w" | "n";
export type Finding = { file: string; line: number; kind: Kind; rule: string; text: string };
type Piece = Omit<Finding, "rule">;

/** Rules as id, pattern, and the kinds of text that the rule applies to. */
const RULES: readonly [id: string, pattern: RegExp, kinds: string][] = [
  ["person", /\b(he|his|him|himself)\b/i, "ctdw"],
  ["kept", /(?<!well-)(?<![\w-])kept\b|\bkeeps? (what|that|those|them|up)\b/i, "ctd"],
  ["put-together", /\bput(s|ting)? (\w+ )?together\b/i, "ctdw"],
  ["printed", /\bprint(s|ed|ing)? (once|it|a part|parts|such)\b|\bprinted part/i, "ctd"],
  [
    "told-asked",
    /\b(is|are|was|were|be|been) (told|asked|said|heard)\b|\bas (told|asked|said)\b|\bTold\b|\basked (for|of|again)\b/,
    "ctd",
  ],
  [
    "stands",
    /\bstand(s|ing)? (in|on|at|before|beside|beneath|behind|where|there|still|alone|apart|out|open|for)\b|\bwhat stands\b/i,
    "ctdw",
  ],
  [
    "word-of",
    /\bthe words? (of|for|that|which)\b|\bin (the|its|one's) words\b|\bsays? so\b|\bwhat (it|they|he) says?\b/i,
    "ctd",
  ],
  [
    "begins-fragment",
    /^(Of|By|As|Whose|Which|Those|Told|From|With|Without|Beside|To) [a-z][^.:]{0,90}\.?$/,
    "c",
  ],
  ["what-fragment", /^(What|Who|Where|Why|How) [^?.:]{0,80}[.]?$/, "c"],
  [
    "relative-what",
    /\b(of|by|from|with|for|to|in|on|at) what (is|are|was|were|it|they|he|has|have|a|the|stands)\b/i,
    "ctd",
  ],
  ["of-which", /\b(of|by|for|on|in|with|from|to) (which|whom)\b/i, "ctdw"],
  [
    "old-style",
    /\b(nought|noughts|wherefore|whereof|therein|thereof|thereby|hence|thus|forthwith|anew|wholly|whoever|whatever|wherever|betwixt|amongst|upon|farewell|lest)\b/i,
    "ctdw",
  ],
  ["place-words", /\b(door|doors|desk|house|room|rooms|drawer|neighbour|stranger|strangers|guest)\b/i, "ct"],
  ["beside", /\bbeside(s)?\b/i, "ct"],
  [
    "thing-done",
    /\bis (over|gone|there|away|under way|to be|not to be)\b|\b(has|have) (come|gone)\b|\bcomes? (back|in|from|of)\b/i,
    "ct",
  ],
  ["carried", /\b(carried|carries|carry) (out|over|on|them|it)?\b|\btaken (for|forward|apart)\b/i, "ctd"],
  ["made-again", /\bmade (again|anew|once|of|from|out)\b|\bmakes? of\b/i, "ctd"],
  [
    "one-that",
    /\b(the )?one(s)? (that|who|which|it|of)\b|\bwho(ever)? (is|has|was|asks|reads|holds)\b/i,
    "ctd",
  ],
  [
    "only-so",
    /\b(alone|at all|ever|nobody|everybody|somebody)\b.*\b(knows?|hears?|sees?|says?|holds?)\b/i,
    "ct",
  ],
  ["spec-ref", /\bspec(ification)? ?§/, "ctd"],
  ["moment", /\b(a|the|this|that|its|each) moment\b/i, "ct"],
  ["semicolon-chain", /;[^;]{10,};[^;]{10,}/, "ct"],
  ["long-title", /^.{101,}$/, "t"],
];

/** Words of the former private vocabulary that must not be used in names. */
const NAME_WORDS =
  /^(kept|keeps|told|tell|tells|asked|door|doors|desk|printed|printing|print|wish|wishes|farewell|stranger|thing|things|whole|wheel|tidy|handed|shown|said|says|heard|hears|moment|anew|wanted|given|taken|left|stand|stands|talk|word|words)$/;
const NAME = /\b(?:const|let|function|class|type|interface|enum)\s+([A-Za-z_$][\w$]*)/g;
const TITLE = /\b(?:test|it|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(["'`])((?:\\.|(?!\1)[\s\S])*?)\1/g;
const STRING = /(["'`])((?:\\.|(?!\1)[^\n])*?)\1/g;
const DIRECTIVE = /^(biome-ignore|@ts-|@vitest|#region|#endregion)/;

export function findWording(): { findings: Finding[]; pieces: Piece[] } {
  const files = execFileSync("git", ["ls-files"], { encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.(ts|tsx|mjs|js|css|md)$/.test(file) && !/generated|plain-english/.test(file));
  const sources = files.map((file) => ({ file, source: readFileSync(file, "utf8") }));
  const pieces = sources.flatMap(({ file, source }) => piecesOf(file, source));
  const findings = pieces.flatMap((piece) => {
    // Code in backquotes is not checked.
    const prose = piece.kind === "w" ? piece.text : piece.text.replace(/`[^`]*`/g, "x");
    return RULES.filter(([, pattern, kinds]) => kinds.includes(piece.kind) && pattern.test(prose)).map(
      ([rule]): Finding => ({ ...piece, rule }),
    );
  });
  return { findings: [...findings, ...namesIn(sources)], pieces };
}

function piecesOf(file: string, source: string): Piece[] {
  const lines = source.split("\n");
  if (file.endsWith(".md")) return documentLines(file, lines);
  const piece = (line: number, text: string, kind: Kind): Piece => ({
    file,
    line,
    kind,
    text: text.replace(/\s+/g, " ").trim(),
  });
  const lineAt = (index: number) => source.slice(0, index).split("\n").length;
  const found = lineComments(lines).map(({ line, text }) => piece(line, text, "c"));
  for (const match of source.matchAll(/(?<![*"'`])\/\*\*?([\s\S]*?)\*\//g)) {
    const text = (match[1] ?? "").replace(/^\s*\* ?/gm, "");
    found.push(piece(lineAt(match.index), text, "c"));
  }
  const titles = /\.(?:test|spec)\.tsx?$/.test(file) ? [...source.matchAll(TITLE)] : [];
  for (const match of titles) found.push(piece(lineAt(match.index), match[2] ?? "", "t"));
  const strings = /^app\/.*\/(?:record-)?text\.ts$/.test(file) ? [...source.matchAll(STRING)] : [];
  for (const match of strings) found.push(piece(lineAt(match.index), match[2] ?? "", "w"));
  return found.filter(({ text }) => text !== "" && !DIRECTIVE.test(text));
}

/** Returns the lines of a document. Markdown files of the documentation are page texts. */
function documentLines(file: string, lines: readonly string[]): Piece[] {
  const kind = file.startsWith("app/docs/content/") ? "w" : "d";
  let isCode = false;
  return lines.flatMap((text, index): Piece[] => {
    if (text.startsWith("```")) isCode = !isCode;
    else if (!isCode && text.trim() !== "") return [{ file, line: index + 1, kind, text: text.trim() }];
    return [];
  });
}

/** Returns each block of consecutive `//` lines as one comment, and each comment at the end of a line. */
function lineComments(lines: readonly string[]): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  let isInBlock = false;
  for (const [index, line] of lines.entries()) {
    const own = /^\s*\/\/+\s?(.*)$/.exec(line)?.[1];
    const last = found.at(-1);
    if (own !== undefined && isInBlock && last !== undefined) last.text += ` ${own}`;
    else if (own !== undefined) found.push({ line: index + 1, text: own });
    isInBlock = own !== undefined;
    const trailing = own === undefined ? /[;,{})\]]\s+\/\/ (.+)$/.exec(line)?.[1] : undefined;
    if (trailing !== undefined) found.push({ line: index + 1, text: trailing });
  }
  return found;
}

/** Returns every declaration whose name contains one of the words, with its place. */
function namesIn(sources: readonly { file: string; source: string }[]): Finding[] {
  return sources
    .filter(({ file }) => /\.tsx?$/.test(file))
    .flatMap(({ file, source }) =>
      [...source.matchAll(NAME)].flatMap((match): Finding[] => {
        const name = match[1] ?? "";
        const words = name.split(/(?=[A-Z])|_|\$/).map((word) => word.toLowerCase());
        if (!words.some((word) => NAME_WORDS.test(word))) return [];
        const line = source.slice(0, match.index).split("\n").length;
        return [{ file, line, kind: "n", rule: "name", text: name }];
      }),
    );
}

/** Returns for each kind the number of texts with findings and the number of texts (null for names). */
export function wordingCounts(): Record<Kind, { found: number; of: number | null }> {
  const { findings, pieces } = findWording();
  const count = (kind: Kind) => ({
    found: new Set(
      findings.filter((one) => one.kind === kind).map(({ file, line, text }) => `${file}:${line}:${text}`),
    ).size,
    of: kind === "n" ? null : pieces.filter((one) => one.kind === kind).length,
  });
  return { c: count("c"), t: count("t"), d: count("d"), w: count("w"), n: count("n") };
}

if (process.argv[1]?.endsWith("plain-english.ts")) {
  const [, , path = ""] = process.argv;
  const matching = findWording().findings.filter(({ file }) => file.startsWith(path));
  for (const { file, line, rule, text } of matching)
    console.log(`${file}:${line} [${rule}] ${text.slice(0, 200)}`);
  console.log(`${matching.length} findings`);
}
