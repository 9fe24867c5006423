// What clients write beside the algos of their tracklists; and summaries of algos say by themselves what a position can lose.
export const NOTES_MIGRATION = `
  ALTER TABLE tracklist_strategies ADD COLUMN note TEXT;
  UPDATE strategies SET summary = json_set(summary, '$.lossLimits', json_extract(document, '$.lossLimits'))
    WHERE json_type(document, '$.lossLimits') IS NOT NULL;
  UPDATE strategies SET summary = json_set(summary, '$.structure', json_extract(document, '$.structure'))
    WHERE json_type(document, '$.structure') IS NOT NULL;
`;
