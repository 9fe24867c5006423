// The documentation pages of the site: search, pages as Markdown, and the OpenAPI and AsyncAPI documents.
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { ToolRefusal } from "./trading-caller.ts";

export type DocumentResponse = { status: number; text: string };
/** Reads a page of the site that is the same for all users. */
export type ReadPage = (path: string) => Promise<DocumentResponse>;

const searchSchema = z.object({
  hits: z.array(z.object({ title: z.string(), page: z.string(), to: z.string(), excerpt: z.string() })),
  pages: z.array(z.object({ id: z.string(), title: z.string(), description: z.string() })),
});
export type DocsSearch = z.infer<typeof searchSchema>;

export type Documents = ReturnType<typeof createDocuments>;

/** Maximum number of cached texts. Each origin of the site has two: the OpenAPI and the AsyncAPI document. */
const CONTRACT_TEXTS = 16;

/** Cache of the OpenAPI and AsyncAPI texts, which are over a megabyte. Each is loaded once per origin. */
export class ContractTexts {
  readonly #texts = new LRUCache<string, Promise<string>>({ max: CONTRACT_TEXTS });

  get(address: string, read: () => Promise<string>): Promise<string> {
    const known = this.#texts.get(address);
    if (known !== undefined) return known;
    const text = read();
    this.#texts.set(address, text);
    text.catch(() => this.#texts.delete(address));
    return text;
  }
}

/** `shared` returns the cached text of a path, or calls `read` to load it. */
export function createDocuments(
  read: ReadPage,
  shared: (path: string, read: () => Promise<string>) => Promise<string>,
) {
  async function text(path: string, otherwise: string): Promise<string> {
    const { status, text: body } = await read(path);
    if (status !== 200) throw new ToolRefusal(otherwise);
    return body;
  }
  const unavailable = "The documentation is not responding. Try again in a few seconds.";
  const contract = (path: string) => () => shared(path, () => text(path, unavailable));
  return {
    /** Returns the list of all pages and the results of a query. */
    search: async (query: string): Promise<DocsSearch> =>
      searchSchema.parse(
        JSON.parse(await text(`/docs/v2/search.json?q=${encodeURIComponent(query)}`, unavailable)),
      ),
    /** Returns a page as Markdown. Throws ToolRefusal for an unknown page. */
    page: (id: string): Promise<string> =>
      text(`/docs/v2/${encodeURIComponent(id)}.md`, "Unknown page. Use search_docs to list all pages."),
    openApi: contract("/docs/v2/openapi.json"),
    asyncApi: contract("/docs/v2/asyncapi.json"),
  };
}
