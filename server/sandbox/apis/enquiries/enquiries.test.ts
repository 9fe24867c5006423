// Operators can read every stored enquiry, page by page.
import { expect, it } from "vitest";
import { OPERATOR_KEY_HEADER } from "../../../../app/contract/base-api/chat.ts";
import { storedEnquiryListSchema } from "../../../../app/contract/base-api/enquiry.ts";
import { openMemoryDatabase } from "../../store/database.ts";
import { createEnquiries } from "./enquiries.ts";

const STORED = 450;
const ENQUIRY = {
  audience: "fintechs",
  name: "Meera Rao",
  email: "meera@example.com",
  organisation: "",
  message: "Prices for an app.",
};

it("lists the newest enquiries first, and older ones before a reference", async () => {
  const db = openMemoryDatabase();
  const service = createEnquiries(db, () => 0, "secret");
  const insert = db.prepare("INSERT INTO enquiries (key, document, at) VALUES (?, ?, 0)");
  for (let number = 1; number <= STORED; number += 1) insert.run(`key-${number}`, JSON.stringify(ENQUIRY));
  const list = async (query: string) => {
    const headers = { [OPERATOR_KEY_HEADER]: "secret" };
    const answer = await service.request(`/v1/operator/enquiries${query}`, { headers });
    return storedEnquiryListSchema.parse(await answer.json()).items.map(({ reference }) => reference);
  };
  const found: string[] = await list("");
  for (let page = await list(`?before=${found.at(-1)}`); page.length > 0; ) {
    found.push(...page);
    page = await list(`?before=${found.at(-1)}`);
  }
  expect(new Set(found).size).toBe(STORED);
  expect([found[0], found.at(-1)]).toEqual(["ENQ-000450", "ENQ-000001"]);
  db.close();
});
