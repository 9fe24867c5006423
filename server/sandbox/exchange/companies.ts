// The sandbox's listed companies: the catalogue's two dozen by their public names and ids, and a thousand invented ones
// whose names are put together here. Anchor prices are round figures, not quotes.
import { STOCKS } from "../catalogue/instruments.ts";

export type Company = {
  securityId: string;
  symbol: string;
  name: string;
  anchorRupees: number;
  /** 0 the least traded, 1 the most. */
  liquidity: number;
};

export const ANCHORS: Record<keyof typeof STOCKS, number> = {
  hdfcBank: 985,
  tcs: 3_120,
  reliance: 1_450,
  infosys: 1_520,
  iciciBank: 1_390,
  sbi: 905,
  axisBank: 1_210,
  kotakBank: 2_080,
  itc: 412,
  larsen: 3_780,
  hindustanUnilever: 2_510,
  bhartiAirtel: 1_985,
  maruti: 15_200,
  sunPharma: 1_690,
  titan: 3_640,
  asianPaints: 2_480,
  bajajFinance: 1_020,
  wipro: 248,
  hclTech: 1_540,
  mahindra: 3_550,
  ntpc: 334,
  powerGrid: 286,
  ultraTech: 12_100,
  niftyBees: 276,
};

const PLACES = [
  "Aravalli",
  "Bhagira",
  "Chambal",
  "Deccan",
  "Eastghat",
  "Falgu",
  "Godavari",
  "Hemkund",
  "Indravati",
  "Jhelum",
  "Kaveri",
  "Lohit",
  "Malwa",
  "Narmada",
  "Ojas",
  "Periyar",
  "Quilon",
  "Ravi",
  "Satpura",
  "Tungabhadra",
  "Udayan",
  "Vaigai",
  "Wainganga",
  "Yamuna",
  "Zanskar",
  "Ashwath",
  "Brahma",
  "Chilika",
  "Dhauli",
  "Girnar",
  "Hirakud",
  "Kosi",
  "Luni",
  "Mahanadi",
  "Nilgiri",
  "Palar",
  "Sabar",
  "Tapti",
  "Vindhya",
  "Subarna",
];

const TRADES = [
  ["Chemicals", "CHEM"],
  ["Textiles", "TEX"],
  ["Cement", "CEM"],
  ["Pharma", "PHAR"],
  ["Foods", "FOOD"],
  ["Steel", "STL"],
  ["Power", "PWR"],
  ["Finance", "FIN"],
  ["Motors", "MOT"],
  ["Software", "SOFT"],
  ["Logistics", "LOG"],
  ["Paper", "PAP"],
  ["Ceramics", "CER"],
  ["Electricals", "ELEC"],
  ["Hotels", "HOT"],
  ["Insurance", "INS"],
  ["Realty", "RLTY"],
  ["Shipping", "SHIP"],
  ["Sugar", "SUG"],
  ["Tyres", "TYR"],
  ["Cables", "CAB"],
  ["Diagnostics", "DIAG"],
  ["Agro", "AGRO"],
  ["Forgings", "FORG"],
  ["Telecom", "TEL"],
  ["Packaging", "PACK"],
] as const;

const INVENTED_FROM_ID = 20_001;
const INVENTED = 1_030;

export function listCompanies(): Company[] {
  const known = Object.entries(STOCKS).map(([key, stock]) => ({
    securityId: stock.securityId,
    symbol: stock.symbol,
    name: stock.name,
    anchorRupees: ANCHORS[key as keyof typeof STOCKS],
    liquidity: 1,
  }));
  const invented: Company[] = [];
  for (let index = 0; index < INVENTED; index += 1) {
    const place = PLACES[index % PLACES.length] ?? "";
    const [trade, short] = TRADES[Math.floor(index / PLACES.length) % TRADES.length] ?? ["", ""];
    invented.push({
      securityId: String(INVENTED_FROM_ID + index),
      symbol: `${place.slice(0, 5).toUpperCase()}${short}`,
      name: `${place} ${trade}`,
      // From 20 to about 3,400 rupees, more of them cheap than dear.
      anchorRupees: Math.round(20 * 1.005 ** ((index * 379) % INVENTED) * 20) / 20,
      liquidity: 0.9 - (0.85 * ((index * 577) % INVENTED)) / INVENTED,
    });
  }
  return [...known, ...invented];
}
