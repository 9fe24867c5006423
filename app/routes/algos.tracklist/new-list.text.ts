// Text of the form of a new tracklist.
export const text = {
  newTracklist: "New tracklist",
  name: "Name",
  nameHint: (characters: number) => `Up to ${characters} characters, such as “Low risk, under a lakh”.`,
  makeIt: "Create",
  makeItAndTrack: "Create and track",
} as const;
