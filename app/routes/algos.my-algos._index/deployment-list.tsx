// Deployments as a table: name, state, capital, today's and the whole result, and the quickest way to stop.
import { ModeMark, Result, StateMark } from "../../account/deployment-parts.tsx";
import { deploymentPath, VERB_PATHS, VERB_WORDS } from "../../account/deployment-words.ts";
import { Amount } from "../../ui/amount.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import type { Deployment } from "../../wire/deployment.ts";
import type { Verb } from "../../wire/deployment-states.ts";

/** The one that a reader in a hurry needs: stop what runs, confirm what waits, resume what is paused. */
const QUICK: readonly Verb[] = ["stop"];

export function DeploymentList(props: { title: string; items: readonly Deployment[]; empty: string }) {
  const { items } = props;
  const id = `list-${props.title.toLowerCase()}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {props.title}
      </h2>
      {items.length === 0 ? (
        <p className="mt-3 text-ink-muted">{props.empty}</p>
      ) : (
        <TableScroll label={`${props.title}, table`} className="mt-3">
          <table className="table">
            <caption className="sr-only">{props.title}</caption>
            <thead>
              <tr>
                <th scope="col">Algo</th>
                <th scope="col">State</th>
                <th scope="col" className="number">
                  Capital
                </th>
                <th scope="col" className="number">
                  Today
                </th>
                <th scope="col" className="number">
                  In all
                </th>
                <th scope="col">
                  <span className="sr-only">Next</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((deployment) => (
                <tr key={deployment.id}>
                  <th scope="row">
                    <a href={deploymentPath(deployment.id)} className="link">
                      {deployment.strategyName}
                    </a>{" "}
                    <ModeMark mode={deployment.terms.mode} />
                    {deployment.newVersion === null ? null : (
                      <span className="block text-sm font-normal text-warn">
                        Version {deployment.newVersion} waits for consent
                      </span>
                    )}
                  </th>
                  <td>
                    <StateMark state={deployment.state} />
                  </td>
                  <td className="number">
                    <Amount rupees={deployment.capitalRupees} />
                  </td>
                  <td className="number">
                    {deployment.result === null ? (
                      <span className="text-ink-muted">no trade yet</span>
                    ) : (
                      <Result paise={deployment.result.dayPaise} />
                    )}
                  </td>
                  <td className="number">
                    {deployment.result === null ? null : <Result paise={deployment.result.totalPaise} />}
                  </td>
                  <td className="whitespace-nowrap">
                    {deployment.basket === null ? null : (
                      <a href={`${deploymentPath(deployment.id)}/order-window`} className="link">
                        Confirm<span className="sr-only"> {deployment.strategyName}</span>
                      </a>
                    )}
                    {QUICK.filter((verb) => deployment.nextActions.includes(verb)).map((verb) => (
                      <a
                        key={verb}
                        href={`${deploymentPath(deployment.id)}/${VERB_PATHS[verb]}`}
                        className="link"
                      >
                        {VERB_WORDS[verb].button}
                        <span className="sr-only"> {deployment.strategyName}</span>
                      </a>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </section>
  );
}
