// Answers of the OAuth discovery addresses. A site with a real provider has no sandbox, so there is nothing to
// discover.
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

/** Metadata of the endpoint for assistants (RFC 9728), which has two addresses. */
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
