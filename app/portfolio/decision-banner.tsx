// Full-width message about a decision that only the client can make, with a link to the page where they make it.
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
