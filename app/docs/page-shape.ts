// Type of a documentation page's own data.

export type DocsOperation = { call: string; does: string };
export type DocsPage = {
  id: string;
  title: string;
  group: "Start" | "Concepts" | "Trading" | "Data" | "Reference";
  description: string;
  opening: string[];
  operations: DocsOperation[];
};

export function page(
  id: string,
  title: string,
  group: DocsPage["group"],
  description: string,
  opening: string[],
  operations: [call: string, does: string][],
): DocsPage {
  return {
    id,
    title,
    group,
    description,
    opening,
    operations: operations.map(([call, does]) => ({ call, does })),
  };
}
