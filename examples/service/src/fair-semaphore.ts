// Shares places for slow work among clients in turn. A client with many requests waits behind its own requests, and delays no other client.

/** Rejects a request for a place when too many requests wait. */
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
  /** The longest total line. One more request is rejected, or displaces a request of a client with a longer line. */
  readonly waiting: number;
}

/**
 * A semaphore that serves clients in turn, like FQ-CoDel (RFC 8290) serves flows. A client without recent requests comes first, then the others in rotation.
 * When too many requests wait, the newest request of the client with the longest line is rejected.
 */
export class FairSemaphore {
  #free: number;
  readonly #most: number;
  #waiting = 0;
  /**
   * `#newLines` has the clients without a recent place, `#oldLines` the clients with one. An old line stays until its turn even when it is
   * empty, so that its client does not count as new each time.
   */
  readonly #newLines = new Map<string, Waiter[]>();
  readonly #oldLines = new Map<string, Waiter[]>();

  constructor({ places, waiting }: FairSemaphoreOptions) {
    this.#free = places;
    this.#most = waiting;
  }

  /** Waits for a place until the signal aborts. Rejects with Crowded, or with the reason of the signal. The caller returns its place with `release`. */
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

  /** Passes the place to the next request in turn. */
  release(): void {
    const next = this.#shift();
    if (next === undefined) this.#free++;
    else next.resolve();
  }

  #lineOf(client: string): Waiter[] | undefined {
    return this.#newLines.get(client) ?? this.#oldLines.get(client);
  }

  /** Throws Crowded unless another client has a longer line than this client would have. */
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
