// The used part of negotiator 1.0; its published types are of an older version.
declare module "negotiator" {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | string[] | undefined> });
    encoding(available: string[], options: { preferred: string[] }): string | undefined;
  }
}
