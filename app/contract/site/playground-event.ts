// Events of the playground's stream, in a form that browsers load without a validator.

export const PLAYGROUND_STREAM_PATH = "/docs/v2/playground/stream";

/** `said` is a sentence about the stream itself; `message` is one decoded message of the socket. */
export type PlaygroundEvent = { kind: "message" | "said"; text: string };
