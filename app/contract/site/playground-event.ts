// Events of the playground's stream. This file has no schema, so that browsers do not load a validator.

export const PLAYGROUND_STREAM_PATH = "/docs/v2/playground/stream";

/** `message`: a decoded message of the socket. `note`: a sentence about the stream, such as the reason why it ended. */
export type PlaygroundEvent = { kind: "message" | "note"; text: string };
