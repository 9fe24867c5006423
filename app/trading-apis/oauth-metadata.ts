// Responses of the OAuth discovery addresses. With a real provider they are 404, because only the sandbox has an OAuth
// server.
import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { DEFAULT_SITE } from "../contract/site/site.ts";

export function oauthMetadata(
  request: Request,
  context: AppLoadContext,
  describe: (origin: string) => object,
): Response {
  const { isSimulated } = context.site ?? DEFAULT_SITE;
  if (!isSimulated) throw new Response(null, { status: 404 });
  const origin = context.publicOrigin ?? new URL(request.url).origin;
  return Response.json(describe(origin), {
    headers: { "Cache-Control": "public, max-age=300" },
  });
}

/** Returns the OAuth resource metadata of the MCP endpoint (RFC 9728), which is served at two addresses. */
export function resourceMetadata({ request, context }: LoaderFunctionArgs): Response {
  return oauthMetadata(request, context, (origin) => ({
    resource: `${origin}/sandbox/mcp`,
    authorization_servers: [origin],
    scopes_supported: ["read", "trade"],
    bearer_methods_supported: ["header"],
    resource_name: "Tools for assistants",
    resource_documentation: `${origin}/docs/v2/assistants`,
  }));
}
