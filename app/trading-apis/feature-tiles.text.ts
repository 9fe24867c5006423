// Text above the tiles.
export const text = {
  limitsAndFigures: "Limits and figures",
} as const;
