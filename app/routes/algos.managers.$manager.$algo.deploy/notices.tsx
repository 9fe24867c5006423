// Header of the deployment pages, and notices about conditions that prevent a deployment.
import type { Strategy } from "../../contract/base-api/strategy.ts";
import { RiskMark } from "../../evidence/risk-mark.tsx";
import { formatRupees } from "../../format/rupees.ts";
import { deploymentPath } from "../../portfolio/deployment-texts.ts";
import { filled } from "../../ui/filled.tsx";
import { TextLink } from "../../ui/link-button.tsx";
import { Monogram } from "../../ui/monogram.tsx";
import { Notice } from "../../ui/notice.tsx";
import { glyphOf, StrategyGlyph } from "../../ui/strategy-glyph.tsx";
import { pageText as text } from "./text.ts";

type Data = {
  strategy: Pick<
    Strategy,
    "name" | "risk" | "status" | "minAmountRupees" | "structure" | "tags" | "product" | "instrument"
  > & { manager: { name: string } };
  living: { id: string; mode: "paper" | "live" }[];
  isOpen: boolean;
  isKilled: boolean;
};

/** Shows the two steps only for a live deployment, because a paper deployment starts after its first step. */
export function DeployHeader({ strategy, isReview }: { strategy: Data["strategy"]; isReview: boolean }) {
  return (
    <header className="page-header">
      <div className="flex min-w-0 items-center gap-4">
        <StrategyGlyph kind={glyphOf(strategy)} size="large" />
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

/** States the required amount and links to algos within the user's amount. The amount is never raised automatically. */
export function AmountTooSmall(props: { strategy: Data["strategy"]; amountRupees: number }) {
  const { strategy, amountRupees } = props;
  if (amountRupees >= strategy.minAmountRupees) return null;
  return (
    <div className="mb-4">
      <Notice kind="warn" title={text.needs(formatRupees(strategy.minAmountRupees))}>
        <p>
          {text.yourAmount(formatRupees(amountRupees))}{" "}
          <TextLink to={`/algos/find?amount=${amountRupees}`}>
            {text.whatFits(formatRupees(amountRupees))}
          </TextLink>
        </p>
      </Notice>
    </div>
  );
}

/** Renders conditions that prevent a deployment, and links to existing deployments of the algo. */
export function Blockers({ data }: { data: Data }) {
  const { strategy, living } = data;
  return (
    <>
      {data.isOpen ? null : (
        <div className="mb-6 max-w-3xl">
          <Notice kind="warn" title={text.cannotBeDeployed}>
            <p>{strategy.status.reason ?? text.notOpenHere}</p>
          </Notice>
        </div>
      )}
      {data.isKilled ? (
        <div className="mb-6 max-w-3xl">
          <Notice kind="warn" title={text.killSwitchIsOn}>
            <p>
              {text.nothingNewBegins}{" "}
              <TextLink to="/algos/my-algos/kill-switch">{text.lookAtTheKillSwitch}</TextLink>
            </p>
          </Notice>
        </div>
      ) : null}
      {living.map(({ id, mode }) => (
        <div key={id} className="mb-6 max-w-3xl">
          <Notice kind="info">
            <p>
              {text.youHaveItAlready(mode === "live" ? text.live : text.onPaper)}{" "}
              {filled(text.oneOfEach, {
                link: <TextLink to={deploymentPath(id)}>{text.seeThatDeployment}</TextLink>,
              })}
            </p>
          </Notice>
        </div>
      ))}
    </>
  );
}
