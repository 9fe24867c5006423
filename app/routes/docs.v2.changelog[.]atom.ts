// The changelog as an Atom feed (RFC 4287): one entry per version or date, newest first.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { changelogFeed } from "../docs/changelog-feed.ts";
import { getContents } from "../docs/contents.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { sharedFile } from "../http/shared-file.ts";

export const handle: PageHandle = { shared: true };

export function loader({ request, context }: LoaderFunctionArgs) {
  const place = resolveApiPlace(context, request);
  const { name } = (context.site ?? DEFAULT_SITE).brand;
  return sharedFile(
    changelogFeed(getContents({ id: "changelog" }, place).sections, place.origin, name),
    "application/atom+xml",
  );
}
