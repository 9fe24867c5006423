// The version of the trading API's contract: what the documents, the clients and the changelog carry.
export const TRADING_API_VERSION = "2.3.0";
