// Text above a printed page.
export const text = {
  clientOf: ({ name, clientId }: { name: string; clientId: string }) => `${name}, client ${clientId}`,
} as const;
