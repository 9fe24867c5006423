// Metadata of the endpoint for AI assistants as a protected OAuth resource (RFC 9728). It names the server that issues
// the endpoint's tokens.
import type { PageHandle } from "../contract/site/page-handle.ts";
import { resourceMetadata } from "../trading-apis/oauth-metadata.ts";

export const handle: PageHandle = { shared: true };

export const loader = resourceMetadata;
