// Builds the content of an operation's page from the contract: request and response fields, errors, samples and a
// recorded response.
import { LRUCache } from "lru-cache";
import type { TradingOperation } from "../contract/trading-api/operation.ts";
import { RATE_LIMITS } from "../contract/trading-api/operations.ts";
import { LOCALE } from "../format/locale.ts";
import { withoutSandbox } from "../format/without-sandbox.ts";
import type { Block, Language } from "./blocks.ts";
import { listPageOperations } from "./contents.ts";
import { operationAnchor, operationPath } from "./docs-path.ts";
import { type FieldRow, listFields } from "./fields.ts";
import { highlightCode } from "./highlight.ts";
import { operationSamples } from "./operation-samples.ts";
import { errorStatus, groupOperationFaults, retryText } from "./operation-section.ts";
import { type ApiPlace, omitSandboxMention } from "./place.ts";
import { displayedExample, findRecordedCall } from "./recorded.ts";

/** An operation in a list of operations. */
export type OperationLink = { id: string; path: string; method: string; title: string; address: string };

export type FieldEntry = Pick<
  FieldRow,
  "name" | "type" | "required" | "description" | "choices" | "limits" | "example"
>;

/** `rare` contains the fields that are initially collapsed. */
export type FieldGroup = { title: string; fields: FieldEntry[]; rare: FieldEntry[] };

export type ErrorEntry = { code: string; status: number; cause: string; fix: string };

export type OperationPage = OperationLink & {
  purpose: string;
  limits: string[];
  request: FieldGroup[];
  answer: FieldGroup | null;
  /** `own`: errors specific to this operation. `common`: errors that every operation can return. */
  errors: { own: ErrorEntry[]; common: ErrorEntry[] };
  retry: string;
  samples: Extract<Block, { kind: "samples" }>;
  recorded: { title: string; words: string; html?: string | undefined } | null;
  playground: string | null;
};

/** Maximum number of entries: all operations in all languages, at a few API addresses. */
const cache = new LRUCache<string, OperationPage>({ max: 500 });
/** Number of response fields that are initially expanded. */
const EXPANDED_ANSWER_FIELDS = 10;
/** Rare fields are collapsed only if there are at least this many. */
const COLLAPSED_FIELDS_MIN = 3;

export function operationLink(operation: TradingOperation): OperationLink {
  return {
    id: operationAnchor(operation),
    path: `/v2${operation.path}`,
    method: operation.method.toUpperCase(),
    title: operation.summary,
    address: operationPath(operation),
  };
}

/** Returns the contents of the page. Undefined if the documentation page has no such operation. */
export function findOperationPage(
  page: string,
  anchor: string,
  place: ApiPlace,
  language: Language,
): OperationPage | undefined {
  const operation = listPageOperations(page, place.hasSandbox).find((one) => operationAnchor(one) === anchor);
  if (operation === undefined) return undefined;
  const key = JSON.stringify([operation.operationId, language, place.hasSandbox]);
  const contents = cache.get(key) ?? computePage(operation, place.hasSandbox, language);
  cache.set(key, contents);
  return contents;
}

function computePage(operation: TradingOperation, hasSandbox: boolean, language: Language): OperationPage {
  const bare = hasSandbox ? (text: string) => text : withoutSandbox;
  const example = displayedExample(operation);
  const samples = operationSamples(operation);
  const recorded = operation.answer === "csv" ? null : findRecordedCall(operation);
  const responseJson =
    recorded === null ? "" : JSON.stringify(removeSandboxMention(recorded.answer, hasSandbox), null, 2);
  const { perSecond, perDay } = RATE_LIMITS[operation.limit];
  const request = (
    [
      ["Path parameters", operation.pathParameters, example.path],
      ["Query parameters", operation.query, example.query],
      ["Body", operation.body, example.body],
    ] as const
  ).flatMap(([title, schema, sent]) =>
    schema === undefined ? [] : [requestGroup(title, listFields(schema), sent)],
  );
  return {
    ...operationLink(operation),
    purpose: bare(operation.purpose),
    limits: [
      `${perSecond} a second`,
      ...(perDay === null ? [] : [`${perDay.toLocaleString(LOCALE)} a day`]),
      ...(operation.isDataApi ? ["client-id header"] : []),
    ],
    request: request.map((group) => groupWithoutSandbox(group, bare)),
    answer:
      operation.answer === "csv"
        ? null
        : groupWithoutSandbox(answerGroup(listFields(operation.answer)), bare),
    errors: listOperationErrors(operation, bare),
    retry: bare(retryText(operation)),
    samples: {
      kind: "samples",
      id: operationAnchor(operation),
      samples,
      html: highlightCode(language, samples[language]) ?? undefined,
    } as OperationPage["samples"],
    recorded:
      recorded === null
        ? null
        : {
            title: `${operation.status}, recorded`,
            words: responseJson,
            html: highlightCode("json", responseJson) ?? undefined,
          },
    playground: hasSandbox ? `/docs/v2/playground?op=${operation.operationId}` : null,
  };
}

/** Returns the recorded response. Without a sandbox, values that mention one are removed. */
function removeSandboxMention(answer: unknown, hasSandbox: boolean): unknown {
  return hasSandbox ? answer : omitSandboxMention(answer);
}

/**
 * Groups the fields of a request, required ones first. Fields of nested objects stay below their object. Fields that are
 * always or sometimes required, or part of the example, are expanded.
 */
function requestGroup(title: string, rows: FieldRow[], sent: unknown): FieldGroup {
  const isNested = rows.some(({ name }) => /[.[]/.test(name));
  const fields = isNested
    ? rows
    : rows.toSorted((one, other) => Number(other.required) - Number(one.required));
  const example = JSON.stringify(sent ?? {});
  const isOpen = ({ name, required, description }: FieldRow) =>
    required ||
    example.includes(`"${name.split(/[.[]/).at(-1)}"`) ||
    /\b(?:required|needed) for\b/i.test(description);
  const rare = fields.filter((field) => !isOpen(field));
  if (rare.length < COLLAPSED_FIELDS_MIN) return { title, fields, rare: [] };
  return { title, fields: fields.filter(isOpen), rare };
}

function answerGroup(fields: FieldRow[]): FieldGroup {
  const open =
    fields.length < EXPANDED_ANSWER_FIELDS + COLLAPSED_FIELDS_MIN ? fields.length : EXPANDED_ANSWER_FIELDS;
  return { title: "Response", fields: fields.slice(0, open), rare: fields.slice(open) };
}

function groupWithoutSandbox(
  { title, fields, rare }: FieldGroup,
  bare: (text: string) => string,
): FieldGroup {
  const documentedField = ({ name, type, required, description, choices, limits, example }: FieldEntry) => ({
    name,
    type,
    required,
    description: bare(description),
    choices,
    limits,
    example: bare(example),
  });
  return { title, fields: fields.map(documentedField), rare: rare.map(documentedField) };
}

function listOperationErrors(
  operation: TradingOperation,
  bare: (text: string) => string,
): OperationPage["errors"] {
  const { own, common } = groupOperationFaults(operation);
  const documentedFaults = (faults: typeof own) =>
    faults
      .map(({ code, cause, fix }) => ({
        code,
        status: errorStatus(code),
        cause: bare(cause),
        fix: bare(fix),
      }))
      .filter(({ cause }) => cause !== "");
  return { own: documentedFaults(own), common: documentedFaults(common) };
}
