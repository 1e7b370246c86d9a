// The state of the page: the text, its answer, and running questions. It does not depend on the layout.

import type { Answer, SearchTrace, Semantics, SuggestionAnswer } from '../protocol.js';
import { EXAMPLES, loadExample } from './examples.js';
import { Pending, type UnderWay, type Waiting } from './under-way.js';
import { fragmentOf, type LinkState, readFragment } from './url-state.js';
import { Cancelled, type WorkerClient } from './worker-client.js';

/** The delay after the last edit until the address contains the text. */
const LINK_DELAY = 500;

/** An applied suggestion, and the suggestions applied before it. */
export interface Applied {
  readonly before: string;
  readonly after: string;
  readonly text: string;
  readonly previous?: Applied;
}

/** The state that the page shows. */
export interface State {
  readonly text: string;
  /** The example, while the text is unchanged. */
  readonly example?: string;
  /** The name of the file of the text. */
  readonly file?: string;
  readonly semantics: Semantics;
  /** The selected group. */
  readonly group?: string;
  readonly answer?: Answer;
  /** `cancelled` and `failed`: the current text has no answer. */
  readonly status: 'idle' | 'working' | 'slow' | 'cancelled' | 'failed';
  /** The kind of the slow question. */
  readonly waitsFor?: Waiting;
  /** A message for the user, such as an invalid link. */
  readonly message?: string;
  /** The last applied suggestion, while the text is its result. */
  readonly applied?: Applied;
  readonly trace?: SearchTrace;
}

/** The environment of the state. */
export interface ModelEnvironment {
  readonly client: WorkerClient;
  /** Puts a fragment into the address. */
  readonly setFragment: (fragment: string) => void;
}

/** The state of the page, and the operations on it. */
export class Model {
  state: State = { text: '', semantics: { devicesOnly: false }, status: 'idle' };
  readonly #environment: ModelEnvironment;
  readonly #listeners = new Set<(state: State) => void>();
  readonly #pending = new Pending();
  #isStale = false;
  #unanswered: 'cancelled' | 'failed' | undefined;
  #link: ReturnType<typeof setTimeout> | undefined;
  /** The last loaded example. */
  #example: { readonly id: string; readonly text: string } | undefined;
  /** The number of opened texts. Late results for an earlier text are dropped. */
  #opened = 0;
  #linked = 0;
  /** True if the address contains the text. */
  #isLinked = true;

  constructor(environment: ModelEnvironment) {
    this.#environment = environment;
  }

  /** Returns whether the text can be restored after leaving the page. */
  get isRestorable(): boolean {
    return this.#isLinked || this.state.example !== undefined;
  }

