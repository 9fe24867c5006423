// The sandbox's listed companies. Two dozen are real, with public names and ids: the catalogue's algos trade them. A
// thousand are invented. Anchor prices are round figures, not quotes. Betas, loads and volatilities are chosen so that
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
  /** Weight in the Nifty 50 relative to its other constituents; 0 for a share outside it. */
  indexWeight: number;
};

/**
 * Sector, public BSE code and weight in the index of each share in the catalogue. The weights are rounded per cents
 * from NSE's Nifty 50 factsheet of late 2025; together these shares are three quarters of the index.
 */
const KNOWN: Record<keyof typeof STOCKS, { sector: Sector; bseId: string; indexWeight: number }> = {
  hdfcBank: { sector: "Banks", bseId: "500180", indexWeight: 12.7 },
  tcs: { sector: "Information technology", bseId: "532540", indexWeight: 2.6 },
  reliance: { sector: "Oil, gas and power", bseId: "500325", indexWeight: 8.6 },
  infosys: { sector: "Information technology", bseId: "500209", indexWeight: 4.6 },
  iciciBank: { sector: "Banks", bseId: "532174", indexWeight: 8.3 },
  sbi: { sector: "Banks", bseId: "500112", indexWeight: 3.3 },
  axisBank: { sector: "Banks", bseId: "532215", indexWeight: 3.0 },
  kotakBank: { sector: "Banks", bseId: "500247", indexWeight: 2.6 },
  itc: { sector: "Consumer goods", bseId: "500875", indexWeight: 3.3 },
  larsen: { sector: "Industry and construction", bseId: "500510", indexWeight: 4.0 },
  hindustanUnilever: { sector: "Consumer goods", bseId: "500696", indexWeight: 1.9 },
  bhartiAirtel: { sector: "Telecom and services", bseId: "532454", indexWeight: 4.6 },
  maruti: { sector: "Automobiles", bseId: "532500", indexWeight: 1.8 },
  sunPharma: { sector: "Pharmaceuticals", bseId: "524715", indexWeight: 1.5 },
  titan: { sector: "Consumer goods", bseId: "500114", indexWeight: 1.3 },
  asianPaints: { sector: "Consumer goods", bseId: "500820", indexWeight: 1.0 },
  bajajFinance: { sector: "Finance", bseId: "500034", indexWeight: 2.3 },
  wipro: { sector: "Information technology", bseId: "507685", indexWeight: 0.6 },
  hclTech: { sector: "Information technology", bseId: "532281", indexWeight: 1.3 },
  mahindra: { sector: "Automobiles", bseId: "500520", indexWeight: 2.6 },
  ntpc: { sector: "Oil, gas and power", bseId: "532555", indexWeight: 1.4 },
  powerGrid: { sector: "Oil, gas and power", bseId: "532898", indexWeight: 1.1 },
  ultraTech: { sector: "Materials", bseId: "532538", indexWeight: 1.2 },
  niftyBees: { sector: "Finance", bseId: "590103", indexWeight: 0 },
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

const PLACE_NAMES = [
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

const BUSINESS_NAMES = [
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
const INVENTED_COUNT = 1_030;
/** Invented shares with at least this liquidity are also listed at BSE. */
const BSE_LISTING_FROM_LIQUIDITY = 0.7;
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
  for (let index = 0; index < INVENTED_COUNT; index += 1) {
    const place = PLACE_NAMES[index % PLACE_NAMES.length] ?? "";
    const [trade, short, sector] =
      BUSINESS_NAMES[Math.floor(index / PLACE_NAMES.length) % BUSINESS_NAMES.length] ?? BUSINESS_NAMES[0];
    const liquidity = 0.9 - (0.85 * ((index * 577) % INVENTED_COUNT)) / INVENTED_COUNT;
    invented.push({
      securityId: String(INVENTED_FROM_ID + index),
      symbol: `${place.slice(0, 5).toUpperCase()}${short}`,
      name: `${place} ${trade}`,
      // Prices range from ₹20 to about ₹3,400, with more cheap shares than expensive ones.
      anchorRupees: Math.round(20 * 1.005 ** ((index * 379) % INVENTED_COUNT) * 20) / 20,
      liquidity,
      sector,
      bseId: liquidity >= BSE_LISTING_FROM_LIQUIDITY ? String(INVENTED_BSE_FROM + index) : null,
      indexWeight: 0,
    });
  }
  return [...known, ...invented];
}

/** Keys of the index's constituents. */
export const CONSTITUENTS: readonly string[] = Object.entries(STOCKS).flatMap(([key, { securityId }]) =>
  KNOWN[key as keyof typeof STOCKS].indexWeight === 0 ? [] : `NSE_EQ:${securityId}`,
);

/** Sectors of the catalogue's shares by security id. */
export const SECTOR_OF: ReadonlyMap<string, Sector> = new Map(
  Object.entries(STOCKS).map(([key, { securityId }]) => [
    securityId,
    KNOWN[key as keyof typeof STOCKS].sector,
  ]),
);
