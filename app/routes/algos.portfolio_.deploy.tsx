// Deploys the algos of a joint portfolio one after another: each one has its own form with its amount, and its own
// consent. The page shows which algos the user has deployed already.
import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { isEnded } from "../domain/deployment-states.ts";
import { formatRupees } from "../format/rupees.ts";
import { jointCookie } from "../marketplace/joint-deploy.ts";
import { chosenAlgo, loadChosen } from "../marketplace/load-portfolio.ts";
import { portfolioPath } from "../marketplace/strategy-path.ts";
import { deployAllText as text } from "../marketplace/text.ts";
import { deploymentPath, MODE_LABELS } from "../portfolio/deployment-texts.ts";
import { requireAccount, runSignedIn } from "../portfolio/require-account.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { Fact } from "../ui/figure.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { clientMeta } from "../ui/page-meta.ts";

export const handle: PageHandle = { query: ["id", "lots"], styles: "records" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const here = `${url.pathname}${url.search}`;
  const { account } = requireAccount(context, here);
  return runSignedIn(context, here, async () => {
    const [{ strategies, amount, portfolio, ...chosen }, { items }] = await Promise.all([
      loadChosen(context, url.searchParams),
      account.listDeployments(),
    ]);
    if (strategies.length === 0) throw redirect(portfolioPath([]));
    const lots = portfolio?.lots ?? chosen.lots ?? strategies.map(() => 1);
    const algos = strategies.map((strategy, index) => {
      const living = items.find(({ strategyId, state }) => strategyId === strategy.id && !isEnded(state));
      return {
        ...chosenAlgo(strategy),
        lots: lots[index] ?? 1,
        living: living === undefined ? null : { id: living.id, mode: living.terms.mode },
      };
    });
    const isDone = algos.every(({ living, isOpen }) => living !== null || !isOpen);
    const ids = algos.map(({ id }) => id);
    return json(
      { algos, amount, joint: portfolioPath(ids, lots) },
      { headers: { "Set-Cookie": jointCookie(isDone ? [] : ids, lots, context.publicOrigin) } },
    );
  });
}

export const meta = clientMeta<typeof loader>(text, () => text.title);

export default function DeployAll() {
  const { algos, amount, joint } = useLoaderData<typeof loader>();
  // An algo that is closed and not deployed cannot use money.
  const needed = algos
    .filter(({ living, isOpen }) => living !== null || isOpen)
    .reduce((sum, { lots, minAmountRupees }) => sum + lots * minAmountRupees, 0);
  const next = algos.findIndex(({ living, isOpen }) => living === null && isOpen);
  const done = algos.every(({ living }) => living !== null) ? text.done : text.noOtherOpen;
  return (
    <>
      <Breadcrumbs crumbs={[{ title: text.joint, path: joint }]} here={text.title} />
      <PageHeader title={text.title} lead={next < 0 ? done : text.lead}>
        {next < 0 ? <LinkButton to="/algos/my-algos">{text.portfolio}</LinkButton> : null}
      </PageHeader>
      <section aria-label={text.title} className="panel max-w-3xl">
        <ol>
          {algos.map((algo, index) => (
            <AlgoStep key={algo.id} algo={algo} part={index + 1} isNext={index === next} />
          ))}
        </ol>
        <dl className="facts rounded-b-md border-t border-line bg-surface-sunken px-4 py-2 md:px-6">
          <Fact label={text.needed} valueClass={needed > amount ? "text-loss" : ""}>
            {formatRupees(needed)}
          </Fact>
          <Fact label={text.myAmount}>{formatRupees(amount)}</Fact>
        </dl>
      </section>
    </>
  );
}

type Algo = ReturnType<typeof useLoaderData<typeof loader>>["algos"][number];

function AlgoStep({ algo, part, isNext }: { algo: Algo; part: number; isNext: boolean }) {
  const { name, path, lots, minAmountRupees, living } = algo;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 md:px-6">
      <div className="min-w-0">
        <a href={path} className="font-semibold no-underline hover:underline">
          <span className="share-key" data-part={part} />
          {name}
        </a>
        <p className="text-sm text-ink-muted">
          {text.amountOf({ amount: formatRupees(lots * minAmountRupees), lots })}
        </p>
      </div>
      {living !== null ? (
        <a href={deploymentPath(living.id)} className="link inline-flex min-h-11 items-center">
          {text.deployed(MODE_LABELS[living.mode])}
          <span className="sr-only"> {name}</span>
        </a>
      ) : algo.isOpen ? (
        <LinkButton
          to={`${path}/deploy?amount=${lots * minAmountRupees}`}
          {...(isNext ? {} : { kind: "quiet" as const })}
        >
          <span>
            {text.deploy}
            <span className="sr-only"> {name}</span>
          </span>
        </LinkButton>
      ) : (
        <span className="text-sm text-ink-muted">{text.notOpen}</span>
      )}
    </li>
  );
}
