// Holidays of NSE and BSE, and days with special trading hours, year by year, as the exchanges announced them. Sources:
// the exchanges' yearly "Trading holidays" circulars (Capital Market and F&O segments) and their circulars on special
// sessions. The sandbox's history begins in January 2022.

export type Holiday = readonly [day: string, name: string];
/** `spans` are the hours of normal trading in Indian time. */
export type SpecialSession = {
  day: string;
  name: string;
  spans: readonly (readonly [from: string, to: string])[];
  /** Reason why the entry may be wrong. Null if it is certain. */
  doubt: string | null;
};

export const HOLIDAYS: Record<number, { source: string; isProvisional: boolean; days: readonly Holiday[] }> =
  {
    2022: {
      source: "NSE and BSE trading holidays 2022",
      isProvisional: false,
      days: [
        ["2022-01-26", "Republic Day"],
        ["2022-03-01", "Mahashivratri"],
        ["2022-03-18", "Holi"],
        ["2022-04-14", "Ambedkar Jayanti, Mahavir Jayanti"],
        ["2022-04-15", "Good Friday"],
        ["2022-05-03", "Id-ul-Fitr"],
        ["2022-08-09", "Muharram"],
        ["2022-08-15", "Independence Day"],
        ["2022-08-31", "Ganesh Chaturthi"],
        ["2022-10-05", "Dussehra"],
        ["2022-10-24", "Diwali Laxmi Pujan"],
        ["2022-10-26", "Diwali Balipratipada"],
        ["2022-11-08", "Guru Nanak Jayanti"],
      ],
    },
    2023: {
      source: "NSE and BSE trading holidays 2023; Bakri Id moved to 29 June by a later circular",
      isProvisional: false,
      days: [
        ["2023-01-26", "Republic Day"],
        ["2023-03-07", "Holi"],
        ["2023-03-30", "Ram Navami"],
        ["2023-04-04", "Mahavir Jayanti"],
        ["2023-04-07", "Good Friday"],
        ["2023-04-14", "Ambedkar Jayanti"],
        ["2023-05-01", "Maharashtra Day"],
        ["2023-06-29", "Bakri Id"],
        ["2023-08-15", "Independence Day"],
        ["2023-09-19", "Ganesh Chaturthi"],
        ["2023-10-02", "Gandhi Jayanti"],
        ["2023-10-24", "Dussehra"],
        ["2023-11-14", "Diwali Balipratipada"],
        ["2023-11-27", "Guru Nanak Jayanti"],
        ["2023-12-25", "Christmas"],
      ],
    },
    2024: {
      source: "NSE and BSE trading holidays 2024, with the circulars on 22 January, 20 May and 20 November",
      isProvisional: false,
      days: [
        ["2024-01-22", "Special holiday"],
        ["2024-01-26", "Republic Day"],
        ["2024-03-08", "Mahashivratri"],
        ["2024-03-25", "Holi"],
        ["2024-03-29", "Good Friday"],
        ["2024-04-11", "Id-ul-Fitr"],
        ["2024-04-17", "Ram Navami"],
        ["2024-05-01", "Maharashtra Day"],
        ["2024-05-20", "General elections in Mumbai"],
        ["2024-06-17", "Bakri Id"],
        ["2024-07-17", "Muharram"],
        ["2024-08-15", "Independence Day"],
        ["2024-10-02", "Gandhi Jayanti"],
        ["2024-11-01", "Diwali Laxmi Pujan"],
        ["2024-11-15", "Guru Nanak Jayanti"],
        ["2024-11-20", "Assembly elections in Maharashtra"],
        ["2024-12-25", "Christmas"],
      ],
    },
    2025: {
      source: "NSE and BSE trading holidays 2025",
      isProvisional: false,
      days: [
        ["2025-02-26", "Mahashivratri"],
        ["2025-03-14", "Holi"],
        ["2025-03-31", "Id-ul-Fitr"],
        ["2025-04-10", "Mahavir Jayanti"],
        ["2025-04-14", "Ambedkar Jayanti"],
        ["2025-04-18", "Good Friday"],
        ["2025-05-01", "Maharashtra Day"],
        ["2025-08-15", "Independence Day"],
        ["2025-08-27", "Ganesh Chaturthi"],
        ["2025-10-02", "Gandhi Jayanti, Dussehra"],
        ["2025-10-21", "Diwali Laxmi Pujan"],
        ["2025-10-22", "Diwali Balipratipada"],
        ["2025-11-05", "Guru Nanak Jayanti"],
        ["2025-12-25", "Christmas"],
      ],
    },
    2026: {
      source: "NSE and BSE trading holidays 2026",
      isProvisional: false,
      days: [
        ["2026-01-15", "Municipal elections in Maharashtra"],
        ["2026-01-26", "Republic Day"],
        ["2026-03-03", "Holi"],
        ["2026-03-26", "Ram Navami"],
        ["2026-03-31", "Mahavir Jayanti"],
        ["2026-04-03", "Good Friday"],
        ["2026-04-14", "Ambedkar Jayanti"],
        ["2026-05-01", "Maharashtra Day"],
        ["2026-05-28", "Bakri Id"],
        ["2026-06-26", "Muharram"],
        ["2026-09-14", "Ganesh Chaturthi"],
        ["2026-10-02", "Gandhi Jayanti"],
        ["2026-10-20", "Dussehra"],
        ["2026-11-10", "Diwali Balipratipada"],
        ["2026-11-24", "Guru Nanak Jayanti"],
        ["2026-12-25", "Christmas"],
      ],
    },
    2027: {
      source:
        "No circular for 2027 is in this data: public holidays of Maharashtra, where the day is certain or commonly expected",
      isProvisional: true,
      days: [
        ["2027-01-26", "Republic Day"],
        ["2027-03-10", "Id-ul-Fitr"],
        ["2027-03-22", "Holi"],
        ["2027-03-26", "Good Friday"],
        ["2027-04-14", "Ambedkar Jayanti"],
        ["2027-04-15", "Ram Navami"],
        ["2027-04-19", "Mahavir Jayanti"],
        ["2027-05-17", "Bakri Id"],
        ["2027-06-15", "Muharram"],
        ["2027-10-29", "Diwali Laxmi Pujan"],
      ],
    },
  };

