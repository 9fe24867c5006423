// A dark panel with tabs. Radio buttons select the visible tab, so the panel works without scripts. In print and in
// text browsers all tabs are visible.
import { Fragment, type ReactNode } from "react";

export type CodeTab = { id: string; title: string; content: ReactNode };

/** Renders the panel. `name` must be unique on the page. Without `chosen` the first tab is selected. */
export function CodeTabs(props: {
  name: string;
  label: string;
  tabs: readonly CodeTab[];
  chosen?: string;
  head?: ReactNode;
  foot?: ReactNode;
}) {
  const { name, label, tabs, head, foot } = props;
  const chosen = props.chosen ?? tabs[0]?.id;
  return (
    <div className="code-tabs">
      {head === undefined ? null : <div className="code-head">{head}</div>}
      <fieldset className="contents">
        <legend className="sr-only">{label}</legend>
        {tabs.map(({ id, title, content }) => (
          <Fragment key={id}>
            <input
              type="radio"
              id={`${name}-${id}`}
              name={name}
              defaultChecked={id === chosen}
              className="code-tab sr-only"
            />
            <label htmlFor={`${name}-${id}`}>{title}</label> <div className="code-part">{content}</div>
          </Fragment>
        ))}
      </fieldset>
      {foot === undefined ? null : <div className="code-foot">{foot}</div>}
    </div>
  );
}
