// A call that is refused: a code of the provider's list and a sentence. The status is the code's own.
import { codeAnchor, DATA_ERRORS, TRADING_ERRORS } from "../../../../app/wire/trading-api/operations.ts";
import type { FieldFault } from "./plain-words.ts";

export class ApiFault extends Error {
  readonly code: string;
  readonly headers: Record<string, string>;
  /** Status if it differs from the code's own; else null. */
  readonly status: number | null;
  readonly errors: readonly FieldFault[];

  constructor(
    code: string,
    message: string,
    more: { headers?: Record<string, string>; status?: number; errors?: readonly FieldFault[] } = {},
  ) {
    super(message);
    this.code = code;
    this.headers = more.headers ?? {};
    this.status = more.status ?? null;
    // A sentence that begins with the name of a field is about that field.
    const [, field, words] = /^([a-z][A-Za-z0-9]*): (.*?)\.?$/s.exec(message) ?? [];
    this.errors =
      more.errors ?? (field === undefined || words === undefined ? [] : [{ field, message: words }]);
  }
}

/** The same fault in the data family's codes. */
const AS_DATA: Record<string, string> = {
  "DH-901": "809",
  "DH-902": "806",
  "DH-904": "805",
  "DH-905": "814",
  "DH-907": "813",
  "DH-908": "800",
  "DH-909": "800",
};

/** Default of Retry-After for a client that must slow down, s. */
const RETRY_AFTER_SECONDS = 1;

/** `origin` is where the documentation stands; null where that is not known. */
export function faultAnswer(
  fault: ApiFault,
  isData: boolean,
  origin: string | null,
): { status: number; headers: Record<string, string>; body: unknown } {
  const { status, body } = shapeOf(fault, isData, origin);
  const headers =
    status === 429 ? { "Retry-After": String(RETRY_AFTER_SECONDS), ...fault.headers } : fault.headers;
  return { status, headers, body };
}

function shapeOf(fault: ApiFault, isData: boolean, origin: string | null): { status: number; body: unknown } {
  const code = isData ? (AS_DATA[fault.code] ?? fault.code) : fault.code;
  const more = {
    ...(fault.errors.length === 0 ? {} : { errors: fault.errors }),
    ...(origin === null ? {} : { documentation: `${origin}/docs/v2/errors#${codeAnchor(code)}` }),
  };
  const asData = DATA_ERRORS.find((known) => known.code === code);
  if (asData !== undefined)
    return {
      status: fault.status ?? asData.status,
      body: { data: { [code]: fault.message }, status: "failed", ...more },
    };
  const known = TRADING_ERRORS.find((error) => error.code === code);
  return {
    status: fault.status ?? known?.status ?? 400,
    body: { errorType: known?.type ?? "Others", errorCode: code, errorMessage: fault.message, ...more },
  };
}