const WHOLE_DAY = [["09:15", "15:30"]] as const;

export const SPECIAL_SESSIONS: readonly SpecialSession[] = [
  { day: "2022-10-24", name: "Muhurat trading", spans: [["18:15", "19:15"]], doubt: null },
  { day: "2023-11-12", name: "Muhurat trading", spans: [["18:15", "19:15"]], doubt: null },
  { day: "2024-01-20", name: "Saturday session", spans: WHOLE_DAY, doubt: null },
  {
    day: "2024-03-02",
    name: "Switch to the disaster recovery site",
    spans: [
      ["09:15", "10:00"],
      ["11:30", "12:30"],
    ],
    doubt: null,
  },
  {
    day: "2024-05-18",
    name: "Switch to the disaster recovery site",
    spans: [
      ["09:15", "10:00"],
      ["11:45", "12:40"],
    ],
    doubt: "Hours of the second part are from press reports.",
  },
  { day: "2024-11-01", name: "Muhurat trading", spans: [["18:00", "19:00"]], doubt: null },
  { day: "2025-02-01", name: "Union budget, Saturday session", spans: WHOLE_DAY, doubt: null },
  { day: "2025-10-21", name: "Muhurat trading", spans: [["13:45", "14:45"]], doubt: null },
  { day: "2026-02-01", name: "Union budget, Sunday session", spans: WHOLE_DAY, doubt: null },
];

/** Last year with holidays. In later years, each day from Monday to Friday counts as a trading day. */
export const LAST_HOLIDAY_YEAR = Math.max(...Object.keys(HOLIDAYS).map(Number));

/** Known gaps in the data, which pages list. */
export const CALENDAR_GAPS = [
  "The hours of Muhurat trading on 8 November 2026 were announced after this data was compiled, so the sandbox has no session on that day.",
  "Holidays of 2027 are provisional until the exchanges' circular; special sessions of 2027 are unknown.",
  `The data ends with ${LAST_HOLIDAY_YEAR}. In later years, the sandbox trades on every day from Monday to Friday, even on holidays, until the exchanges' circular for that year is added.`,
] as const;
