// Text of the page of managers.
export const text = {
  title: "Algo managers",
  description:
    "Registered research analysts and empanelled algo providers, with their registration, their algos and those they withdrew.",

  home: "Home",
  algos: "Algos",
  managers: "Managers",
  lead: "Who runs the algos: research analysts registered with the regulator, and providers empanelled with an exchange.",
  deployedBy: "Deployed by",
  activeSince: "Active since",
} as const;
