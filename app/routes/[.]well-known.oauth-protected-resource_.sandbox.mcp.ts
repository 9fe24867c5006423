// Metadata of the endpoint for AI assistants, at the address that RFC 9728 derives from the endpoint's path.
import type { PageHandle } from "../contract/site/page-handle.ts";
import { resourceMetadata } from "../trading-apis/oauth-metadata.ts";

export const handle: PageHandle = { shared: true };

export const loader = resourceMetadata;
