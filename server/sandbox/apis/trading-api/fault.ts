// Rejection of an API call with the provider's error code and a message. Each code has an HTTP status.
import { NOT_SERVED_PAGE, type NotServed } from "../../../../app/contract/trading-api/not-served.ts";
import { codeAnchor, DATA_ERRORS, TRADING_ERRORS } from "../../../../app/contract/trading-api/operations.ts";
import { type FieldFault, Refusal } from "../../refusal.ts";

export class ApiFault extends Refusal {
  readonly code: string;
  readonly headers: Record<string, string>;
  /** Feature of the provider's API that the call requires and the sandbox does not support. Null for other faults. */
  readonly notServed: NotServed | null;
  /** True if the status differs from the default of the code. */
  readonly hasOwnStatus: boolean;

  constructor(
    code: string,
    message: string,
    more: {
      headers?: Record<string, string>;
      status?: number;
      errors?: readonly FieldFault[];
      notServed?: NotServed | null;
    } = {},
  ) {
    super(more.status ?? errorStatus(code), message, more.errors ?? parseFieldFaults(message));
    this.code = code;
    this.headers = more.headers ?? {};
    this.notServed = more.notServed ?? null;
    this.hasOwnStatus = more.status !== undefined;
  }
}

const errorStatus = (code: string): number =>
  [...TRADING_ERRORS, ...DATA_ERRORS].find((known) => known.code === code)?.status ?? 400;

/** Derives the field error from a message that starts with a field name or its path, for example `orders.0.price`. */
function parseFieldFaults(message: string): FieldFault[] {
  const [, field, , rule] =
    /^([a-z][A-Za-z0-9]*(?:\.\w+)*)(: | (?=(?:must|is) ))(.*?)\.?$/s.exec(message) ?? [];
  return field === undefined || rule === undefined ? [] : [{ field, message: rule }];
}

/** Maps codes of the trading API to codes of the market data API. */
const DATA_API_CODES: Record<string, string> = {
  "DH-901": "809",
  "DH-902": "806",
  "DH-904": "805",
  "DH-905": "814",
  "DH-907": "813",
  "DH-908": "800",
  "DH-909": "800",
};

/** Default value of Retry-After in a 429, in seconds. */
const RETRY_AFTER_SECONDS = 1;

/** Converts a fault to a response. `origin` is the site's origin, for links to the documentation; null if unknown. */
export function faultResponse(
  fault: ApiFault,
  isDataApi: boolean,
  origin: string | null,
): { status: number; headers: Record<string, string>; body: unknown } {
  const { status, body } = faultBody(fault, isDataApi, origin);
  const headers =
    status === 429 ? { "Retry-After": String(RETRY_AFTER_SECONDS), ...fault.headers } : fault.headers;
  return { status, headers, body };
}

function faultBody(
  fault: ApiFault,
  isDataApi: boolean,
  origin: string | null,
): { status: number; body: unknown } {
  const code = isDataApi ? (DATA_API_CODES[fault.code] ?? fault.code) : fault.code;
  const page =
    fault.notServed === null ? `errors#${codeAnchor(code)}` : `${NOT_SERVED_PAGE}#${fault.notServed}`;
  const more = {
    ...(fault.errors.length === 0 ? {} : { errors: fault.errors }),
    ...(origin === null ? {} : { documentation: `${origin}/docs/v2/${page}` }),
  };
  const asData = DATA_ERRORS.find((known) => known.code === code);
  if (asData !== undefined)
    return {
      status: fault.hasOwnStatus ? fault.status : asData.status,
      body: { data: { [code]: fault.message }, status: "failed", ...more },
    };
  const known = TRADING_ERRORS.find((error) => error.code === code);
  return {
    status: fault.status,
    body: { errorType: known?.type ?? "Others", errorCode: code, errorMessage: fault.message, ...more },
  };
}

/** Returns the fault for a request with the former product CO (cover order) or BO (bracket order). */
export function formerProductFault(field: string): ApiFault {
  const message = "CO and BO are no longer accepted; use a super order";
  return new ApiFault("DH-906", `${field}: ${message}.`, {
    errors: [{ field, message }],
    notServed: "products",
  });
}
