// The state of the page: the text, its answer, and what is under way. Knows nothing of how it looks.

import type { Answer, SearchTrace, Semantics, SuggestionAnswer } from '../protocol.js';
import { EXAMPLES, loadExample } from './examples.js';
import { Pending, type UnderWay, type Waiting } from './under-way.js';
import { fragmentOf, type LinkState, readFragment } from './url-state.js';
import { Cancelled, type WorkerClient } from './worker-client.js';

/** The address follows the text after this time without edits. */
const LINK_DELAY = 500;

/** A suggestion that was applied, and those before it. */
export interface Applied {
  readonly before: string;
  readonly after: string;
  readonly text: string;
  readonly previous?: Applied;
}

/** All that is shown. */
export interface State {
  readonly text: string;
  /** The example that the text still is. */
  readonly example?: string;
  readonly semantics: Semantics;
  /** The group that was chosen. */
  readonly group?: string;
  readonly answer?: Answer;
  /** While the answer is that the text has errors: the one before, of which more can be seen. */
  readonly earlier?: Answer;
  /** Cancelled, failed: there is no answer to the text as it is. */
  readonly status: 'idle' | 'working' | 'slow' | 'cancelled' | 'failed';
  /** The question that is slow. */
  readonly waitsFor?: Waiting;
  /** Something to tell, such as a link that cannot be read. */
  readonly message?: string;
  /** The suggestion that was applied last, while the text is what came of it. */
  readonly applied?: Applied;
  readonly trace?: SearchTrace;
}

/** The surroundings of the state. */
export interface Surroundings {
  readonly client: WorkerClient;
  /** Puts a fragment into the address. */
  readonly setFragment: (fragment: string) => void;
}

/** The state, and what can be done with it. */
export class Model {
  state: State = { text: '', semantics: { devicesOnly: false }, status: 'idle' };
  readonly #around: Surroundings;
  readonly #listeners = new Set<(state: State) => void>();
  readonly #pending = new Pending();
  #isStale = false;
  #unanswered: 'cancelled' | 'failed' | undefined;
  #link: ReturnType<typeof setTimeout> | undefined;
  /** The example that was loaded last. */
  #example: { readonly id: string; readonly text: string } | undefined;
  /** Counts what was opened: what comes late for one of before is dropped. */
  #opened = 0;
  /** The count when the answer that is shown was requested. */
  #answered = 0;
  #linked = 0;
  /** The address tells of the text. */
  #isLinked = true;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** False: who leaves the page loses what was written. */
  get isKept(): boolean {
    return this.#isLinked || this.state.example !== undefined;
  }

