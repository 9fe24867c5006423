// Keeps rendered public pages for a few seconds: fresh ones are sent as they are, older ones are sent once more while a
// new one is rendered behind them. A page whose renewal fails is dropped, so that readers are told the truth.
import { LRUCache } from "lru-cache";
import type { RenderedPage } from "./rendered-page.ts";

type Entry = { page: RenderedPage; renderedAt: number; renewal: Promise<void> | null };

export type PageCacheOptions = {
  pageCacheBytes: number;
  pageCacheEntries: number;
  pageFreshMs: number;
  pageStaleMs: number;
  now: () => number;
};

export class PageCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #rendering = new Map<string, Promise<RenderedPage>>();
  readonly #options: PageCacheOptions;

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#entries = new LRUCache({
      max: options.pageCacheEntries,
      maxSize: options.pageCacheBytes,
      // Compressed twins come later and are smaller than the page; counting the page twice covers them.
      sizeCalculation: (entry) => entry.page.bytes * 2 + 1_024,
    });
  }

  /** `render` is called at most once at a time for a key. Only pages for which `isShared` says yes are kept. */
  async get(
    key: string,
    render: () => Promise<RenderedPage>,
    isShared: (page: RenderedPage) => boolean,
  ): Promise<{ page: RenderedPage; from: "cache" | "stale" | "render" }> {
    const entry = this.#entries.get(key);
    const age = entry === undefined ? Number.POSITIVE_INFINITY : this.#options.now() - entry.renderedAt;
    const ownFreshMs = entry?.page.freshMs ?? null;
    if (entry !== undefined && age <= (ownFreshMs ?? this.#options.pageFreshMs))
      return { page: entry.page, from: "cache" };
    if (entry !== undefined && ownFreshMs === null && age <= this.#options.pageStaleMs) {
      entry.renewal ??= this.#render(key, render, isShared).then(
        () => {},
        () => {
          this.#entries.delete(key);
        },
      );
      return { page: entry.page, from: "stale" };
    }
    return { page: await this.#render(key, render, isShared), from: "render" };
  }

  #render(
    key: string,
    render: () => Promise<RenderedPage>,
    isShared: (page: RenderedPage) => boolean,
  ): Promise<RenderedPage> {
    const running = this.#rendering.get(key);
    if (running !== undefined) return running;
    const rendering = render()
      .then((page) => {
        if (isShared(page)) this.#entries.set(key, { page, renderedAt: this.#options.now(), renewal: null });
        else this.#entries.delete(key);
        return page;
      })
      .finally(() => this.#rendering.delete(key));
    this.#rendering.set(key, rendering);
    return rendering;
  }
}
