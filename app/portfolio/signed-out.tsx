// An account page for a signed-out user: the purpose of the page, and ways to continue.
import { UserRound } from "../ui/icons.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { signedOutText as text } from "./text.ts";

export function SignedOut(props: { title: string; sentence: string; action: string; returnTo: string }) {
  return (
    <div className="max-w-2xl py-10">
      <UserRound className="size-10 stroke-[1.5] text-ink-muted" />
      <h1 className="mt-4 text-2xl sm:text-3xl">{props.title}</h1>
      <p className="mt-3 text-lg text-ink-muted">{props.sentence}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <LinkButton to={`/login?${new URLSearchParams({ to: props.returnTo })}`}>{props.action}</LinkButton>{" "}
        <LinkButton to="/algos/find" kind="quiet">
          {text.findAnAlgo}
        </LinkButton>
      </p>
    </div>
  );
}
