// Metadata of the assistants' endpoint as a protected resource (RFC 9728). It names the server that issues its tokens.
import type { PageHandle } from "../contract/site/page-handle.ts";
import { resourceMetadata } from "../trading-apis/oauth-metadata.ts";

export const handle: PageHandle = { shared: true };

export const loader = resourceMetadata;
