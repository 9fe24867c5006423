// Adds suggestions to the header's search. The search page supplies them, and the browser's native list shows them.
// Without this script the search is an ordinary form.

const WAIT_MS = 200;
const QUERY_MIN_CHARS = 2;
const SUGGESTIONS = 8;
const LIST_ID = "search-suggestions";

type Found = {
  found: {
    algos: { items: { strategy: { name: string } }[] } | null;
    managers: { name: string }[];
    answers: { title: string }[];
    docs: { title: string }[];
  } | null;
};

export function enhanceSearch(): void {
  const field = document.querySelector<HTMLInputElement>("#header-search");
  if (field?.form?.getAttribute("action") === "/search") addSuggestions(field);
}

function addSuggestions(field: HTMLInputElement): void {
  const list = document.createElement("datalist");
  list.id = LIST_ID;
  field.after(list);
  field.setAttribute("list", LIST_ID);
  let timer = 0;
  let pending: AbortController | null = null;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    const text = field.value.trim();
    if (text.length < QUERY_MIN_CHARS) return;
    timer = window.setTimeout(async () => {
      pending?.abort();
      pending = new AbortController();
      try {
        const query = new URLSearchParams({ q: text, _data: "routes/search" });
        const answer = await window.fetch(`/search?${query}`, { signal: pending.signal });
        if (!answer.ok) return;
        const { found } = (await answer.json()) as Found;
        list.replaceChildren(...findMatchingNames(found).map((name) => new Option(name, name)));
      } catch {
        // Suggestions are optional: on failure the form still searches.
      }
    }, WAIT_MS);
  });
}

function findMatchingNames(found: Found["found"]): string[] {
  if (found === null) return [];
  const names = [
    ...(found.algos?.items ?? []).map(({ strategy }) => strategy.name),
    ...found.managers.map(({ name }) => name),
    ...found.answers.map(({ title }) => title),
    ...found.docs.map(({ title }) => title),
  ];
  return [...new Set(names)].slice(0, SUGGESTIONS);
}