  /** Calls a listener after each change. The result unsubscribes it. */
  subscribe(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens the state of a link, or the first example. */
  async open(fragment: string): Promise<void> {
    const openCount = ++this.#opened;
    const { example, text, semantics, group, problem } = await readFragment(fragment);
    if (openCount !== this.#opened) return;
    const chosen: Pick<State, 'semantics'> & LinkState = { semantics, ...(group === undefined ? {} : { group }) };
    if (text !== undefined) return this.#take(text, undefined, chosen, problem);
    const listedExample = EXAMPLES.find(({ id }) => id === example) ?? EXAMPLES[0];
    const unknown = example === undefined || listedExample?.id === example ? problem : `no example named "${example}"`;
    await this.#load(listedExample?.id ?? '', chosen, unknown);
  }

  /** Shows an example. */
  async choose(id: string): Promise<void> {
    this.#opened++;
    await this.#load(id, { semantics: this.state.semantics }, undefined);
  }

  /** Shows the text of a file. */
  openText(text: string, file: string): void {
    this.#opened++;
    const { semantics } = this.state;
    this.#take(text, undefined, { semantics }, undefined, file);
  }

  async #load(id: string, chosen: LinkState, message: string | undefined): Promise<void> {
    const openCount = this.#opened;
    try {
      const text = await loadExample(id);
      if (openCount !== this.#opened) return;
      this.#example = { id, text };
      this.#take(text, id, chosen, message);
    } catch (error) {
      if (openCount === this.#opened) this.#showError(error);
    }
  }

  #take(text: string, example: string | undefined, { semantics, group }: LinkState, message: string | undefined, file?: string): void {
    const { answer, status } = this.state;
    this.state = {
      text,
      semantics,
      status,
      ...(example === undefined ? {} : { example }),
      ...(file === undefined ? {} : { file }),
      ...(group === undefined ? {} : { group }),
      ...(message === undefined ? {} : { message }),
      ...(answer === undefined ? {} : { answer }),
    };
    this.#changed();
  }

  /** Sets the text after an edit of the user. */
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

  /** Applies a suggestion. */
  async apply({ patches, text: suggestion }: SuggestionAnswer): Promise<void> {
    const { text } = this.state;
    const reply = await this.#aside('apply', () => this.#environment.client.ask({ ask: 'apply', text, patches }));
    if (reply === undefined) return;
    if ('refused' in reply) return this.showMessage(`cannot apply the change: ${reply.refused}`);
    const { applied: previous } = this.state;
    this.#set({ applied: { before: text, after: reply.text, text: suggestion, ...(previous === undefined ? {} : { previous }) } });
    this.edit(reply.text);
  }

  /** Undoes the last suggestion. */
  undo(): void {
    const { applied } = this.state;
    if (applied !== undefined) this.edit(applied.before);
  }

  /** Traces the plain search for a group. */
  async search(group: string): Promise<void> {
    const { text, semantics } = this.state;
    const reply = await this.#aside('search', () => this.#environment.client.ask({ ask: 'search', text, semantics, group }));
    if (reply === undefined) return;
    if ('refused' in reply) this.showMessage(`cannot show the search: ${reply.refused}`);
    else this.#set({ trace: reply });
  }

  /** Cancels all running questions. */
  cancel(): void {
    if (this.#pending.get('answer') !== undefined) this.#unanswered = 'cancelled';
    this.#isStale = false;
    this.#pending.endAll();
    this.#environment.client.restart();
    this.#set({});
  }

  /** Returns the address fragment of the present state; undefined if it is too long. */
  async link(): Promise<string | undefined> {
    const linkCount = ++this.#linked;
    const { example, text, semantics, group } = this.state;
    const fragment = await fragmentOf({
      ...(example === undefined ? { text } : { example }),
      semantics,
      ...(group === undefined ? {} : { group }),
    });
    // An address with a different text would be worse than an address without a text.
    if (linkCount === this.#linked) {
      this.#environment.setFragment(fragment ?? '');
      this.#isLinked = fragment !== undefined;
    }
    return fragment;
  }

  showMessage(message: string | undefined): void {
    const { message: _before, ...rest } = this.state;
    this.state = message === undefined ? rest : { ...rest, message };
    this.#publish();
  }

  #showError(error: unknown): void {
    this.showMessage(error instanceof Error ? error.message : String(error));
  }

  #changed(): void {
    this.#isLinked = false;
    clearTimeout(this.#link);
    this.#link = setTimeout(() => void this.link(), LINK_DELAY);
    const answering = this.#pending.get('answer');
    if (answering === undefined) {
      // Questions about an earlier text need no reply.
      if (this.#pending.aside?.isSlow) this.#restart();
      void this.#answer();
      return;
    }
    this.#isStale = true;
    if (answering.isSlow) this.#environment.client.restart();
    this.#set({});
  }

  async #answer(): Promise<void> {
    const { text, semantics, group } = this.state;
    const behind = this.#pending.aside;
    this.#isStale = false;
    this.#unanswered = undefined;
    const runningQuestion = this.#pending.begin('answer', () => {
      // An earlier question that blocks the worker is cancelled, and this one is repeated.
      if (behind !== undefined && this.#pending.has(behind)) this.#isStale = true;
      if (this.#isStale) this.#environment.client.restart();
      this.#set({});
    });
    this.#set({});
    try {
      const answer = await this.#environment.client.ask({ ask: 'answer', text, semantics, ...(group === undefined ? {} : { group }) });
      this.#pending.end(runningQuestion);
      this.#set({ answer });
    } catch (error) {
      if (!this.#pending.has(runningQuestion)) return;
      this.#pending.end(runningQuestion);
      if (!this.#isStale) this.#unanswered = error instanceof Cancelled ? 'cancelled' : 'failed';
      if (error instanceof Cancelled) this.#set({});
      else this.#showError(error);
    }
    if (this.#isStale) await this.#answer();
  }

  /** Runs one additional question at a time; undefined if it was cancelled or its text changed. */
  async #aside<T>(kind: Waiting, question: () => Promise<T>): Promise<T | undefined> {
    if (this.#pending.aside !== undefined) return undefined;
    const { text, semantics, group } = this.state;
    const runningQuestion: UnderWay = this.#pending.begin(kind, () => this.#set({}));
    try {
      const reply = await question();
      const now = this.state;
      return now.text === text && now.semantics === semantics && now.group === group ? reply : undefined;
    } catch (error) {
      if (!(error instanceof Cancelled)) this.#showError(error);
      return undefined;
    } finally {
      this.#pending.end(runningQuestion);
      this.#set({});
    }
  }

  /** Cancels the work of the worker. */
  #restart(): void {
    this.#pending.endAll();
    this.#environment.client.restart();
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

/** Returns the latest applied suggestion whose result is this text. */
function appliedTo(text: string, applied: Applied | undefined): Applied | undefined {
  for (let appliedChange = applied; appliedChange !== undefined; appliedChange = appliedChange.previous)
    if (appliedChange.after === text) return appliedChange;
  return undefined;
}
