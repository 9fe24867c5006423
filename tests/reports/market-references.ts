// Published ranges of the statistics of Indian large caps and indices, with their sources.
type ReferenceRange = readonly [from: number, to: number, unit: string, source: string];

const NSE_DATA = "NSE daily index data 2010–2025";
const CONT = "Cont, Quantitative Finance 1 (2001), with NSE data";
export const REFERENCES: Record<string, ReferenceRange> = {
  "Index volatility a year": [12, 16, "%", NSE_DATA],
  "Large-cap share volatility a year, median": [20, 32, "%", "NSE daily price data 2015–2025"],
  "Index daily excess kurtosis": [1, 12, "", CONT],
  "Share daily excess kurtosis, median": [1.5, 15, "", CONT],
  "Autocorrelation of index returns, lag 1": [-0.08, 0.08, "", CONT],
  "Autocorrelation of absolute index returns, lag 1": [0.15, 0.35, "", CONT],
  "Autocorrelation of absolute index returns, mean of lags 2 to 10": [0.1, 0.32, "", CONT],
  "Autocorrelation of absolute index returns, mean of lags 20 to 40": [0, 0.2, "", CONT],
  "Correlation of shares with the index, median": [
    0.45,
    0.7,
    "",
    "NSE indices, betas and R² of Nifty 50 constituents",
  ],
  "Correlation of two banks, median": [0.45, 0.75, "", "NSE sector indices"],
  "Correlation across sectors, median": [0.2, 0.5, "", "NSE sector indices"],
  "Correlation of the weighted large caps with NIFTY": [
    0.95,
    1,
    "",
    "NSE Indices, factsheet of the Nifty 50",
  ],
  "Correlation of NIFTY and SENSEX": [0.97, 0.995, "", "NSE and BSE daily data"],
  "Correlation of NIFTY and BANKNIFTY": [0.8, 0.93, "", NSE_DATA],
  "Index fund: correlation with its index": [0.98, 1, "", "fund factsheets; market prices at NSE"],
  "Index fund: tracking error a year, close to close": [0, 1.5, "%", "fund factsheets; market prices at NSE"],
  "Overnight share of the index's variance": [20, 40, "%", "opening gaps of NIFTY, NSE daily data"],
  "Correlation of gap and day": [-0.15, 0.1, "", "Cooper, Cliff and Gulen (2008)"],
  "Volume of the first half hour over midday's": [1.8, 4, "×", "Jain and Joh (1988); NSE tick studies"],
  "Volatility of the first half hour over midday's": [
    1.5,
    3.5,
    "×",
    "Wood, McInish and Ord (1985); NSE tick studies",
  ],
  "Volatility of the last half hour over midday's": [
    1.05,
    2.2,
    "×",
    "Wood, McInish and Ord (1985); NSE tick studies",
  ],
  "Correlation of a minute's volume and absolute return": [0.2, 0.6, "", "Karpoff, JFQA 22 (1987)"],
  "Largest one-minute move of the index": [0.5, 3, "%", "NSE minute data: budget and election days"],
  "Implied over realised volatility, NIFTY 30 days": [
    1.02,
    1.35,
    "×",
    "India VIX against NIFTY; Garg and Vipul (2015)",
  ],
  "Correlation of implied volatility's change and return": [-0.9, -0.4, "", "India VIX against NIFTY, NSE"],
  "Skew: 5 % below less at the money, 30 days": [2, 7, "points", "NIFTY option chains, NSE"],
  "Term structure: 60 less 7 trading days, median": [-1, 3, "points", "NIFTY option chains, NSE"],
  "Largest daily change of implied volatility": [15, 70, "%", "India VIX, NSE"],
  "Max drawdown of the index": [8, 40, "%", NSE_DATA],
  "Index return a year": [-5, 25, "%", NSE_DATA],
  // The model's momentum premium is about 4 % a year. A sample of four years and sixty shares has an error of ±4
  // percentage points.
  "Momentum: best third of six months less the worst, next month": [
    -5,
    25,
    "% a year",
    "Jegadeesh and Titman (1993); Agarwalla, Jacob and Varma (2013) for India",
  ],
  "Reversal: correlation of last week's own return with the next day's": [
    -0.06,
    -0.005,
    "",
    "Jegadeesh (1990); Lehmann (1990)",
  ],
  "Spread of a large cap": [0.5, 5, "bp", "NSE impact cost statistics"],
  "Spread of a small cap": [15, 120, "bp", "NSE impact cost statistics"],
  "Impact of buying ₹10 lakh of a large cap": [
    0.5,
    6,
    "bp",
    "NSE impact cost of Nifty 50 (₹50 lakh basket): 2 bp",
  ],
  "Spread of an option at the money, nearest expiry": [0.02, 1, "% of premium", "NIFTY option chains, NSE"],
};

/** The premia in the market (`PREMIA` in the exchange's market-model.ts) and their sources. */
export const PREMIA_TABLE: readonly { name: string; size: string; source: string }[] = [
  {
    name: "Equity premium",
    size: "5.5 % a year over cash at 6.5 %",
    source:
      "Dimson, Marsh and Staunton, Global Investment Returns Yearbook; Damodaran's country tables for India",
  },
  {
    name: "Variance risk premium",
    size: "implied volatility 9 % over the expected one on indices, crashes included, and 8 % on shares",
    source:
      "Carr and Wu, Review of Financial Studies 22 (2009); Bollerslev and Todorov, Journal of Finance 66 (2011), for crashes; Garg and Vipul, Journal of Futures Markets 35 (2015), for NIFTY",
  },
  {
    name: "Cross-sectional momentum",
    size: "expected returns differ by half of a share's own volatility a year (standard deviation), half-life six months",
    source:
      "Jegadeesh and Titman, Journal of Finance 48 (1993); Agarwalla, Jacob and Varma, IIM Ahmedabad (2013), for India",
  },
  {
    name: "Short-term reversal",
    size: "1.2 % of the last week's own return comes back each day",
    source: "Jegadeesh, Journal of Finance 45 (1990); Lehmann, Quarterly Journal of Economics 105 (1990)",
  },
  {
    name: "Opening gap",
    size: "the day takes back 3 % of it; else gap and day are independent",
    source:
      "Cooper, Cliff and Gulen (2008) on overnight and intraday returns; no predictive effect beyond it is modelled",
  },
];
