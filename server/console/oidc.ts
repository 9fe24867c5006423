// Sign-in of operators at an OpenID Connect issuer: authorization code with PKCE, state and nonce. The ID token's
// signature is verified with the issuer's published keys.
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";

export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: () => string;
  /** Path of the claim that contains the operator's groups. A dot separates nested names: "realm_access.roles". */
  roleClaim: string;
};

/** Values of a sign-in in progress. An encrypted cookie stores them until the browser returns. */
export type PendingSignIn = { state: string; nonce: string; verifier: string };
export type Identity = { who: string; groups: string[] };

const CONFIGURATION_CACHED_MS = 10 * 60_000;
const ANSWER_WITHIN_S = 5;

export function createOidc({ issuer, clientId, clientSecret, roleClaim }: OidcSettings) {
  let configured: { config: Promise<Configuration>; at: number; secret: string } | null = null;

  /** Returns the issuer's metadata and keys. They rarely change, so they are cached for some minutes. */
  function configuration(): Promise<Configuration> {
    const secret = clientSecret();
    if (
      configured !== null &&
      configured.secret === secret &&
      Date.now() - configured.at < CONFIGURATION_CACHED_MS
    )
      return configured.config;
    const isLoopback = issuer.startsWith("http:");
    const config = discovery(new URL(issuer), clientId, secret, undefined, {
      timeout: ANSWER_WITHIN_S,
      // The settings allow plain HTTP only for loopback hosts.
      execute: isLoopback
        ? [allowInsecureRequests, enableNonRepudiationChecks]
        : [enableNonRepudiationChecks],
    });
    configured = { config, at: Date.now(), secret };
    config.catch(() => {
      configured = null;
    });
    return config;
  }

  return {
    async begin(redirectUri: string): Promise<{ location: string; pending: PendingSignIn }> {
      const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const location = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: "openid profile email",
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: "S256",
      });
      return { location: location.href, pending };
    },

    /** Completes a sign-in. Throws if the issuer's response belongs to another sign-in, or the token is invalid. */
    async finish(returned: URL, { state, nonce, verifier }: PendingSignIn): Promise<Identity> {
      const tokens = await authorizationCodeGrant(await configuration(), returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() as Record<string, unknown> | undefined;
      if (claims === undefined) throw new Error("the issuer returned no ID token");
      const name = [claims.email, claims.preferred_username, claims.sub].find(
        (value): value is string => typeof value === "string" && value !== "",
      );
      return { who: (name ?? "").slice(0, 100), groups: readGroups(claims, roleClaim) };
    },
  };
}

function readGroups(claims: Record<string, unknown>, path: string): string[] {
  let value: unknown = claims;
  for (const part of path.split("."))
    value =
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  if (typeof value === "string") return value.split(/[\s,]+/).filter((word) => word !== "");
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
