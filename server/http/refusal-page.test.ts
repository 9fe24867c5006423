// The page that a browser gets for a refused request.
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { Refusal } from "./refusal.ts";
import { refusalPage } from "./refusal-page.ts";

const FRAME = {
  brandName: "Meridian",
  language: "hi-IN",
  styleHref: "/assets/app-1.css",
  theme: "dark",
} as const;
const page = (status: number, method: string, target: string, words = "Why.") =>
  parse(refusalPage(new Refusal(status, words), { method, target }, FRAME));

describe("the page of a refusal", () => {
  it.each([
    [400, "The request was not accepted"],
    [404, "Page not found"],
    [413, "The form is too large"],
    [429, "Too many requests"],
    [500, "Something went wrong"],
    [502, "Something went wrong"],
    [503, "Temporarily unavailable"],
  ])("%i: %s", (status, title) => {
    const html = page(status, "GET", "/algos");
    expect(html.querySelector("h1")?.text).toBe(title);
    expect(html.querySelector("title")?.text).toBe(`${title} · Meridian`);
    expect(html.querySelector("html")?.getAttribute("data-theme")).toBe("dark");
    expect(html.querySelector("main")?.text).toContain("Why.");
    expect(html.querySelectorAll("script")).toHaveLength(0);
  });

  it("declares the brand's language, and English for its own sentences", () => {
    const html = page(404, "GET", "/a");
    expect(html.querySelector("html")?.getAttribute("lang")).toBe("hi-IN");
    expect(html.querySelector("body")?.getAttribute("lang")).toBe("en");
  });

  const waysOf = (html: ReturnType<typeof page>) =>
    html.querySelectorAll("main a").map((link) => [link.text, link.getAttribute("href")].join(" "));

  it("offers a retry only for temporary faults of GET requests", () => {
    expect(waysOf(page(503, "GET", "/algos?risk=low"))).toEqual([
      "Try again /algos?risk=low",
      "Home /",
      "Status /status",
      "Support /support",
    ]);
    expect(waysOf(page(413, "GET", "/algos"))).not.toContainEqual(expect.stringContaining("Try again"));
    expect(waysOf(page(503, "POST", "/algos"))).not.toContainEqual(expect.stringContaining("Try again"));
    expect(waysOf(page(429, "GET", "//evil.example/x"))[0]).toBe("Try again /");
  });

  it("states that a refused form changed nothing, except after a fault of the site", () => {
    expect(page(413, "POST", "/support").text).toContain("Nothing was changed.");
    expect(page(500, "POST", "/support").text).not.toContain("Nothing was changed.");
    expect(page(404, "GET", "/support").text).not.toContain("Nothing was changed.");
  });

  it("escapes its text", () => {
    expect(
      refusalPage(
        new Refusal(400, "<script>alert(1)</script>"),
        { method: "GET", target: '/"><script>' },
        FRAME,
      ),
    ).not.toContain("<script");
  });
});
