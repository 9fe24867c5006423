// Vitest's set-up of a run: the folder in which its tests make and find records.
import { openRecordsFolder } from "./made-records.ts";

export default openRecordsFolder;
