// Columns of the two instrument files in order, with descriptions. The compact file has fewer columns than the detailed
// one, which GET /instrument/{exchangeSegment} also returns.

export type InstrumentColumn = readonly [name: string, description: string, example: string];

const EXCHANGE = "NSE or BSE";
const SEGMENT = "I index, E shares, D derivatives";
const ID = "Security id, for every call and feed";
const KIND = "Kind: INDEX, EQUITY, FUTIDX, OPTIDX, FUTSTK or OPTSTK";
const LOT = "Lot size in units, one decimal; 1.0 for shares";
const STRIKE = "Strike in rupees, five decimals; 0.00000 if there is none";
const OPTION = "CE call, PE put, XX for neither";
const GROUP = "ES share, FUT future, OP option, INDEX";

export const DETAILED_COLUMNS = [
  ["EXCH_ID", EXCHANGE, "NSE"],
  ["SEGMENT", SEGMENT, "E"],
  ["SECURITY_ID", ID, "1333"],
  ["ISIN", "ISIN of a share, invented with a valid check digit; NA for others", "INS000013339"],
  ["INSTRUMENT", KIND, "EQUITY"],
  ["UNDERLYING_SECURITY_ID", "Security id of a derivative's underlying; empty for others", ""],
  ["UNDERLYING_SYMBOL", "Symbol of the underlying; for a share, its own", "HDFCBANK"],
  ["SYMBOL_NAME", "The exchange's symbol", "HDFCBANK"],
  ["DISPLAY_NAME", "Display name", "HDFC Bank"],
  ["INSTRUMENT_TYPE", GROUP, "ES"],
  ["SERIES", "EQ for NSE shares, A for BSE shares, NA for others", "EQ"],
  ["LOT_SIZE", LOT, "1.0"],
  ["SM_EXPIRY_DATE", "Expiry day of the contract, YYYY-MM-DD; empty for shares and indices", ""],
  ["STRIKE_PRICE", STRIKE, "0.00000"],
  ["OPTION_TYPE", OPTION, "XX"],
  ["TICK_SIZE", "Tick size in rupees, four decimals", "0.0500"],
  ["EXPIRY_FLAG", "M monthly, W weekly, NA for shares and indices", "NA"],
  ["BRACKET_FLAG", "Always N: bracket orders are not supported", "N"],
  ["COVER_FLAG", "Always N: cover orders are not supported", "N"],
  ["ASM_GSM_FLAG", "Always N: no share is under surveillance here", "N"],
  ["ASM_GSM_CATEGORY", "Always NA: no share is under surveillance here", "NA"],
  ["BUY_SELL_INDICATOR", "A: can be traded; N: cannot be traded, such as an index", "A"],
  ["MTF_LEVERAGE", "Leverage of the share, two decimals; 0.00 for others", "4.00"],
] as const satisfies readonly InstrumentColumn[];

export const COMPACT_COLUMNS = [
  ["SEM_EXM_EXCH_ID", EXCHANGE, "NSE"],
  ["SEM_SEGMENT", SEGMENT, "E"],
  ["SEM_SMST_SECURITY_ID", ID, "1333"],
  ["SEM_INSTRUMENT_NAME", KIND, "EQUITY"],
  ["SEM_EXPIRY_CODE", "Always 0", "0"],
  ["SEM_TRADING_SYMBOL", "The exchange's symbol", "HDFCBANK"],
  ["SEM_LOT_UNITS", LOT, "1.0"],
  ["SEM_CUSTOM_SYMBOL", "Display name", "HDFC Bank"],
  ["SEM_EXPIRY_DATE", "Expiry of the contract, YYYY-MM-DD HH:MM:SS; empty for shares and indices", ""],
  ["SEM_STRIKE_PRICE", STRIKE, "0.00000"],
  ["SEM_OPTION_TYPE", OPTION, "XX"],
  ["SEM_TICK_SIZE", "Tick size in paise, four decimals", "5.0000"],
  ["SEM_EXPIRY_FLAG", "M monthly, W weekly; empty for shares and indices", ""],
  ["SEM_EXCH_INSTRUMENT_TYPE", GROUP, "ES"],
  ["SEM_SERIES", "EQ for NSE shares, A for BSE shares; empty for others", "EQ"],
  ["SM_SYMBOL_NAME", "Symbol of a derivative's underlying; for others, the name", "HDFC Bank"],
] as const satisfies readonly InstrumentColumn[];
