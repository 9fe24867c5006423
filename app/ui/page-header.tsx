// The top of a page below the breadcrumbs: one h1, one sentence, and the page's actions.
import type { ReactNode } from "react";

export function PageHeader(props: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <header className="pt-3 pb-5 sm:pt-6 sm:pb-8">
      <h1 className="max-w-[24ch] text-2xl sm:text-3xl">{props.title}</h1>
      {props.lead === undefined ? null : (
        <p className="mt-2 max-w-[65ch] text-ink-muted sm:mt-3 sm:text-lg">{props.lead}</p>
      )}
      {props.children}
    </header>
  );
}
