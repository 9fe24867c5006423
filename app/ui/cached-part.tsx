// Parts of pages that look the same whenever they are given the same: a server puts such a part together once and prints it as it is from
// then on. Most of a page is of that kind (menus, a card's words, a record's chart), and putting it together is most of what a page costs.
import { type ComponentType, createContext, type ReactElement, useContext } from "react";

/** HTML of a part by its name, which says everything that the part depends on. Null: parts are put together each time. */
export const CachedPartsContext = createContext<((name: string, part: ReactElement) => string) | null>(null);

/** What JSON writes without losing anything: what is not stands as never. */
export type Plain<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends
        | ((...given: never[]) => unknown)
        | ReadonlyMap<unknown, unknown>
        | ReadonlySet<unknown>
        | ReactElement
        | Date
    ? never
    : { readonly [Key in keyof Value]: Plain<Value[Key]> };

/**
 * The component, put together once for what it is given, which is plain data. It sees no context of the page: whatever it depends on comes
 * as a property. Its elements stand in a box without a box (`display: contents`), so it is no row of a table and no item of a list.
 * `textsOf` says of a part that is given much what it depends on in fewer words.
 */
export function cachedPart<Props extends object>(
  name: string,
  Part: ComponentType<Props>,
  textsOf: (props: Props) => string = JSON.stringify,
) {
  return function CachedPart(props: Props & Plain<Props>) {
    const print = useContext(CachedPartsContext);
    if (print === null) return <Part {...props} />;
    const html = print(`${name} ${textsOf(props)}`, <Part {...props} />);
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the framework's own output, escaped when it was printed
    return <div className="contents" dangerouslySetInnerHTML={{ __html: html }} />;
  };
}
