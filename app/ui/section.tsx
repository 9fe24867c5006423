// Sections that their headings label.
import type { ReactNode } from "react";

type Props = { id: string; title: ReactNode; className?: string; children: ReactNode };

export function Section({
  id,
  title,
  titleClass = "text-xl",
  className,
  children,
}: Props & { titleClass?: string }) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={titleClass}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Panel({ id, title, className, children }: Props) {
  return (
    <section
      aria-labelledby={id}
      className={`panel panel-body${className === undefined ? "" : ` ${className}`}`}
    >
      <h2 id={id} className="panel-title">
        {title}
      </h2>
      {children}
    </section>
  );
}
