// Typical questions, each with the page that must answer it, and questions that must get no answer.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chatMessageSchema } from "../../../../app/contract/base-api/chat.ts";
import { DEFAULT_SITE } from "../../../../app/contract/site/site.ts";
import { readTexts, SECOND_BRAND } from "../../../../tests/support/brand-texts.ts";
import { knowledgeEntries } from "../../../../tests/support/knowledge-entries.ts";
import { buildCatalogue } from "../../algos/catalogue/build-catalogue.ts";
import { selectHelpTexts } from "../../page-texts.ts";
import { createAnswers } from "./answers.ts";

const answer = createAnswers(buildCatalogue());
const ask = (text: string) => answer(text, "S-TEST");

describe("the chat", () => {
  it("answers a Hindi question with the texts of the Hindi brand", () => {
    const { help } = readTexts(SECOND_BRAND);
    const inHindi = createAnswers(buildCatalogue(), selectHelpTexts({ help }));
    const reply = inHindi("किल स्विच क्या करता है?", "S-TEST");
    expect(reply.page).toEqual({ path: "/algos/my-algos/kill-switch", title: "किल स्विच" });
    expect(reply.text).toMatch(/^वह आपके चलाए हर एल्गो को रोकता है/);
    expect(inHindi("आज मौसम कैसा है और क्या बारिश हो सकती है?", "S-TEST").isAnswered).toBe(false);
  });

  it("answers from the brand's own questions and legal texts, and from no others", () => {
    const question = "Who pays stamp duty on gifts?";
    const own = createAnswers(
      buildCatalogue(),
      {},
      {
        "/legal/terms": [{ heading: "Stamp duty on gifts", text: "The giver pays it." }],
        "/legal/regulatory": [{ heading: "अनुपालन अधिकारी", text: "स. वर्मा" }],
      },
    );
    expect(own(question, "S-TEST")).toEqual({
      text: "The giver pays it.",
      page: { path: "/legal/terms", title: "Stamp duty on gifts" },
      isAnswered: true,
    });
    expect(own("मेरा अनुपालन अधिकारी कौन है?", "S-TEST").text).toBe("स. वर्मा");
    expect(ask(question).isAnswered).toBe(false);
    expect(ask("Reporting a security weakness").isAnswered).toBe(false);
  });

  it("does not mention a page of a feature that the brand disables", () => {
    const entries = knowledgeEntries();
    const ofFeatures = (change: Partial<typeof DEFAULT_SITE.features>) =>
      createAnswers(buildCatalogue(), {}, {}, { ...DEFAULT_SITE.features, ...change });
    const hasSandbox = ofFeatures({});
    const noSandbox = ofFeatures({ sandbox: false });
    const sandboxPages = entries.filter(({ path }) =>
      /^\/docs\/v2\/(sandbox|assistants|playground)/.test(path),
    );
    expect(sandboxPages.map(({ title }) => hasSandbox(title, "S-TEST").page?.path)).toEqual(
      sandboxPages.map(({ path }) => path),
    );
    for (const { title } of entries) {
      const { page, text } = noSandbox(title, "S-TEST");
      expect(sandboxPages.map(({ path }) => path)).not.toContain(page?.path);
      expect(text, title).not.toMatch(/sandbox|playground/i);
    }
    expect(ofFeatures({ markets: false })("Markets", "S-TEST").page?.path).not.toBe("/markets");
  });

  it("shortens a long legal text, so that the conversation can be read", () => {
    const terms = [{ heading: `Gift duty ${"of shares ".repeat(20)}`, text: "The giver pays. ".repeat(300) }];
    const { text, page } = createAnswers(
      buildCatalogue(),
      {},
      { "/legal/terms": terms },
    )("Gift duty", "S-TEST");
    const message = { from: "service", text, page, at: "2026-11-28T06:00:00Z" };
    expect(chatMessageSchema.parse(message).text).toMatch(/^The giver pays.*…$/);
  });

  it.each([
    ["Can I deploy an algo here?", "/algos"],
    ["how do i stop my algo right now", "/algos/my-algos"],
    ["what does the kill switch do", "/algos/my-algos/kill-switch"],
    ["How much money do I need at least?", "/algos?sort=min_amount"],
    ["What can I lose?", "/algos/by-risk-tolerance"],
    ["what does moderately high risk mean", "/algos/by-risk-tolerance"],
    ["how do I log in", "/login"],
    ["I forgot my PIN", "/login"],
    ["sign out of all my devices", "/account/sessions"],
    ["why is the price stale", "/algos"],
    ["who are the managers", "/algos/managers"],
    ["are these results real or a backtest", "/algos"],
    ["what fees does an algo charge", "/algos"],
    ["how can i complain about a manager", "/support"],
    ["What does DH-904 mean?", "/docs/v2/errors"],
    ["error 807", "/docs/v2/errors"],
    ["how many orders per second may I send", "/docs/v2/"],
    ["do the APIs cost anything", "/trading-apis"],
    ["websocket live feed for prices", "/docs/v2/live-market-feed"],
    ["what does ridgeline condor do", "/algos/managers/kestrel-ridge/ridgeline-condor"],
    ["which algo suits a beginner", "/algos/find"],
    ["add an algo to my watchlist", "/algos/tracklist"],
  ])("answers “%s” with the page %s", (question, path) => {
    const reply = ask(question);
    expect([reply.isAnswered, reply.page?.path.split("#")[0]]).toEqual([true, path]);
  });

  it("states an algo's possible loss, stops and minimum amount on separate lines", () => {
    const reply = ask("How much can I lose with Pocket Tide?");
    expect([reply.isAnswered, reply.page?.title]).toEqual([true, "Pocket Tide"]);
    expect(reply.text).toMatch(
      /^Pocket Tide, with ₹40,000:\n[^:]+ of one position[^:]*: ₹[\d,]+\nStop-loss per trade: ₹800\n/,
    );
    expect(ask("What is the largest loss of Monthly Seedling?").text).toContain(
      "Its rules have no stop-loss.",
    );
  });

  it.each([
    "Xylophone quartet bookings in Shimla?",
    "Can you tell me tomorrow's weather?",
    "Do you sell gold coins in Jaipur?",
    "My neighbour's cat ate my contract",
    "asdf qwer zxcv",
    "",
  ])("refers the unknown question “%s” to a person, with a reference", (question) => {
    const reply = ask(question);
    expect(reply.isAnswered).toBe(false);
    expect(reply.text).toContain("S-TEST");
  });

  it.each([
    "I lost money and want to talk to a human",
    "please call me",
    "can a person look at my minimum amount",
  ])("refers the request “%s” to a person without searching for an answer", (question) => {
    const reply = ask(question);
    expect([reply.isAnswered, reply.text.includes("person")]).toEqual([false, true]);
  });

  it("uses a generated file that equals the texts of the site's pages", () => {
    expect(
      JSON.parse(readFileSync("app/contract/generated/knowledge.generated.json", "utf8")),
      "run npm run generate:knowledge",
    ).toEqual(knowledgeEntries());
  });
});
