// Form of the account's fault rules: adds a rule, or removes one or all.
import { faultsText as text } from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import type { FaultRule } from "../../../../app/contract/trading-api/faults.ts";
import { ApiFault } from "../trading-api/fault.ts";
import { faultsByField, faultsPage, type RefusedRule, readRuleForm } from "./faults-page.ts";
import { HOME, type Outcome, type Submission } from "./portal-context.ts";

export function faultsForm({ own, account, fields, page }: Submission): Outcome {
  const accountFaults = own.options.api.laboratory.faults;
  const to = fields.place === "overview" ? HOME : `${HOME}/faults`;
  const present = accountFaults.of(account.id).list();
  const rules = present.map(({ seen: _, struck: __, ...rule }): FaultRule => rule);
  const refuse = (refused: RefusedRule): Outcome => ({
    page: faultsPage(page, present, refused),
    status: 422,
  });
  switch (fields.intent) {
    case "clear":
      accountFaults.set(account.id, []);
      return { to, shown: { words: text.allRemoved } };
    case "remove": {
      accountFaults.set(
        account.id,
        rules.filter((_, index) => String(index + 1) !== fields.number),
      );
      return { to, shown: { words: text.ruleRemoved } };
    }
    default: {
      const rule = readRuleForm(fields);
      if ("faults" in rule) return refuse(rule);
      try {
        accountFaults.set(account.id, [...rules, rule]);
      } catch (fault) {
        if (fault instanceof ApiFault) return refuse({ fields, faults: faultsByField(fault.errors) });
        throw fault;
      }
      return { to, shown: { words: text.isSet(rule.fault) } };
    }
  }
}
