// The sandbox's listed companies: the catalogue's two dozen by their public names and ids, and a thousand invented ones
// with generated names. Anchor prices are round figures, not quotes. Betas, loads and volatilities are chosen so that
// the resulting correlations and volatilities match those of the real sectors (see report:market).
import { STOCKS } from "./instruments.ts";

export const SECTORS = [
  "Banks",
  "Finance",
  "Information technology",
  "Oil, gas and power",
  "Consumer goods",
  "Automobiles",
  "Pharmaceuticals",
  "Materials",
  "Industry and construction",
  "Telecom and services",
] as const;
export type Sector = (typeof SECTORS)[number];

export type Company = {
  securityId: string;
  symbol: string;
  name: string;
  anchorRupees: number;
  /** Trading activity from 0 (lowest) to 1 (highest). */
  liquidity: number;
  sector: Sector;
  /** Null for a share that is listed at NSE only. */
  bseId: string | null;
};

/** Sector and public BSE code of each share in the catalogue. */
const KNOWN: Record<keyof typeof STOCKS, { sector: Sector; bseId: string }> = {
  hdfcBank: { sector: "Banks", bseId: "500180" },
  tcs: { sector: "Information technology", bseId: "532540" },
  reliance: { sector: "Oil, gas and power", bseId: "500325" },
  infosys: { sector: "Information technology", bseId: "500209" },
  iciciBank: { sector: "Banks", bseId: "532174" },
  sbi: { sector: "Banks", bseId: "500112" },
  axisBank: { sector: "Banks", bseId: "532215" },
  kotakBank: { sector: "Banks", bseId: "500247" },
  itc: { sector: "Consumer goods", bseId: "500875" },
  larsen: { sector: "Industry and construction", bseId: "500510" },
  hindustanUnilever: { sector: "Consumer goods", bseId: "500696" },
  bhartiAirtel: { sector: "Telecom and services", bseId: "532454" },
  maruti: { sector: "Automobiles", bseId: "532500" },
  sunPharma: { sector: "Pharmaceuticals", bseId: "524715" },
  titan: { sector: "Consumer goods", bseId: "500114" },
  asianPaints: { sector: "Consumer goods", bseId: "500820" },
  bajajFinance: { sector: "Finance", bseId: "500034" },
  wipro: { sector: "Information technology", bseId: "507685" },
  hclTech: { sector: "Information technology", bseId: "532281" },
  mahindra: { sector: "Automobiles", bseId: "500520" },
  ntpc: { sector: "Oil, gas and power", bseId: "532555" },
  powerGrid: { sector: "Oil, gas and power", bseId: "532898" },
  ultraTech: { sector: "Materials", bseId: "532538" },
  niftyBees: { sector: "Finance", bseId: "590103" },
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
  ["Chemicals", "CHEM", "Materials"],
  ["Textiles", "TEX", "Consumer goods"],
  ["Cement", "CEM", "Materials"],
  ["Pharma", "PHAR", "Pharmaceuticals"],
  ["Foods", "FOOD", "Consumer goods"],
  ["Steel", "STL", "Materials"],
  ["Power", "PWR", "Oil, gas and power"],
  ["Finance", "FIN", "Finance"],
  ["Motors", "MOT", "Automobiles"],
  ["Software", "SOFT", "Information technology"],
  ["Logistics", "LOG", "Telecom and services"],
  ["Paper", "PAP", "Materials"],
  ["Ceramics", "CER", "Materials"],
  ["Electricals", "ELEC", "Industry and construction"],
  ["Hotels", "HOT", "Telecom and services"],
  ["Insurance", "INS", "Finance"],
  ["Realty", "RLTY", "Industry and construction"],
  ["Shipping", "SHIP", "Telecom and services"],
  ["Sugar", "SUG", "Consumer goods"],
  ["Tyres", "TYR", "Automobiles"],
  ["Cables", "CAB", "Industry and construction"],
  ["Diagnostics", "DIAG", "Pharmaceuticals"],
  ["Agro", "AGRO", "Consumer goods"],
  ["Forgings", "FORG", "Automobiles"],
  ["Telecom", "TEL", "Telecom and services"],
  ["Packaging", "PACK", "Materials"],
] as const;

const INVENTED_FROM_ID = 20_001;
const INVENTED = 1_030;
/** Invented shares with at least this liquidity are also listed at BSE. */
const LISTED_TWICE_FROM = 0.7;
const INVENTED_BSE_FROM = 544_001;

export function listCompanies(): Company[] {
  const known = Object.entries(STOCKS).map(([key, stock]) => ({
    securityId: stock.securityId,
    symbol: stock.symbol,
    name: stock.name,
    anchorRupees: ANCHORS[key as keyof typeof STOCKS],
    liquidity: 1,
    ...KNOWN[key as keyof typeof STOCKS],
  }));
  const invented: Company[] = [];
  for (let index = 0; index < INVENTED; index += 1) {
    const place = PLACES[index % PLACES.length] ?? "";
    const [trade, short, sector] = TRADES[Math.floor(index / PLACES.length) % TRADES.length] ?? TRADES[0];
    const liquidity = 0.9 - (0.85 * ((index * 577) % INVENTED)) / INVENTED;
    invented.push({
      securityId: String(INVENTED_FROM_ID + index),
      symbol: `${place.slice(0, 5).toUpperCase()}${short}`,
      name: `${place} ${trade}`,
      // Prices range from ₹20 to about ₹3,400, with more cheap shares than expensive ones.
      anchorRupees: Math.round(20 * 1.005 ** ((index * 379) % INVENTED) * 20) / 20,
      liquidity,
      sector,
      bseId: liquidity >= LISTED_TWICE_FROM ? String(INVENTED_BSE_FROM + index) : null,
    });
  }
  return [...known, ...invented];
}

/** Sectors of the catalogue's shares by security id. */
export const SECTOR_OF: ReadonlyMap<string, Sector> = new Map(
  Object.entries(STOCKS).map(([key, { securityId }]) => [
    securityId,
    KNOWN[key as keyof typeof STOCKS].sector,
  ]),
);
