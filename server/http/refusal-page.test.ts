// The page that a browser gets for a refused request.
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { readTexts, SECOND_BRAND } from "../../tests/support/brand-texts.ts";
import { refusalTexts } from "../brands/refusal-texts.ts";
import { Refusal } from "./refusal.ts";
import { refusalPage } from "./refusal-page.ts";

const FRAME = {
  brandName: "Meridian",
  language: "hi-IN",
  styleHref: "/assets/app-1.css",
  theme: "dark",
  texts: refusalTexts({}),
} as const;
const page = (status: number, method: string, target: string, words = "Why.") =>
  parse(refusalPage(new Refusal(status, words), { method, target }, FRAME));

describe("the error page of a refused request", () => {
  it.each([
    [400, "The request was not accepted"],
    [404, "Page not found"],
    [413, "The form is too large"],
    [429, "Too many requests"],
    [500, "Something went wrong"],
    [502, "Something went wrong"],
    [503, "Temporarily unavailable"],
  ])('shows the reason for status %i under the title "%s"', (status, title) => {
    const html = page(status, "GET", "/algos");
    expect(html.querySelector("h1")?.text).toBe(title);
    expect(html.querySelector("title")?.text).toBe(`${title} · Meridian`);
    expect(html.querySelector("html")?.getAttribute("data-theme")).toBe("dark");
    expect(html.querySelector("main")?.text).toContain("Why.");
    expect(html.querySelectorAll("script")).toHaveLength(0);
  });

  it("is in the brand's language, while API clients receive English text", () => {
    const refusal = new Refusal(414, (text) => text.addressTooLong(8_192));
    const texts = refusalTexts(readTexts(SECOND_BRAND));
    const html = parse(refusalPage(refusal, { method: "GET", target: "/a" }, { ...FRAME, texts }));
    expect(html.querySelector("[lang]")?.getAttribute("lang")).toBe("hi-IN");
    expect(html.querySelectorAll("[lang]")).toHaveLength(1);
    expect(html.querySelector("h1")?.text).toBe("पता बहुत लंबा है");
    expect(html.querySelector("main p")?.text).toBe("पता बहुत लंबा है। सीमा 8,192 बाइट है।");
    expect(html.querySelectorAll("main a").map((link) => link.text)).toEqual(["मुखपृष्ठ", "स्थिति", "सहायता"]);
    expect(refusal.message).toBe("The address is too long. The limit is 8192 bytes.");
  });

  const linksOf = (html: ReturnType<typeof page>) =>
    html.querySelectorAll("main a").map((link) => [link.text, link.getAttribute("href")].join(" "));

  it("offers a retry only for temporary faults of GET requests", () => {
    expect(linksOf(page(503, "GET", "/algos?risk=low"))).toEqual([
      "Try again /algos?risk=low",
      "Home /",
      "Status /status",
      "Support /support",
    ]);
    expect(linksOf(page(413, "GET", "/algos"))).not.toContainEqual(expect.stringContaining("Try again"));
    expect(linksOf(page(503, "POST", "/algos"))).not.toContainEqual(expect.stringContaining("Try again"));
    expect(linksOf(page(429, "GET", "//evil.example/x"))[0]).toBe("Try again /");
  });

  it("states that a refused form changed nothing, except after a server error", () => {
    expect(page(413, "POST", "/support").text).toContain("Nothing was changed.");
    expect(page(500, "POST", "/support").text).not.toContain("Nothing was changed.");
    expect(page(404, "GET", "/support").text).not.toContain("Nothing was changed.");
  });

  it("escapes the reason and the requested address", () => {
    expect(
      refusalPage(
        new Refusal(400, "<script>alert(1)</script>"),
        { method: "GET", target: '/"><script>' },
        FRAME,
      ),
    ).not.toContain("<script");
  });
});
