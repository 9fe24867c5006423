// Rejection of a request. Handlers and the modules they call throw it, and each API converts it to its response format.

/** `field` is a path with dots and indexes: `legs.0.price`. */
export type FieldFault = { field: string; message: string };

export class Refusal extends Error {
  /** HTTP status. */
  readonly status: number;
  readonly errors: readonly FieldFault[];
  /** `detail` is shown to the client. */
  constructor(status: number, detail: string, errors: readonly FieldFault[] = []) {
    super(detail);
    this.status = status;
    this.errors = errors;
  }
}

/** The request conflicts with the current state. */
export class Conflict extends Refusal {
  constructor(detail: string) {
    super(409, detail);
  }
}
