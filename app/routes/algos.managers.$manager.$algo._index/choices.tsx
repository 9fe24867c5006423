// A row of links of which one is where the reader is.
import { Fragment } from "react";

export function Choices(props: { label: string; items: { title: string; to: string; isHere: boolean }[] }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span className="text-ink-muted">{props.label}</span>{" "}
      {props.items.map((item) => (
        <Fragment key={item.title}>
          <a
            href={item.to}
            aria-current={item.isHere ? "true" : undefined}
            className="link inline-flex min-h-8 items-center aria-[current]:font-semibold aria-[current]:no-underline"
          >
            {item.title}
          </a>{" "}
        </Fragment>
      ))}
    </span>
  );
}
