// Links in text, and links that look like buttons.
import type { ReactNode } from "react";

/** Renders a link that looks like a button, in two variants. A page should have at most one main button. */
export function LinkButton(props: {
  to: string;
  kind?: "main" | "quiet";
  children: ReactNode;
  className?: string;
}) {
  return (
    <a
      href={props.to}
      className={`button ${props.kind === "quiet" ? "button-quiet" : "button-main"} ${props.className ?? ""}`}
    >
      {props.children}{" "}
    </a>
  );
}

export function TextLink(props: { to: string; children: ReactNode }) {
  return (
    <a href={props.to} className="link">
      {props.children}
    </a>
  );
}
