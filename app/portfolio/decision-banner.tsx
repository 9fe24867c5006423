// A message across the page about something that only the client can decide, with a link to the place of the decision.
import { TriangleAlert } from "../ui/icons.tsx";
import { TextLink } from "../ui/link-button.tsx";
import type { Decision } from "./decisions.ts";

export function DecisionBanner({ to, message, action }: Decision) {
  return (
    <p className="banner banner-warn">
      <TriangleAlert />
      <span className="min-w-0 grow basis-48">{message}</span> <TextLink to={to}>{action}</TextLink>
    </p>
  );
}
