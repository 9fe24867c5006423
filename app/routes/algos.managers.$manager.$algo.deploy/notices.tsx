// Header of both steps of deploying, and notices about what prevents a deployment.
import type { Strategy } from "../../contract/base-api/strategy.ts";
import { RiskMark } from "../../evidence/risk-mark.tsx";
import { formatRupees } from "../../format/rupees.ts";
import { deploymentPath } from "../../portfolio/deployment-words.ts";
import { filled } from "../../ui/filled.tsx";
import { Monogram } from "../../ui/monogram.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageText as text } from "./text.ts";

type Data = {
  strategy: Pick<Strategy, "name" | "risk" | "status" | "minAmountRupees"> & { manager: { name: string } };
  living: { id: string; mode: "paper" | "live" }[];
  isOpen: boolean;
  isKilled: boolean;
};

export function DeployHeader({ strategy, isReview }: { strategy: Data["strategy"]; isReview: boolean }) {
  return (
    <PageHeader
      title={text.titleOf(strategy.name)}
      lead={
        <span className="flex flex-wrap items-center gap-2">
          <RiskMark risk={strategy.risk} /> <Monogram name={strategy.manager.name} />{" "}
          {isReview ? null : strategy.manager.name}
        </span>
      }
    >
      {isReview ? (
        <ol className="deploy-steps">
          {[text.stepOne, text.stepTwo].map((step, index) => (
            <li key={step} aria-current={index === 1 ? "step" : undefined}>
              {step}
            </li>
          ))}
        </ol>
      ) : null}
    </PageHeader>
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
          <a href={`/algos/find?amount=${amountRupees}`} className="link">
            {text.whatFits(formatRupees(amountRupees))}
          </a>
        </p>
      </Notice>
    </div>
  );
}

/** Renders what prevents a deployment, and existing deployments. */
export function InTheWay({ data }: { data: Data }) {
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
              <a href="/algos/my-algos/kill-switch" className="link">
                {text.lookAtTheKillSwitch}
              </a>
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
                link: (
                  <a href={deploymentPath(id)} className="link">
                    {text.seeThatDeployment}
                  </a>
                ),
              })}
            </p>
          </Notice>
        </div>
      ))}
    </>
  );
}
