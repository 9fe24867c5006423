// The part of newman that tests use; the package contains no types.
declare module "newman" {
  const newman: {
    run(
      options: { collection: object; reporters: string[]; timeoutRequest: number },
      // biome-ignore lint/suspicious/noExplicitAny: the test declares the fields that it reads
      done: (fault: Error | null, summary: any) => void,
    ): void;
  };
  export default newman;
}
