// Places for what takes long, which clients get in turn: somebody the caller much waits behind himself, and keeps nobody else waiting.

/** Rejection of who gets no place: there are too many who wait. */
export class Crowded extends Error {
  override readonly name = 'Crowded';
}

interface Waiter {
  readonly client: string;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

/** Options of {@link FairSemaphore}. */
export interface FairSemaphoreOptions {
  readonly places: number;
  /** So many may wait; the next one is rejected, or takes the place in the line of somebody whose client has more in it. */
  readonly waiting: number;
}

/**
 * A semaphore that serves clients in turn, as FQ-CoDel (RFC 8290) serves flows: one that had nothing here lately comes first, the others one after the other. When too many wait, the newest of the client
 * with the most of them goes.
 */
export class FairSemaphore {
  #free: number;
  readonly #most: number;
  #waiting = 0;
  /** Lines of clients that had no place lately, then of those that had one: these stay, empty, until their turn comes, so that nobody is new each time. */
  readonly #newLines = new Map<string, Waiter[]>();
  readonly #oldLines = new Map<string, Waiter[]>();

  constructor({ places, waiting }: FairSemaphoreOptions) {
    this.#free = places;
    this.#most = waiting;
  }

  /** Waits for a place, until a signal ends it. Rejects with Crowded, or the reason of the signal. Who gets a place gives it back with `release`. */
  async acquire(client: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    if (this.#waiting >= this.#most) this.#makeRoomFor(client);
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#remove(waiter);
        reject(signal.reason);
      };
      const done = (): void => signal.removeEventListener('abort', leave);
      const waiter: Waiter = {
        client,
        resolve: () => {
          done();
          resolve();
        },
        reject: (reason) => {
          done();
          reject(reason);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting++;
      const line = this.#lineOf(client);
      if (line === undefined) this.#newLines.set(client, [waiter]);
      else line.push(waiter);
    });
  }

  /** Gives a place to whose turn it is. */
  release(): void {
    const next = this.#shift();
    if (next === undefined) this.#free++;
    else next.resolve();
  }

  #lineOf(client: string): Waiter[] | undefined {
    return this.#newLines.get(client) ?? this.#oldLines.get(client);
  }

  /** Throws Crowded if nobody has more in the line than this client would have. */
  #makeRoomFor(client: string): void {
    const lines = [...this.#newLines.values(), ...this.#oldLines.values()];
    const longest = lines.reduce((most, line) => (line.length > most.length ? line : most), []);
    const last = longest.length > (this.#lineOf(client)?.length ?? 0) + 1 ? longest.at(-1) : undefined;
    if (last === undefined) throw new Crowded();
    this.#remove(last);
    last.reject(new Crowded());
  }

  #remove(waiter: Waiter): void {
    const line = this.#lineOf(waiter.client) as Waiter[];
    line.splice(line.indexOf(waiter), 1);
    if (line.length === 0) this.#newLines.delete(waiter.client);
    this.#waiting--;
    this.#forgetIfNobodyWaits();
  }

  #shift(): Waiter | undefined {
    while (this.#waiting > 0) {
      const lines = this.#newLines.size > 0 ? this.#newLines : this.#oldLines;
      const [client, line] = lines.entries().next().value as [string, Waiter[]];
      lines.delete(client);
      const waiter = line.shift();
      if (waiter === undefined) continue;
      this.#oldLines.set(client, line);
      this.#waiting--;
      this.#forgetIfNobodyWaits();
      return waiter;
    }
    return undefined;
  }

  #forgetIfNobodyWaits(): void {
    if (this.#waiting === 0) this.#oldLines.clear();
  }
}
