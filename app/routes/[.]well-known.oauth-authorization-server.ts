// Metadata of the sandbox's OAuth server (RFC 8414): authorization code with PKCE for public clients.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { oauthMetadata } from "../trading-apis/oauth-metadata.ts";

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  const describe = (origin: string) => ({
    issuer: origin,
    authorization_endpoint: `${origin}/sandbox/auth/oauth/authorize`,
    token_endpoint: `${origin}/sandbox/auth/oauth/token`,
    registration_endpoint: `${origin}/sandbox/auth/oauth/register`,
    scopes_supported: ["read", "trade"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code"],
    token_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  });
  return oauthMetadata(request, context, describe, "service_documentation");
}
