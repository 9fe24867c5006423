// Changes capital and risk limits of a running deployment. The former consent is preserved. The text in its place states
// the changes, and whether no consent was needed. The difference is also written to the audit trail. Open positions keep
// their size, and later ones use the new terms.

import type { Basket, DeploymentTerms, Guards } from "../../../../app/contract/base-api/deployment.ts";
import type { BasketRequest, TermsChange } from "../../../../app/contract/base-api/portfolio.ts";
import { addsRisk } from "../../../../app/domain/adds-risk.ts";
import { isRunning } from "../../../../app/domain/deployment-states.ts";
import { sha256 } from "../../../crypto/sha256.ts";
import { type Broker, liveAccount, OPENING_BALANCE_PAISE } from "../../broker/broker.ts";
import { Conflict } from "../../refusal.ts";
import { rupeesText } from "../../rupees.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { readStrategy } from "../catalogue/strategy-rows.ts";
import { deploymentAccount } from "./deployment-orders.ts";
import {
  buildRequestedRow,
  type DeploymentRow,
  type DeploymentRows,
  parseConsent,
  parseTerms,
  type StoredConsent,
} from "./deployment-rows.ts";
import type { Deployments } from "./deployments.ts";

type Parts = { db: SandboxDatabase; broker: Broker; rows: DeploymentRows; deployments: Deployments };

export class TermChanges {
  readonly #options: Parts;

  constructor(options: Parts) {
    this.#options = options;
  }

  /**
   * Returns the margin and charges under the new terms at current prices. Null when this version of the algo does not
   * exist.
   */
  preview(clientId: string, request: BasketRequest): Basket | null {
    const { db, broker, deployments } = this.#options;
    const strategy = readStrategy(db, request.strategyId);
    if (strategy === null || strategy.version !== request.version) return null;
    broker.openAccount(liveAccount(clientId), OPENING_BALANCE_PAISE);
    const row = buildRequestedRow(clientId, strategy, request.terms, broker.now());
    const basket = deployments.basketOf(row, strategy);
    return request.terms.mode === "paper" ? { ...basket, availablePaise: row.capital_rupees * 100 } : basket;
  }

  /**
   * Changes the terms. Returns false when the client has no such deployment. Throws Conflict when the deployment cannot
   * be changed in its state.
   */
  change(clientId: string, id: string, termsChange: TermsChange): boolean {
    const { db, broker, rows } = this.#options;
    return broker.run(() => {
      const row = rows.find(clientId, id);
      if (row === undefined) return false;
      const before = parseTerms(row);
      const terms: DeploymentTerms = {
        ...before,
        multiplier: termsChange.multiplier,
        guards: termsChange.guards,
      };
      const difference = termsDifference(before, terms, row.capital_rupees / before.multiplier);
      if (difference === null) return true;
      if (!isRunning(row.state))
        throw new Conflict("This deployment has ended and can no longer be changed.");
      if (row.state === "exiting")
        throw new Conflict("Its positions are being closed. Change it after that.");
      // The positions of a deployment that awaits consent are still managed, so its risk can be reduced.
      if (row.new_version !== null && addsRisk(before, terms))
        throw new Conflict(`Version ${row.new_version} needs your consent first.`);
      const capital = (row.capital_rupees / before.multiplier) * termsChange.multiplier;
      this.#adjustCapital(row, capital - row.capital_rupees);
      const former = parseConsent(row);
      const consent: StoredConsent = {
        ...former,
        text: termsChange.consent.text,
        textVersion: termsChange.consent.textVersion,
        sha256: sha256(termsChange.consent.text),
        acceptedAt: broker.now(),
      };
      storeFormerConsent(db, row, broker.now());
      db.prepare("UPDATE deployments SET terms = ?, capital_rupees = ?, consent = ? WHERE id = ?").run(
        JSON.stringify(terms),
        capital,
        JSON.stringify(consent),
        id,
      );
      rows.record(row, "terms_changed", "trader", difference);
      return true;
    });
  }

  /** Covers additional capital from a live account's available margin, or adds paper funds. Pays back a reduction. */
  #adjustCapital(row: DeploymentRow, moreRupees: number): void {
    const { broker } = this.#options;
    if (row.mode === "paper") {
      if (moreRupees !== 0) broker.addFunds(deploymentAccount(row), moreRupees * 100, broker.now());
      return;
    }
    if (moreRupees <= 0) return;
    if (broker.isKilled(row.client_id))
      throw new Conflict("The kill switch is on: capital can be lowered, not raised.");
    const { availablePaise } = broker.funds(deploymentAccount(row));
    if (availablePaise < moreRupees * 100)
      throw new Conflict(
        `${rupeesText(moreRupees)} more capital is required and ${rupeesText(Math.max(0, Math.floor(availablePaise / 100)))} is available: ${rupeesText(Math.ceil(moreRupees - availablePaise / 100))} short.`,
      );
  }
}

/** Preserves the consent that is about to be replaced. */
export function storeFormerConsent(db: SandboxDatabase, row: DeploymentRow, until: number): void {
  db.prepare("INSERT INTO former_consents (deployment_id, document, until) VALUES (?, ?, ?)").run(
    row.id,
    row.consent,
    until,
  );
}

/** Describes the difference for the audit trail; null when there is none. */
function termsDifference(before: DeploymentTerms, after: DeploymentTerms, unitRupees: number): string | null {
  const sum = (value: number | null) => (value === null ? "none" : rupeesText(value));
  const parts: string[] = [];
  if (before.multiplier !== after.multiplier)
    parts.push(
      `capital ${rupeesText(before.multiplier * unitRupees)} to ${rupeesText(after.multiplier * unitRupees)}`,
    );
  const limits: [keyof Guards, string, (value: number | null) => string][] = [
    ["lossPerDayRupees", "daily loss limit", sum],
    ["lossInAllRupees", "max loss", sum],
    ["tradesPerDay", "max trades a day", (value) => String(value ?? "none")],
  ];
  for (const [name, label, write] of limits)
    if (before.guards[name] !== after.guards[name])
      parts.push(`${label} ${write(before.guards[name])} to ${write(after.guards[name])}`);
  return parts.length === 0 ? null : `Changed: ${parts.join("; ")}.`;
}
