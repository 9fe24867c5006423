// Text next to an algo's name.
export const text = {
  track: "Track",
  compare: "Compare",
  deploy: "Deploy",
  risk: "risk",
  recordSays: (risk: string) => `Record: ${risk}`,
  flagged: ". Flagged until rated again",
  versionAndBox: ({ version, box }: { version: string; box: string }) => `v${version} · ${box} box`,
  stateSince: ({ state, day }: { state: string; day: string }) => `${state} since ${day}`,
} as const;
