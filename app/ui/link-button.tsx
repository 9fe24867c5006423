// Links that look like buttons, in two variants. A page should have at most one main button.
import type { ReactNode } from "react";

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
