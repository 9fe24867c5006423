// Destination of log lines: a bounded buffer for a file descriptor that may be full, closed or not read. Writing never
// blocks. Lines that exceed the buffer are dropped. When writing works again, the number of dropped lines is logged.
import { fstatSync, writeSync, write as writeToFile } from "node:fs";
import { Socket } from "node:net";

export type LogDestination = ReturnType<typeof createLogDestination>;

/** Writes a chunk and reports how many bytes were written before an error. */
export type Sink = {
  write(chunk: Buffer, done: (fault: Error | null, written: number) => void): void;
  /** True if the descriptor accepts no more data. */
  isClosed(): boolean;
};

export type LogDestinationOptions = {
  sink: Sink;
  bufferBytes: number;
  retryMs: number;
  /** Called when writing works again, with the number of lines dropped since `sinceMs` (epoch ms). */
  onRecovered(lines: number, sinceMs: number): void;
  now(): number;
};

/** Maximum number of bytes per system call. */
const CHUNK_BYTES = 64 * 1_024;
/** Bytes that are reserved for the line that reports dropped lines. */
const REPORT_BYTES = 1_024;

export function createLogDestination(options: LogDestinationOptions) {
  const writer = new LogWriter(options);
  return {
    write: (line: string) => writer.write(line),
    /** Number of lines dropped since the process started. */
    dropped: (): number => writer.dropped,
    /** Resolves when everything is written, or after `withinMs`. */
    flush: (withinMs: number) => writer.flush(withinMs),
  };
}

class LogWriter {
  readonly #options: LogDestinationOptions;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isWriting = false;
  #isPausing = false;
  #unreported = 0;
  #unreportedSinceMs = 0;
  #onIdle: (() => void) | null = null;
  dropped = 0;

  constructor(options: LogDestinationOptions) {
    this.#options = options;
  }

  write(line: string): void {
    const { sink, bufferBytes } = this.#options;
    const bytes = Buffer.from(line);
    if (sink.isClosed() || this.#waitingBytes + bytes.byteLength > bufferBytes) {
      this.#drop(1);
      return;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.byteLength;
    this.#pump();
  }

  flush(withinMs: number): Promise<void> {
    this.#report();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      this.#onIdle = () => {
        this.#onIdle = null;
        clearTimeout(timer);
        resolve();
      };
      this.#pump();
    });
  }

  #drop(lines: number): void {
    if (this.#unreported === 0) this.#unreportedSinceMs = this.#options.now();
    this.dropped += lines;
    this.#unreported += lines;
  }

  #report(): void {
    if (this.#unreported === 0 || this.#waitingBytes + REPORT_BYTES > this.#options.bufferBytes) return;
    const lines = this.#unreported;
    this.#unreported = 0;
    this.#options.onRecovered(lines, this.#unreportedSinceMs);
  }

  #takeChunk(): Buffer {
    const parts: Buffer[] = [];
    let bytes = 0;
    while (this.#waiting.length > 0 && bytes < CHUNK_BYTES) {
      const line = this.#waiting.shift();
      if (line === undefined) break;
      parts.push(line);
      bytes += line.byteLength;
    }
    return Buffer.concat(parts);
  }

  #pump(): void {
    const { sink } = this.#options;
    if (this.#isWriting || this.#isPausing) return;
    if (this.#waiting.length === 0) {
      this.#onIdle?.();
      return;
    }
    if (sink.isClosed()) {
      this.#drop(this.#waiting.length);
      this.#waiting.length = 0;
      this.#waitingBytes = 0;
      this.#onIdle?.();
      return;
    }
    this.#isWriting = true;
    const chunk = this.#takeChunk();
    sink.write(chunk, (fault, written) => this.#written(chunk, fault, written));
  }

  #written(chunk: Buffer, fault: Error | null, written: number): void {
    const { sink, retryMs } = this.#options;
    this.#isWriting = false;
    this.#waitingBytes -= written;
    if (fault === null) {
      this.#report();
      this.#pump();
      return;
    }
    // The rest of the chunk is written later, so that no line is split.
    this.#waiting.unshift(chunk.subarray(written));
    if (sink.isClosed()) {
      this.#pump();
      return;
    }
    this.#isPausing = true;
    setTimeout(() => {
      this.#isPausing = false;
      this.#pump();
    }, retryMs).unref();
  }
}

/** Opens a file descriptor for non-blocking writes. Pipes and sockets use the event loop, files use the thread pool. */
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
  // Opening a socket makes the descriptor non-blocking, so a slow log collector does not block the process.
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

/** Writes the last log line of a process that cannot start, unless that would block. */
export function writeFinalMessage(fd: number, text: string): void {
  try {
    if (isStream(fd)) new Socket({ fd, readable: false, writable: true }).on("error", () => {});
    writeSync(fd, text);
  } catch {
    // The descriptor is full or closed, so only the exit code reports the failure.
  }
}
