// Where lines of the log go: a buffer of bounded size before a file descriptor that may be full, closed or unread. Writing never
// waits; what does not fit is dropped and counted, and the count is reported once writing works again.
import { fstatSync, writeSync, write as writeToFile } from "node:fs";
import { Socket } from "node:net";

export type LogDestination = {
  write(line: string): void;
  /** Lines dropped since the process started. */
  dropped(): number;
  /** Resolves when everything is written, or after `withinMs`. */
  flush(withinMs: number): Promise<void>;
};

/** Writes a chunk and says how many of its bytes went out before a fault. */
export type Sink = {
  write(chunk: Buffer, done: (fault: Error | null, written: number) => void): void;
  /** Whether nothing can ever be written again. */
  isClosed(): boolean;
};

export type LogDestinationOptions = {
  sink: Sink;
  bufferBytes: number;
  retryMs: number;
  /** Lines were dropped since `sinceMs` (epoch), and writing works again. */
  onRecovered(lines: number, sinceMs: number): void;
  now(): number;
};

/** What one system call takes at most. */
const CHUNK_BYTES = 64 * 1_024;
/** Room for the line that reports what was dropped. */
const REPORT_BYTES = 1_024;

export function createLogDestination(options: LogDestinationOptions): LogDestination {
  const { sink, bufferBytes, retryMs, now } = options;
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  let isWriting = false;
  let isPausing = false;
  let dropped = 0;
  let unreported = 0;
  let unreportedSinceMs = 0;
  let onIdle: (() => void) | null = null;

  function drop(lines: number): void {
    if (unreported === 0) unreportedSinceMs = now();
    dropped += lines;
    unreported += lines;
  }

  function report(): void {
    if (unreported === 0 || waitingBytes + REPORT_BYTES > bufferBytes) return;
    const lines = unreported;
    unreported = 0;
    options.onRecovered(lines, unreportedSinceMs);
  }

  function takeChunk(): Buffer {
    const parts: Buffer[] = [];
    let bytes = 0;
    while (waiting.length > 0 && bytes < CHUNK_BYTES) {
      const line = waiting.shift();
      if (line === undefined) break;
      parts.push(line);
      bytes += line.byteLength;
    }
    return Buffer.concat(parts);
  }

  function pump(): void {
    if (isWriting || isPausing) return;
    if (waiting.length === 0) {
      onIdle?.();
      return;
    }
    if (sink.isClosed()) {
      drop(waiting.length);
      waiting.length = 0;
      waitingBytes = 0;
      onIdle?.();
      return;
    }
    isWriting = true;
    const chunk = takeChunk();
    sink.write(chunk, (fault, written) => {
      isWriting = false;
      waitingBytes -= written;
      if (fault === null) {
        report();
        return pump();
      }
      // What did not go out is tried again, from the byte where it broke off, so that no line is cut in two.
      waiting.unshift(chunk.subarray(written));
      if (sink.isClosed()) return pump();
      isPausing = true;
      setTimeout(() => {
        isPausing = false;
        pump();
      }, retryMs).unref();
    });
  }

  return {
    write(line) {
      const bytes = Buffer.from(line);
      if (sink.isClosed() || waitingBytes + bytes.byteLength > bufferBytes) return drop(1);
      waiting.push(bytes);
      waitingBytes += bytes.byteLength;
      pump();
    },
    dropped: () => dropped,
    flush(withinMs) {
      report();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, withinMs);
        onIdle = () => {
          onIdle = null;
          clearTimeout(timer);
          resolve();
        };
        pump();
      });
    },
  };
}

/** The way to a file descriptor that does not wait: pipes and sockets through the event loop, files through its threads. */
export function openSink(fd: number): Sink {
  return isStream(fd) ? streamSink(fd) : fileSink(fd);
}

function isStream(fd: number): boolean {
  try {
    const kind = fstatSync(fd);
    return kind.isFIFO() || kind.isSocket();
  } catch {
    return false;
  }
}

function streamSink(fd: number): Sink {
  // Opening it makes the descriptor non-blocking; nothing waits for the other end to read.
  const socket = new Socket({ fd, readable: false, writable: true });
  let isClosed = false;
  socket.on("error", () => {
    isClosed = true;
  });
  socket.on("close", () => {
    isClosed = true;
  });
  return {
    write: (chunk, done) =>
      void socket.write(chunk, (fault) => done(fault ?? null, fault ? 0 : chunk.byteLength)),
    isClosed: () => isClosed,
  };
}

function fileSink(fd: number): Sink {
  return {
    write(chunk, done) {
      const writeFrom = (offset: number): void =>
        writeToFile(fd, chunk, offset, chunk.byteLength - offset, null, (fault, written) => {
          if (fault !== null) return done(fault, offset);
          const end = offset + written;
          return end >= chunk.byteLength ? done(null, end) : writeFrom(end);
        });
      writeFrom(0);
    },
    isClosed: () => false,
  };
}

/** For the last words of a process that cannot start: written if that is possible at once, else left unsaid. */
export function writeLastWords(fd: number, words: string): void {
  try {
    if (isStream(fd)) new Socket({ fd, readable: false, writable: true }).on("error", () => {});
    writeSync(fd, words);
  } catch {
    // Full or closed: the exit code says that it failed.
  }
}
