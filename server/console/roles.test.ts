import { describe, expect, it } from "vitest";
import { ACTIONS } from "./actions.ts";
import { html } from "./html.ts";
import { findRole, mayUse, ROLES, SECTIONS } from "./roles.ts";

describe("operator roles", () => {
  it("give an operator the highest role that any of their groups grants", () => {
    expect(findRole(["viewer", "support"], null)).toBe("support");
    expect(findRole(["staff"], null)).toBeNull();
    expect(findRole(["ops-leads", "staff"], { "ops-leads": "admin", staff: "viewer" })).toBe("admin");
  });

  it("are granted only to the configured groups if the site configures any", () => {
    expect(findRole(["admin"], { "ops-leads": "admin" })).toBeNull();
    expect(findRole(["constructor", "__proto__"], { "ops-leads": "admin" })).toBeNull();
  });

  it("let admins use all sections, support six, and viewers no actions", () => {
    for (const section of SECTIONS) {
      expect(mayUse("admin", section)).toBe(true);
      if (ACTIONS[section] !== undefined) expect(mayUse("viewer", section), section).toBe(false);
    }
    expect(SECTIONS.filter((section) => mayUse("support", section))).toEqual([
      "overview",
      "brand",
      "inbox",
      "enquiries",
      "sessions",
      "incidents",
    ]);
    expect(ROLES).toHaveLength(4);
  });
});

describe("the console's HTML", () => {
  it("escapes inserted values, but not the HTML of nested templates", () => {
    const bad = `"><script>alert(1)</script>`;
    const { text } = html`<a title="${bad}">${[html`<b>${bad}</b>`]}</a>`;
    expect(text).not.toContain("<script>");
    expect(text.match(/<b>/g)).toHaveLength(1);
    expect(text).not.toContain('title=""');
  });
});
