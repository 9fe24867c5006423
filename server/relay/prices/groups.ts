// Groups of viewers with the same channels and pace, so that all members get the same frame.
import type { FeedKeys } from "./feed.ts";
import type { Viewer } from "./viewer.ts";

export type Pace = "quick" | "slow";

/** Viewers with exactly the same channels share one set. */
export type ChannelSet = {
  readonly key: string;
  readonly channels: readonly string[];
  contents: readonly FeedKeys[];
  readonly groups: Map<Pace, Group>;
};

export class Group {
  readonly set: ChannelSet;
  readonly pace: Pace;
  readonly phase: number;
  readonly members: Viewer[] = [];
  /** Version of the last values in the frame that was sent last. */
  sentVersion: number;
  lastSeq = 0;
  isFlushing = false;
  /** Time of the last frame, monotonic ms. */
  sentAt: number;

  constructor(set: ChannelSet, pace: Pace, phase: number, sentVersion: number, now: number) {
    this.set = set;
    this.pace = pace;
    this.phase = phase;
    this.sentVersion = sentVersion;
    this.sentAt = now;
  }

  add(viewer: Viewer): void {
    viewer.group = this;
    viewer.index = this.members.length;
    this.members.push(viewer);
  }

  remove(viewer: Viewer): void {
    const last = this.members.pop();
    if (last !== undefined && last !== viewer) {
      this.members[viewer.index] = last;
      last.index = viewer.index;
    }
    viewer.group = null;
    viewer.index = -1;
  }
}

/** Hashes a text to a number below `over`, evenly enough to distribute work (FNV-1a). */
export function spread(text: string, over: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % over;
}
