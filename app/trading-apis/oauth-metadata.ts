// Responses of the OAuth discovery addresses. With a real provider they are 404, because only the sandbox has an OAuth
// server. If the brand disables the sandbox, they name no documentation page.
import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { DEFAULT_SITE } from "../contract/site/site.ts";

export function oauthMetadata(
  request: Request,
  context: AppLoadContext,
  describe: (origin: string) => object,
  documentationField: string,
): Response {
  const { isSimulated, features } = context.site ?? DEFAULT_SITE;
  if (!isSimulated) throw new Response(null, { status: 404 });
  const origin = context.publicOrigin ?? new URL(request.url).origin;
  const documentation = features.sandbox ? { [documentationField]: `${origin}/docs/v2/assistants` } : {};
  return Response.json(
    { ...describe(origin), ...documentation },
    {
      headers: { "Cache-Control": "public, max-age=300" },
    },
  );
}

/** Returns the OAuth resource metadata of the MCP endpoint (RFC 9728), which is served at two addresses. */
export function resourceMetadata({ request, context }: LoaderFunctionArgs): Response {
  const describe = (origin: string) => ({
    resource: `${origin}/sandbox/mcp`,
    authorization_servers: [origin],
    scopes_supported: ["read", "trade"],
    bearer_methods_supported: ["header"],
    resource_name: "Tools for assistants",
  });
  return oauthMetadata(request, context, describe, "resource_documentation");
}
