// The part of newman that tests use; the package brings no types.
declare module "newman" {
  const newman: {
    run(
      options: { collection: object; reporters: string[]; timeoutRequest: number },
      // biome-ignore lint/suspicious/noExplicitAny: the test names what it reads
      done: (fault: Error | null, summary: any) => void,
    ): void;
  };
  export default newman;
}
