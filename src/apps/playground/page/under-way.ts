// The questions that are under way: which of them take so long that whoever waits should be told, and can call them off.

/** A question that takes longer is ended for the next edit, and can be called off; in milliseconds. */
const PATIENCE = 400;

/** The kinds of questions that can take long. */
export type Waiting = 'answer' | 'search' | 'apply';

/** A question that is under way. */
export interface UnderWay {
  readonly kind: Waiting;
  readonly isSlow: boolean;
}

interface Begun extends UnderWay {
  isSlow: boolean;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Keeps one question of each kind. */
export class Pending {
  readonly #begun = new Map<Waiting, Begun>();

  /** Begins a question, in the place of another of its kind. `onSlow` is called once it takes long. */
  begin(kind: Waiting, onSlow: () => void): UnderWay {
    this.end(this.get(kind));
    const own: Begun = {
      kind,
      isSlow: false,
      timer: setTimeout(() => {
        own.isSlow = true;
        onSlow();
      }, PATIENCE),
    };
    this.#begun.set(kind, own);
    return own;
  }

  /** Ends a question; nothing happens to one that has ended before. */
  end(question: UnderWay | undefined): void {
    if (question === undefined || !this.has(question)) return;
    clearTimeout(this.#begun.get(question.kind)?.timer);
    this.#begun.delete(question.kind);
  }

  endAll(): void {
    for (const question of [...this.#begun.values()]) this.end(question);
  }

  has(question: UnderWay): boolean {
    return this.#begun.get(question.kind) === question;
  }

  get(kind: Waiting): UnderWay | undefined {
    return this.#begun.get(kind);
  }

  /** A question next to the answer. */
  get aside(): UnderWay | undefined {
    return this.get('search') ?? this.get('apply');
  }

  /** The kind that somebody waits for. */
  get slow(): Waiting | undefined {
    return [...this.#begun.values()].find(({ isSlow }) => isSlow)?.kind;
  }
}
