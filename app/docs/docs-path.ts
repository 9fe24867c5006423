// The address of a page of the documentation.
import type { DocsPage } from "./page-shape.ts";

export function docsPath(page: Pick<DocsPage, "id">): string {
  return `/docs/v2/${page.id}`;
}
