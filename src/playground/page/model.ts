// The state of the page: the text, its answer, and what is under way. Knows nothing of how it looks.

import type { Answer, SearchTrace, Semantics, SuggestionAnswer } from '../protocol.js';
import { EXAMPLES, loadExample } from './examples.js';
import { fragmentOf, type LinkState, readFragment } from './url-state.js';
import { Cancelled, type WorkerClient } from './worker-client.js';

/** A question that takes longer is ended for the next edit, and can be called off. */
const PATIENCE = 400;

/** The address follows the text after this time without edits. */
const LINK_DELAY = 500;

/** All that is shown. */
export interface State {
  readonly text: string;
  /** The example that the text still is. */
  readonly example?: string;
  readonly semantics: Semantics;
  /** The group that was chosen. */
  readonly group?: string;
  readonly answer?: Answer;
  readonly status: 'idle' | 'working' | 'slow' | 'cancelled';
  /** Something to tell, such as a link that cannot be read. */
  readonly message?: string;
  /** The suggestion that was applied last, while the text is what came of it. */
  readonly applied?: { readonly before: string; readonly after: string; readonly text: string };
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
  #inFlight: number | undefined;
  #isStale = false;
  #slow: ReturnType<typeof setTimeout> | undefined;
  #link: ReturnType<typeof setTimeout> | undefined;
  #exampleText = '';

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Calls back after each change, until the function that it gives is called. */
  subscribe(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes what a link tells, or the first example. */
  async open(fragment: string): Promise<void> {
    const { example, text, semantics, group, problem } = await readFragment(fragment);
    const chosen: Pick<State, 'semantics'> & LinkState = { semantics, ...(group === undefined ? {} : { group }) };
    if (text !== undefined) return this.#take(text, undefined, chosen, problem);
    const known = EXAMPLES.find(({ id }) => id === example) ?? EXAMPLES[0];
    const unknown = example === undefined || known?.id === example ? problem : `there is no example "${example}"`;
    await this.#load(known?.id ?? '', chosen, unknown);
  }

  /** Shows an example. */
  async choose(id: string): Promise<void> {
    await this.#load(id, { semantics: this.state.semantics }, undefined);
  }

  async #load(id: string, chosen: LinkState, message: string | undefined): Promise<void> {
    try {
      this.#exampleText = await loadExample(id);
      this.#take(this.#exampleText, id, chosen, message);
    } catch (error) {
      this.#set({ message: error instanceof Error ? error.message : String(error) });
    }
  }

  #take(text: string, example: string | undefined, { semantics, group }: LinkState, message: string | undefined): void {
    const { answer } = this.state;
    this.state = {
      text,
      semantics,
      status: 'idle',
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
    const isExample = text === this.#exampleText && this.#exampleText !== '';
    this.state = {
      ...rest,
      text,
      ...(applied?.after === text ? { applied } : {}),
      ...(isExample && example !== undefined ? { example } : {}),
    };
    this.#changed();
  }

  setSemantics(semantics: Semantics): void {
    this.#set({ semantics });
    this.#changed();
  }

  /** Shows the devices as a group sees them. */
  show(group: string): void {
    const { trace, ...rest } = this.state;
    this.state = { ...rest, group };
    this.#changed();
  }

  /** Makes the change that a suggestion is. */
  async apply(suggestion: SuggestionAnswer): Promise<void> {
    const before = this.state.text;
    const reply = await this.#ask(() => this.#around.client.ask({ ask: 'apply', text: before, patches: suggestion.patches }));
    if (reply === undefined || this.state.text !== before) return;
    if ('refused' in reply) return this.#set({ message: `not applied: ${reply.refused}` });
    this.#set({ applied: { before, after: reply.text, text: suggestion.text } });
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
    const reply = await this.#ask(() => this.#around.client.ask({ ask: 'search', text, semantics, group }));
    if (reply === undefined || this.state.text !== text) return;
    if ('refused' in reply) this.#set({ message: `the search cannot be followed: ${reply.refused}` });
    else this.#set({ trace: reply });
  }

  /** Ends what is under way. */
  cancel(): void {
    this.#isStale = false;
    this.#around.client.restart();
    this.#done('cancelled');
  }

  /** The address of the state as it is; undefined: it is too long. */
  async link(): Promise<string | undefined> {
    const { example, text, semantics, group } = this.state;
    const fragment = await fragmentOf({
      ...(example === undefined ? { text } : { example }),
      semantics,
      ...(group === undefined ? {} : { group }),
    });
    if (fragment !== undefined) this.#around.setFragment(fragment);
    return fragment;
  }

  tell(message: string | undefined): void {
    const { message: _before, ...rest } = this.state;
    this.state = message === undefined ? rest : { ...rest, message };
    this.#publish();
  }

  #changed(): void {
    this.#publish();
    clearTimeout(this.#link);
    this.#link = setTimeout(() => void this.link(), LINK_DELAY);
    if (this.#inFlight === undefined) void this.#answer();
    else {
      this.#isStale = true;
      // Nobody waits for an answer to a text that is gone.
      if (performance.now() - this.#inFlight > PATIENCE) this.#around.client.restart();
    }
  }

  async #answer(): Promise<void> {
    const { text, semantics, group } = this.state;
    this.#isStale = false;
    this.#inFlight = performance.now();
    this.#set({ status: 'working' });
    this.#slow = setTimeout(() => {
      this.#set({ status: 'slow' });
      if (this.#isStale) this.#around.client.restart();
    }, PATIENCE);
    try {
      const answer = await this.#around.client.ask({ ask: 'answer', text, semantics, ...(group === undefined ? {} : { group }) });
      this.#done('idle', answer);
    } catch (error) {
      if (!(error instanceof Cancelled)) this.#set({ message: error instanceof Error ? error.message : String(error) });
      if (this.#inFlight !== undefined) this.#done(this.#isStale ? 'working' : 'cancelled');
    }
    if (this.#isStale) await this.#answer();
  }

  #done(status: State['status'], answer?: Answer): void {
    clearTimeout(this.#slow);
    this.#inFlight = undefined;
    this.#set({ status, ...(answer === undefined ? {} : { answer }) });
  }

  /** Asks something beside the answer, which can be called off as well. */
  async #ask<T>(question: () => Promise<T>): Promise<T | undefined> {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof Cancelled)) this.#set({ message: error instanceof Error ? error.message : String(error) });
      return undefined;
    }
  }

  #set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.#publish();
  }

  #publish(): void {
    for (const listener of this.#listeners) listener(this.state);
  }
}
