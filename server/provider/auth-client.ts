// The site's client of the provider's authentication service (partner flow): generates a consent, redirects the browser
// to sign in, and consumes the returned tokenId. The secret is sent in a header and appears in no log.
import { z } from "zod";
import {
  CallFailed,
  createProviderCaller,
  type ProviderCaller,
  type ProviderCallerOptions,
  type ProviderCallLimits,
  parseJsonBody,
} from "../protocol/provider-call.ts";
import { invalidResponse, toErrorResponse, unreachableResponse } from "./faults.ts";

const consentSchema = z.object({ consentId: z.string().min(1).max(200) });
const TIME_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;
const tokenSchema = z.object({
  dhanClientId: z.coerce.string().min(1).max(40),
  dhanClientName: z.string().max(120).default(""),
  accessToken: z.string().min(1).max(3_000),
  /** Time in India, unless it has a time zone; parsed to epoch ms. An expired token would sign the user out at once. */
  expiryTime: z
    .string()
    .min(10)
    .max(40)
    .transform((text) => Date.parse(`${text.replace(" ", "T")}${TIME_ZONE.test(text) ? "" : "+05:30"}`))
    .refine((endsAt) => endsAt > Date.now(), "must be a time in the future"),
  /**
   * Undocumented field. The sandbox sends it, so that the site can detect a tokenId that belongs to another sign-in.
   */
  consentId: z.string().min(1).max(200).optional(),
});

export type AuthClientOptions = {
  /** Address of the service without a trailing slash; null while there is none. */
  baseUrl: () => string | null;
  /** Address of the service's login page. */
  loginUrl: () => string;
  partner: () => { id: string; secret: string } | null;
  limits: ProviderCallLimits;
  onFault(fault: { operation: string; reason: string; requestId: string }): void;
} & Pick<ProviderCallerOptions, "onTime">;

/** The user's request that needs the call. */
export type AuthRequest = { signal: AbortSignal; requestId: string };

export function createAuthClient(options: AuthClientOptions) {
  const caller = createProviderCaller({ ...options, name: "auth" });
  const call = createCall(options, caller);
  const parse = createParser(options);
  /** True while the service refuses the partner's id or secret. */
  let isPartnerRefused = false;
  let refusals = 0;

  return {
    /**
     * Returns a consent id. Throws a 503 if sign-in is impossible: the service is unreachable, or refuses the partner's
     * id or secret.
     */
    async generateConsent(request: AuthRequest): Promise<string> {
      const { status, body } = await call("generate-consent", "/partner/generate-consent", request);
      isPartnerRefused = status !== 200;
      if (status !== 200) {
        refusals += 1;
        const { requestId } = request;
        options.onFault({
          operation: "generate-consent",
          reason: `partner refused with ${status}`,
          requestId,
        });
        throw unreachableResponse();
      }
      return parse("generate-consent", consentSchema, body, request).consentId;
    },
    /**
     * Exchanges a tokenId. `label` names the device in the client's list of sign-ins. Returns null if the service
     * refuses the tokenId.
     */
    async consumeConsent(tokenId: string, label: string, request: AuthRequest) {
      const { status, body } = await call(
        "consume-consent",
        `/partner/consume-consent?tokenId=${encodeURIComponent(tokenId)}`,
        request,
        { "x-client-label": label },
      );
      if (status !== 200) {
        const { requestId } = request;
        options.onFault({ operation: "consume-consent", reason: `refused with ${status}`, requestId });
        return null;
      }
      const token = parse("consume-consent", tokenSchema, body, request);
      return {
        clientId: token.dhanClientId,
        name: token.dhanClientName === "" ? token.dhanClientId : token.dhanClientName,
        accessToken: token.accessToken,
        endsAt: token.expiryTime,
        consentId: token.consentId ?? null,
      };
    },
    loginAddress: (consentId: string) => `${options.loginUrl()}?consentId=${encodeURIComponent(consentId)}`,
    status: () => ({ ...caller.status(), isPartnerRefused, refusals }),
    close: () => caller.close(),
  };
}

/**
 * Creates the function that calls the service with the partner's id and secret. It reports faults and throws them as a
 * Response.
 */
function createCall(options: AuthClientOptions, caller: ProviderCaller) {
  return async function call(
    operation: string,
    path: string,
    { signal, requestId }: AuthRequest,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown }> {
    const fail = (reason: string, response: Response) => {
      options.onFault({ operation, reason, requestId });
      return response;
    };
    const partner = options.partner();
    if (partner === null) throw fail("no address yet", unreachableResponse());
    try {
      const answer = await caller.call({
        method: "POST",
        path,
        signal,
        headers: {
          accept: "application/json",
          partner_id: partner.id,
          partner_secret: partner.secret,
          ...headers,
        },
        isRepeatable: false,
      });
      return { status: answer.status, body: parseJsonBody(answer) };
    } catch (fault) {
      if (fault instanceof CallFailed) throw fail(fault.message, toErrorResponse(fault));
      throw fault;
    }
  };
}

/** Creates a parser of responses. It reports an invalid response and throws the Response "broken" (faults.ts). */
function createParser(options: AuthClientOptions) {
  return function parse<Schema extends z.ZodType>(
    operation: string,
    schema: Schema,
    body: unknown,
    { requestId }: AuthRequest,
  ): z.output<Schema> {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    options.onFault({
      operation,
      reason: `response violates the contract at ${issue?.path.join(".")}: ${issue?.message}`,
      requestId,
    });
    throw invalidResponse();
  };
}
