import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { createScriptMark, securityHeaders, unmarkPage } from "./security-headers.ts";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

it("allows marked scripts by hash and takes the marks out", () => {
  const mark = createScriptMark();
  const { html, policy } = unmarkPage(
    `<script nonce="${mark}">a()</script><script nonce="${mark}" src="/x.js"></script>`,
    mark,
    false,
  );
  expect(html).toBe('<script>a()</script><script src="/x.js"></script>');
  expect(policy).toContain(`script-src 'self' ${hash("a()")};`);
});

it("does not allow a script that somebody injected, with or without a mark of their own", () => {
  const mark = createScriptMark();
  const injected = `<script>evil()</script><script nonce="guess">evil2()</script>`;
  const { policy } = unmarkPage(`<script nonce="${mark}">a()</script>${injected}`, mark, false);
  expect(policy).not.toContain(hash("evil()"));
  expect(policy).not.toContain(hash("evil2()"));
  expect(unmarkPage(injected, mark, false).policy).toContain("script-src 'none'");
});

it("tells browsers to come by https as firmly as the operator asked, and no firmer", () => {
  const said = (hsts: Parameters<typeof securityHeaders>[0]) =>
    securityHeaders(hsts)["Strict-Transport-Security"];
  expect(said("none")).toBeUndefined();
  expect(said("year")).toBe("max-age=31536000");
  expect(said("subdomains")).toBe("max-age=63072000; includeSubDomains");
  expect(said("preload")).toBe("max-age=63072000; includeSubDomains; preload");
});
