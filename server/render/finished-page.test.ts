import { expect, it } from "vitest";
import { pagePolicy } from "./finished-page.ts";

const scriptsOf = (policy: string) => /script-src ([^;]*)/.exec(policy)?.[1];

it("the content security policy allows the site's script files, no inline scripts", () => {
  const policyOf = (hasScripts: boolean) =>
    pagePolicy({ isDevelopment: false, formOrigins: ["https://orders.example"] }, hasScripts);
  expect(scriptsOf(policyOf(true))).toBe("'self'");
  expect(scriptsOf(policyOf(false))).toBe("'none'");
  for (const policy of [policyOf(true), policyOf(false)]) {
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain("form-action 'self' https://orders.example;");
  }
});

it("the content security policy allows inline scripts in development", () => {
  const policy = pagePolicy({ isDevelopment: true, formOrigins: [] }, false);
  expect(scriptsOf(policy)).toBe("'self' 'unsafe-inline'");
});
