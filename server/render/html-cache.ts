// Caches rendered shared pages for a few seconds. A stale page is still sent while a new one is rendered in the
// background. If rendering fails, the page is evicted, so that users see the fault.
import { LRUCache } from "lru-cache";
import type { RenderedPage } from "./rendered-page.ts";

type CacheEntry = { page: RenderedPage; renderedAt: number; renewal: Promise<void> | null };
type Render = () => Promise<RenderedPage>;

export type HtmlCacheOptions = {
  pageCacheBytes: number;
  pageCacheEntries: number;
  pageFreshMs: number;
  pageStaleMs: number;
  /** Maximum age of a page without prices while the server is overloaded, in ms. */
  pageOverloadedStaleMs: number;
  now: () => number;
  /** True if a rendered page may be cached and sent to other users. */
  isCacheable: (page: RenderedPage) => boolean;
};

export type FoundPage = { page: RenderedPage; from: "cache" | "stale" };

export class HtmlCache {
  readonly #entries: LRUCache<string, CacheEntry>;
  readonly #rendering = new Map<string, Promise<RenderedPage>>();
  readonly #options: HtmlCacheOptions;
  #generation = 0;

  constructor(options: HtmlCacheOptions) {
    this.#options = options;
    this.#entries = new LRUCache({
      max: options.pageCacheEntries,
      maxSize: options.pageCacheBytes,
      // A page's compressed copies are created later and are smaller than the page, so the page's size is counted
      // twice.
      sizeCalculation: (entry) => entry.page.bytes * 2 + 1_024,
    });
  }

  /**
   * Returns the cached page, or null. If the page is stale and the server is not overloaded, calls `renew` in the
   * background.
   */
  find(key: string, renew: Render, isOverloaded: boolean): FoundPage | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    const { pageFreshMs, pageStaleMs, pageOverloadedStaleMs, now } = this.#options;
    const age = now() - entry.renderedAt;
    const ownFreshMs = entry.page.freshMs;
    if (age <= (ownFreshMs ?? pageFreshMs)) return { page: entry.page, from: "cache" };
    // A page with prices has its own maximum age and is never sent as a stale page.
    if (ownFreshMs !== null || age > (isOverloaded ? pageOverloadedStaleMs : pageStaleMs)) return null;
    if (!isOverloaded)
      entry.renewal ??= this.render(key, renew).then(
        () => {},
        () => {
          this.#entries.delete(key);
        },
      );
    return { page: entry.page, from: "stale" };
  }

  /**
   * Evicts all pages, because data in any of them may have changed. Pages that are being rendered are not cached, and
   * later requests do not wait for them.
   */
  clear(): void {
    this.#entries.clear();
    this.#rendering.clear();
    this.#generation += 1;
  }

  /** Returns the size of the cache. The bytes of each page are counted twice, to include its compressed copies. */
  size(): { entries: number; bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize };
  }

  /** Renders a page, at most once at a time per key. Waiting requests share the page only if it may be cached. */
  async render(key: string, render: Render): Promise<RenderedPage> {
    const running = this.#rendering.get(key);
    if (running !== undefined) {
      const page = await running;
      return this.#options.isCacheable(page) ? page : render();
    }
    const rendering = render().finally(() => {
      if (this.#rendering.get(key) === rendering) this.#rendering.delete(key);
    });
    this.#rendering.set(key, rendering);
    const generation = this.#generation;
    const page = await rendering;
    if (generation !== this.#generation) return page;
    if (this.#options.isCacheable(page))
      this.#entries.set(key, { page, renderedAt: this.#options.now(), renewal: null });
    else this.#entries.delete(key);
    return page;
  }
}
