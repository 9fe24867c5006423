// Text of the page of a manager.
export const text = {
  noSuchManager: "No manager has this address.",

  titleOf: (name: string) => `${name}: algos`,
  description: ({
    kind,
    registration,
    count,
    about,
  }: {
    kind: string;
    registration: string;
    count: number;
    about: string | undefined;
  }) => `${kind} ${registration}, ${count} algos. ${about}`,

  home: "Home",
  algos: "Algos",
  managers: "Managers",
  about: (name: string) => `About ${name}`,
  algosListed: "Algos listed",
  withdrawn: "Withdrawn",
  deployments: "Deployments",
  activeSince: "Active since",
  basedIn: "Based in",
  complianceOfficer: "Compliance officer",
  complaintsToTheManager: "Complaints to the manager",
  noLongerOffered: "No longer offered. Their pages stay, with the reason.",
  since: (day: string) => `since ${day}`,
} as const;
