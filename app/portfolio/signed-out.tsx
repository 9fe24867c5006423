// An account page for a signed-out user: the purpose of the page, and ways to continue.
import { UserRound } from "../ui/icons.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { signedOutText as text } from "./text.ts";

export function SignedOut(props: { title: string; sentence: string; action: string; returnTo: string }) {
  return (
    <>
      <PageHeader title={props.title} />
      <section aria-label={props.title} className="panel empty-state">
        <UserRound className="size-10 stroke-[1.5] text-ink-muted" />
        <p>{props.sentence}</p>
        <p className="flex flex-wrap justify-center gap-3">
          <LinkButton to={`/login?${new URLSearchParams({ to: props.returnTo })}`}>{props.action}</LinkButton>{" "}
          <LinkButton to="/algos/find" kind="quiet">
            {text.findAnAlgo}
          </LinkButton>
        </p>
      </section>
    </>
  );
}
