// A call that is refused: a code of the provider's list and a sentence. The status is the code's own.
import { DATA_ERRORS, TRADING_ERRORS } from "../../../../app/wire/trading-api/operations.ts";

export class ApiFault extends Error {
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
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

/** A client that is told to slow down is told for how long, s; where the fault says nothing else. */
const RETRY_AFTER_SECONDS = 1;

export function faultAnswer(
  fault: ApiFault,
  isData: boolean,
): { status: number; headers: Record<string, string>; body: unknown } {
  const { status, body } = shapeOf(fault, isData);
  const headers =
    status === 429 ? { "Retry-After": String(RETRY_AFTER_SECONDS), ...fault.headers } : fault.headers;
  return { status, headers, body };
}

function shapeOf(fault: ApiFault, isData: boolean): { status: number; body: unknown } {
  const code = isData ? (AS_DATA[fault.code] ?? fault.code) : fault.code;
  const asData = DATA_ERRORS.find((known) => known.code === code);
  if (asData !== undefined)
    return { status: asData.status, body: { data: { [code]: fault.message }, status: "failed" } };
  const known = TRADING_ERRORS.find((error) => error.code === code);
  return {
    status: known?.status ?? 400,
    body: { errorType: known?.type ?? "Others", errorCode: code, errorMessage: fault.message },
  };
}
