// Results of the doctor's checks, and their time limits.
import { request } from "undici";

export type Colour = "green" | "amber" | "red";

export type Finding = {
  /** Name of the check, for example "base API". */
  check: string;
  /** Settings to change; empty if the cause is the machine. */
  settings: readonly string[];
  colour: Colour;
  /** One sentence without secrets. */
  text: string;
};

/** Time limits of the doctor. Each check ends within `checkTimeoutMs`, and all checks run at the same time. */
export const DOCTOR_TIMES = {
  checkTimeoutMs: 15_000,
  connectTimeoutMs: 5_000,
  responseTimeoutMs: 5_000,
  /** Longest wait for the first price of a feed. */
  firstPriceTimeoutMs: 8_000,
  /** Maximum time from the first packet to a packet with the time of a trade. */
  datedPriceTimeoutMs: 1_000,
  /** If the socket for order updates is still open after this time, the provider has accepted the login. */
  loginAcceptedAfterMs: 2_000,
} as const;

export type FindingCreators = Record<Colour, (settings: readonly string[], text: string) => Finding[]>;

/**
 * Returns functions that create one finding of this check as a list, because checks return lists of findings. `prefix`
 * is the start of each text.
 */
export function createFindingCreators(check: string, prefix = ""): FindingCreators {
  const finding = (colour: Colour) => (settings: readonly string[], text: string) => [
    { check, settings, colour, text: `${prefix}${text}` },
  ];
  return { green: finding("green"), amber: finding("amber"), red: finding("red") };
}

export type ProbeResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  tookMs: number;
};

/** Sends one request and does not follow redirects. Returns an error message if there is no response. */
export async function sendProbe(
  url: string,
  options: { method?: "GET" | "POST"; headers?: Record<string, string>; body?: string } = {},
): Promise<ProbeResponse | string> {
  const from = performance.now();
  try {
    const answer = await request(url, {
      method: "GET",
      ...options,
      signal: AbortSignal.timeout(DOCTOR_TIMES.responseTimeoutMs),
    });
    await answer.body.dump();
    return { status: answer.statusCode, headers: answer.headers, tookMs: performance.now() - from };
  } catch (fault) {
    return describeFault(fault);
  }
}

/** Returns the code or message of an error without addresses, because an address can contain a token. */
export function describeFault(fault: unknown): string {
  if (!(fault instanceof Error)) return "no response";
  if ("code" in fault && typeof fault.code === "string" && fault.code !== "") return fault.code;
  if (fault.name === "TimeoutError" || fault.name === "AbortError") return "no response in time";
  return fault.message.replaceAll(/\w+:\/\/\S+/g, "…").slice(0, 200) || fault.name;
}
