// A part that is the same wherever it stands: a server puts it together once and prints it as it is from then on. Menus and the footer's
// links are half of the elements of a short page.
import { createContext, type ReactElement, useContext } from "react";

/** HTML of a part by its name, which says everything that the part depends on. Null: parts are put together each time. */
export const PrintedPartsContext = createContext<((name: string, part: ReactElement) => string) | null>(null);

/** `part` is printed by itself: it sees no context of the page, and `name` holds all that it varies by. */
export function Printed({ name, part }: { name: string; part: ReactElement }) {
  const print = useContext(PrintedPartsContext);
  if (print === null) return part;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the framework's own output, escaped when it was printed
  return <div className="contents" dangerouslySetInnerHTML={{ __html: print(name, part) }} />;
}
