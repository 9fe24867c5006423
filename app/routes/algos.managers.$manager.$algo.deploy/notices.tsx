// Header of the deployment pages, and notices about conditions that prevent a deployment.
import type { ReactNode } from "react";
import type { Strategy } from "../../contract/base-api/strategy.ts";
import { RiskMark } from "../../evidence/risk-mark.tsx";
import { formatRupees } from "../../format/rupees.ts";
import { DecisionBanner } from "../../portfolio/decision-banner.tsx";
import { deploymentPath } from "../../portfolio/deployment-texts.ts";
import { TriangleAlert } from "../../ui/icons.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Monogram } from "../../ui/monogram.tsx";
import { StrategyGlyph, selectGlyph } from "../../ui/strategy-glyph.tsx";
import { pageText as text } from "./text.ts";

type Data = {
  strategy: Pick<
    Strategy,
    "name" | "risk" | "status" | "minAmountRupees" | "structure" | "tags" | "product" | "instrument"
  > & { manager: { name: string } };
  living: { id: string; mode: "paper" | "live" }[];
  readerRupees: number;
  isOpen: boolean;
  isKilled: boolean;
  similar: readonly unknown[];
  /** Deployment that already trades in the mode of the terms. */
  running: { id: string; mode: "paper" | "live" } | null;
};

/** Shows the two steps only for a live deployment, because a paper deployment starts after its first step. */
export function DeployHeader({ strategy, isReview }: { strategy: Data["strategy"]; isReview: boolean }) {
  return (
    <header className="page-header">
      <div className="flex min-w-0 items-center gap-4">
        <StrategyGlyph kind={selectGlyph(strategy)} size="large" />
        <div className="min-w-0">
          <h1>{text.titleOf(strategy.name)}</h1>
          <p className="page-header-lead flex flex-wrap items-center gap-2">
            <RiskMark risk={strategy.risk} /> <Monogram name={strategy.manager.name} />{" "}
            {isReview ? null : strategy.manager.name}
          </p>
        </div>
      </div>
      <ol className={isReview ? "deploy-steps" : "deploy-steps deploy-steps-live"}>
        {[text.stepOne, text.stepTwo].map((step, index) => (
          <li key={step} aria-current={index === (isReview ? 1 : 0) ? "step" : undefined}>
            {step}
          </li>
        ))}
      </ol>
    </header>
  );
}

/**
 * States the required amount and links to algos within the user's amount. It is also shown if the link to the form named
 * a sufficient amount, because the user's stored amount is still too small.
 */
export function AmountTooSmall(props: { strategy: Data["strategy"]; amountRupees: number }) {
  const { strategy, amountRupees } = props;
  if (amountRupees >= strategy.minAmountRupees) return null;
  return (
    <DecisionBanner
      message={text.needs({
        needed: formatRupees(strategy.minAmountRupees),
        amount: formatRupees(amountRupees),
      })}
      action={text.whatFits(formatRupees(amountRupees))}
      to={`/algos/find?amount=${amountRupees}`}
    />
  );
}

/** Links to the deployments of the algo that have not ended. */
export function RunsAlready({ living }: Pick<Data, "living">) {
  return living.map(({ id, mode }) => <DecisionBanner key={id} {...runsAlready({ id, mode })} />);
}

const runsAlready = ({ id, mode }: Data["living"][number]) => ({
  message: text.youHaveItAlready(mode === "live" ? text.live : text.onPaper),
  action: text.seeThatDeployment,
  to: deploymentPath(id),
});

/** Replaces the form: the reason that prevents the deployment, what to do instead, and similar algos. */
export function Blocked(props: { data: Data; path: string; children: ReactNode }) {
  const { data } = props;
  const { strategy, running } = data;
  const fits = text.whatFits(formatRupees(data.readerRupees));
  const { message, action, to } = !data.isOpen
    ? { message: text.cannotBeDeployed, action: fits, to: `/algos/find?amount=${data.readerRupees}` }
    : data.isKilled || running === null
      ? {
          message: text.killSwitchIsOn,
          action: text.lookAtTheKillSwitch,
          to: "/algos/my-algos/kill-switch",
        }
      : runsAlready(running);
  return (
    <div className={data.similar.length === 0 ? "" : "split"}>
      <section className="panel empty-state">
        <TriangleAlert />
        <h2 className="panel-title">{message}</h2>
        {data.isOpen ? null : <p>{strategy.status.reason ?? text.notOpenHere}</p>}
        <p className="flex flex-wrap justify-center gap-3">
          <LinkButton to={to}>{action}</LinkButton>{" "}
          <LinkButton to={props.path} kind="quiet">
            {text.backToTheAlgo}
          </LinkButton>
        </p>
      </section>
      {props.children}
    </div>
  );
}
