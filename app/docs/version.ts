// Version of the trading API's contract, as stated in the documents, the clients and the changelog.
export const TRADING_API_VERSION = "2.3.0";
