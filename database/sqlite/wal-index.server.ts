import { closeSync, openSync, readSync, statSync } from "node:fs";

/** What SQLite keeps about the write-ahead log in the file `-shm`; https://sqlite.org/walformat.html#walidxfmt */
export interface LogState {
  /** Other numbers each time that the log begins anew. */
  salts: string;
  /** Frames that are committed. */
  frames: number;
  pageSize: number;
  /** The salts and the checksum in the header of the last frame, which goes over all of the log before it. */
  end: string;
  /** Frames that are copied into the database, and those whose copying has begun. */
  copied: number;
  begun: number;
}

/** The header twice, then what checkpoints note. */
const length = 136;

/** Of the log, and of each of its frames, before the page. */
const headerSize = 32;
const frameHeaderSize = 24;

/** Descriptors that are open, by device and inode. */
const descriptors = new Map<string, { descriptor: number; users: number }>();

/**
 * Reads the index of a write-ahead log that SQLite has open. Whoever closes a descriptor of a file loses all locks that his
 * process has on it, SQLite's as well (POSIX), so one descriptor serves all, and the last one closes it after the connections.
 */
export class WalIndex {
  readonly #key: string;
  readonly #descriptor: number;
  readonly #bytes = new Uint8Array(length);
  readonly #words = new Uint32Array(this.#bytes.buffer);
  readonly #halves = new Uint16Array(this.#bytes.buffer);
  readonly #buffer = Buffer.from(this.#bytes.buffer);

  /** @param file the index, which is there while the database is open in WAL mode */
  constructor(file: string) {
    const { dev, ino } = statSync(file, { bigint: true });
    this.#key = `${dev}:${ino}`;
    const open = descriptors.get(this.#key) ?? { descriptor: openSync(file, "r"), users: 0 };
    open.users++;
    descriptors.set(this.#key, open);
    this.#descriptor = open.descriptor;
  }

  /** @returns undefined when another process is writing the index all the time */
  read(): LogState | undefined {
    for (let tries = 0; tries < 100; tries++) if (this.#readOnce()) return this.#parse();
    return undefined;
  }

  /** @returns whether the two headers are alike, and SQLite has finished them */
  #readOnce(): boolean {
    if (readSync(this.#descriptor, this.#bytes, 0, length, 0) < length || this.#bytes[12] === 0) return false;
    for (let index = 0; index < 12; index++) if (this.#words[index] !== this.#words[index + 12]) return false;
    return true;
  }

  /** Its numbers have the machine's byte order, as those of a Uint32Array; the salts are those of the log, byte by byte. */
  #parse(): LogState {
    const at = (index: number) => this.#words[index] ?? 0;
    const pageSize = this.#halves[7] === 1 ? 65_536 : (this.#halves[7] ?? 0);
    const salts = this.#buffer.toString("hex", 32, 40);
    const checksum = [at(6), at(7)].map((word) => word.toString(16).padStart(8, "0")).join("");
    return {
      salts,
      frames: at(4),
      pageSize,
      end: salts + checksum,
      copied: at(24),
      begun: at(32),
    };
  }

  close(): void {
    const open = descriptors.get(this.#key);
    if (!open || --open.users > 0) return;
    descriptors.delete(this.#key);
    closeSync(open.descriptor);
  }
}

/** The write-ahead log itself. On it SQLite has no locks that a descriptor could take with it. */
export class WalFile {
  readonly #descriptor: number;
  readonly #buffer = Buffer.alloc(headerSize);

  constructor(file: string) {
    this.#descriptor = openSync(file, "r");
  }

  /** Whether its beginning and its end are those of which the index tells. What lies between them is not looked at. */
  isOf({ salts, frames, pageSize, end }: LogState): boolean {
    // Whoever writes the first frame writes the header as well.
    return (
      frames === 0 || (this.#salts === salts && this.#read(placeOfFrame(frames, pageSize) + 8, 16) === end)
    );
  }

  /** Whether it is one of the same log with as many frames as were copied into the database, or more. */
  hasMoreThanCopied({ salts, copied, pageSize }: LogState): boolean {
    return (
      this.#salts === salts && (copied === 0 || this.#read(placeOfFrame(copied, pageSize) + 8, 8) === salts)
    );
  }

  get #salts(): string {
    return this.#read(16, 8);
  }

  /** @returns hexadecimal digits, fewer where the file ends */
  #read(position: number, length: number): string {
    return this.#buffer.toString("hex", 0, readSync(this.#descriptor, this.#buffer, 0, length, position));
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** @param frame the first one is 1 */
function placeOfFrame(frame: number, pageSize: number): number {
  return headerSize + (frame - 1) * (frameHeaderSize + pageSize);
}
