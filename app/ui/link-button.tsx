// Links in text, links that look like buttons, and buttons that submit a form.
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

/** Renders a link outside of a sentence. It is high enough to be touched. */
export function TouchLink({ to, ...others }: { to: string; children: ReactNode; id?: string }) {
  return <a {...others} href={to} className="link inline-flex min-h-8 items-center" />;
}

export function SubmitButton(props: {
  kind?: "main" | "quiet" | "danger";
  className?: string;
  children: ReactNode;
}) {
  const classes = ["button", `button-${props.kind ?? "main"}`, props.className ?? []].flat();
  return (
    <button type="submit" className={classes.join(" ")}>
      {props.children}
    </button>
  );
}
