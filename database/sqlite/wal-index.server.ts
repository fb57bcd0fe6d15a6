import { closeSync, openSync, readSync, statSync } from "node:fs";

/** What SQLite keeps about the write-ahead log in the file `-shm`; https://sqlite.org/walformat.html#walidxfmt */
export interface LogState {
  /** Other numbers each time that the log begins anew. */
  salts: string;
  /** Bytes that the log's file has at least. */
  leastSize: bigint;
  /** Frames that are copied into the database, and those whose copying has begun. */
  copied: number;
  begun: number;
}

/** The header twice, then what checkpoints note. */
const length = 136;

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

  /** Its numbers have the machine's byte order, as those of a Uint32Array. */
  #parse(): LogState {
    const at = (index: number) => this.#words[index] ?? 0;
    const pageSize = this.#halves[7] === 1 ? 65_536 : (this.#halves[7] ?? 0);
    const frames = at(4);
    return {
      salts: `${at(8)}:${at(9)}`,
      leastSize: frames > 0 ? BigInt(32 + frames * (24 + pageSize)) : 0n,
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
