// Tracks running questions. The user should see slow ones, and can cancel them.

/** The milliseconds after which a question is slow: the next edit ends it, and the user can cancel it. */
const PATIENCE = 400;

/** The kinds of questions that can be slow. */
export type Waiting = 'answer' | 'search' | 'apply';

/** A running question. */
export interface UnderWay {
  readonly kind: Waiting;
  readonly isSlow: boolean;
}

interface Begun extends UnderWay {
  isSlow: boolean;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Holds one question of each kind. */
export class Pending {
  readonly #begun = new Map<Waiting, Begun>();

  /** Begins a question, in place of an earlier one of its kind. `onSlow` is called once it is slow. */
  begin(kind: Waiting, onSlow: () => void): UnderWay {
    this.end(this.get(kind));
    const begunQuestion: Begun = {
      kind,
      isSlow: false,
      timer: setTimeout(() => {
        begunQuestion.isSlow = true;
        onSlow();
      }, PATIENCE),
    };
    this.#begun.set(kind, begunQuestion);
    return begunQuestion;
  }

  /** Ends a question. Has no effect on an ended one. */
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

  /** The additional question, if any. */
  get aside(): UnderWay | undefined {
    return this.get('search') ?? this.get('apply');
  }

  /** The kind of the slow question. */
  get slow(): Waiting | undefined {
    return [...this.#begun.values()].find(({ isSlow }) => isSlow)?.kind;
  }
}
