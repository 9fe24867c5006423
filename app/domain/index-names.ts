// Names of indices by instrument key, as in the public instrument list.
export const INDEX_NAMES: Readonly<Record<string, string>> = {
  "IDX_I:13": "Nifty 50",
  "IDX_I:25": "Nifty Bank",
  "IDX_I:27": "Nifty Financial",
  "IDX_I:51": "Sensex",
  "IDX_I:442": "Nifty Midcap Select",
};
