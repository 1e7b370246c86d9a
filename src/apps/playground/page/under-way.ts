// Tracks running questions. Holds the questions that are running. The user should see slow questions, and can cancel them.

/** A question is slow after this many milliseconds. The next edit then ends it, and the user can cancel it. */
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

  /** Begins a question, and replaces an earlier one of its kind. `onSlow` is called when the question becomes slow. */
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

  /** Ends a question. Has no effect on a question that ended. */
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