  /** Calls back after each change, until the function that it gives is called. */
  subscribe(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes what a link tells, or the first example. */
  async open(fragment: string): Promise<void> {
    const own = ++this.#opened;
    const { example, text, semantics, group, problem } = await readFragment(fragment);
    if (own !== this.#opened) return;
    const chosen: Pick<State, 'semantics'> & LinkState = { semantics, ...(group === undefined ? {} : { group }) };
    if (text !== undefined) return this.#take(text, undefined, chosen, problem);
    const known = EXAMPLES.find(({ id }) => id === example) ?? EXAMPLES[0];
    const unknown = example === undefined || known?.id === example ? problem : `there is no example "${example}"`;
    await this.#load(known?.id ?? '', chosen, unknown);
  }

  /** Shows an example. */
  async choose(id: string): Promise<void> {
    this.#opened++;
    await this.#load(id, { semantics: this.state.semantics }, undefined);
  }

  async #load(id: string, chosen: LinkState, message: string | undefined): Promise<void> {
    const own = this.#opened;
    try {
      const text = await loadExample(id);
      if (own !== this.#opened) return;
      this.#example = { id, text };
      this.#take(text, id, chosen, message);
    } catch (error) {
      if (own === this.#opened) this.#tellOf(error);
    }
  }

  #take(text: string, example: string | undefined, { semantics, group }: LinkState, message: string | undefined): void {
    const { answer, status } = this.state;
    this.state = {
      text,
      semantics,
      status,
      ...(example === undefined ? {} : { example }),
      ...(group === undefined ? {} : { group }),
      ...(message === undefined ? {} : { message }),
      ...(answer === undefined ? {} : { answer }),
    };
    this.#changed();
  }

  /** The user wrote. */
  edit(text: string): void {
    if (text === this.state.text) return;
    const { applied, example, message, trace, ...rest } = this.state;
    const still = appliedTo(text, applied);
    this.state = {
      ...rest,
      text,
      ...(still === undefined ? {} : { applied: still }),
      ...(text === this.#example?.text ? { example: this.#example.id } : {}),
    };
    this.#changed();
  }

  setSemantics(semantics: Semantics): void {
    const { trace, ...rest } = this.state;
    this.state = { ...rest, semantics };
    this.#changed();
  }

  /** Shows the devices as a group sees them. */
  show(group: string): void {
    const { trace, ...rest } = this.state;
    this.state = { ...rest, group };
    this.#changed();
  }

  /** Makes the change that a suggestion is. */
  async apply({ patches, text: suggestion }: SuggestionAnswer): Promise<void> {
    const { text } = this.state;
    const reply = await this.#aside('apply', () => this.#around.client.ask({ ask: 'apply', text, patches }));
    if (reply === undefined) return;
    if ('refused' in reply) return this.tell(`not applied: ${reply.refused}`);
    const { applied: previous } = this.state;
    this.#set({ applied: { before: text, after: reply.text, text: suggestion, ...(previous === undefined ? {} : { previous }) } });
    this.edit(reply.text);
  }

  /** Takes the last suggestion back. */
  undo(): void {
    const { applied } = this.state;
    if (applied !== undefined) this.edit(applied.before);
  }

  /** Follows the plain search for a group. */
  async search(group: string): Promise<void> {
    const { text, semantics } = this.state;
    const reply = await this.#aside('search', () => this.#around.client.ask({ ask: 'search', text, semantics, group }));
    if (reply === undefined) return;
    if ('refused' in reply) this.tell(`the search cannot be followed: ${reply.refused}`);
    else this.#set({ trace: reply });
  }

  /** Ends what is under way. */
  cancel(): void {
    if (this.#pending.get('answer') !== undefined) this.#unanswered = 'cancelled';
    this.#isStale = false;
    this.#pending.endAll();
    this.#around.client.restart();
    this.#set({});
  }

  /** The address of the state as it is; undefined: it is too long. */
  async link(): Promise<string | undefined> {
    const own = ++this.#linked;
    const { example, text, semantics, group } = this.state;
    const fragment = await fragmentOf({
      ...(example === undefined ? { text } : { example }),
      semantics,
      ...(group === undefined ? {} : { group }),
    });
    // An address that tells of another text would be worse than one that tells of none.
    if (own === this.#linked) {
      this.#around.setFragment(fragment ?? '');
      this.#isLinked = fragment !== undefined;
    }
    return fragment;
  }

  tell(message: string | undefined): void {
    const { message: _before, ...rest } = this.state;
    this.state = message === undefined ? rest : { ...rest, message };
    this.#publish();
  }

  #tellOf(error: unknown): void {
    this.tell(error instanceof Error ? error.message : String(error));
  }

  #changed(): void {
    this.#isLinked = false;
    clearTimeout(this.#link);
    this.#link = setTimeout(() => void this.link(), LINK_DELAY);
    const answering = this.#pending.get('answer');
    if (answering === undefined) {
      // Nobody waits for what was queried of a text that is gone.
      if (this.#pending.aside?.isSlow) this.#restart();
      void this.#answer();
      return;
    }
    this.#isStale = true;
    if (answering.isSlow) this.#around.client.restart();
    this.#set({});
  }

  async #answer(): Promise<void> {
    const { text, semantics, group } = this.state;
    const behind = this.#pending.aside;
    const opened = this.#opened;
    this.#isStale = false;
    this.#unanswered = undefined;
    const own = this.#pending.begin('answer', () => {
      // A question of before that holds the worker is ended, and this one asked again.
      if (behind !== undefined && this.#pending.has(behind)) this.#isStale = true;
      if (this.#isStale) this.#around.client.restart();
      this.#set({});
    });
    this.#set({});
    try {
      const answer = await this.#around.client.ask({ ask: 'answer', text, semantics, ...(group === undefined ? {} : { group }) });
      this.#pending.end(own);
      this.#show(answer, opened);
    } catch (error) {
      if (!this.#pending.has(own)) return;
      this.#pending.end(own);
      if (!this.#isStale) this.#unanswered = error instanceof Cancelled ? 'cancelled' : 'failed';
      if (error instanceof Cancelled) this.#set({});
      else this.#tellOf(error);
    }
    if (this.#isStale) await this.#answer();
  }

  /** Shows an answer. Who writes has a text with errors between two words: what was seen before stays meanwhile, unless it was of something else. */
  #show(answer: Answer, opened: number): void {
    const { earlier: before, answer: last, ...rest } = this.state;
    const seen = before ?? last;
    const earlier = isBroken(answer) && opened === this.#answered && seen !== undefined && isSeen(seen) ? seen : undefined;
    this.#answered = opened;
    this.state = { ...rest, answer, ...(earlier === undefined ? {} : { earlier }) };
    this.#publish();
  }

  /** Asks something next to the answer, one thing at a time; undefined: it was called off, or is of a text that is gone. */
  async #aside<T>(kind: Waiting, question: () => Promise<T>): Promise<T | undefined> {
    if (this.#pending.aside !== undefined) return undefined;
    const { text, semantics, group } = this.state;
    const own: UnderWay = this.#pending.begin(kind, () => this.#set({}));
    try {
      const reply = await question();
      const now = this.state;
      return now.text === text && now.semantics === semantics && now.group === group ? reply : undefined;
    } catch (error) {
      if (!(error instanceof Cancelled)) this.#tellOf(error);
      return undefined;
    } finally {
      this.#pending.end(own);
      this.#set({});
    }
  }

  /** Ends what the worker does. */
  #restart(): void {
    this.#pending.endAll();
    this.#around.client.restart();
  }

  #set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.#publish();
  }

  #publish(): void {
    const slow = this.#pending.slow;
    const { waitsFor, ...rest } = this.state;
    const isWorking = this.#pending.get('answer') !== undefined;
    const status = slow !== undefined ? 'slow' : isWorking ? 'working' : (this.#unanswered ?? 'idle');
    this.state = { ...rest, status, ...(slow === undefined ? {} : { waitsFor: slow }) };
    for (const listener of this.#listeners) listener(this.state);
  }
}

/** There is something to see of an answer. */
function isSeen({ nodes, groups }: Answer): boolean {
  return nodes.length > 0 || groups.length > 0;
}

/** An answer that the text has errors, so that nothing was placed. */
function isBroken(answer: Answer): boolean {
  return !isSeen(answer) && answer.marks.some(({ severity }) => severity === 'error');
}

/** The last of the suggestions whose text it is. */
function appliedTo(text: string, applied: Applied | undefined): Applied | undefined {
  for (let own = applied; own !== undefined; own = own.previous) if (own.after === text) return own;
  return undefined;
}
