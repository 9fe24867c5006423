// Files that a cache in front of the site may store for ten minutes.

const CACHE = { "Cache-Control": "public, max-age=0, s-maxage=600" };

export function sharedFile(text: string, type: string): Response {
  return new Response(text, { headers: { "Content-Type": `${type}; charset=utf-8`, ...CACHE } });
}

export const sharedJson = (data: unknown): Response => Response.json(data, { headers: CACHE });
