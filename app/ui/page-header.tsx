// Header of a page below the breadcrumbs: the h1, a line below it, and the page's actions on the right.
import type { ReactNode } from "react";

export function PageHeader(props: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <header className="page-header">
      <div className="min-w-0">
        <h1>{props.title}</h1>
        {props.lead === undefined ? null : <p className="page-header-lead max-w-[75ch]">{props.lead}</p>}
      </div>
      {props.children}
    </header>
  );
}
