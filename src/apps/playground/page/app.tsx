// The page: the text on one side, its answer on the other.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Mark } from '../protocol.js';
import type { Editor } from './editor.js';
import { EXAMPLES } from './examples.js';
import { ExplanationView, GroupsView } from './explanation-view.js';
import type { Model, State } from './model.js';
import { NodesView } from './nodes-view.js';
import { SearchView } from './search-view.js';
import { Tip, type TipTarget } from './tip.js';
import type { Waiting } from './under-way.js';
import { RELEASES } from './url-state.js';

/** The most findings below the editor, which itself shows all. */
const MAX_LISTED = 12;

/** The most milliseconds before the editor loads. It normally loads after the first answer, which it would delay. */
const EDITOR_PATIENCE = 3000;

/** The parts of the page. */
export interface AppProps {
  readonly model: Model;
  /** Loads the editor into an element, once. */
  readonly loadEditor: (host: HTMLElement) => Promise<Editor>;
}

/** The whole page. */
export function App({ model, loadEditor }: AppProps) {
  const [state, setState] = useState(model.state);
  const [tip, setTip] = useState<TipTarget>();
  const editor = useRef<Editor | undefined>(undefined);
  useEffect(() => model.subscribe(setState), [model]);
  useEffect(() => {
    const hide = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setTip(undefined);
    };
    // A tile with the focus keeps its tip next to it: the page scrolls to a tile that receives the focus.
    const leave = (): void => setTip((shown) => (shown && shown.element === document.activeElement ? { ...shown } : undefined));
    addEventListener('keydown', hide);
    addEventListener('scroll', leave, { passive: true });
    return () => {
      removeEventListener('keydown', hide);
      removeEventListener('scroll', leave);
    };
  }, []);
  return (
    <>
      <Header model={model} state={state} />
      {state.message !== undefined && (
        <p class="message" role="alert">
          <span>{state.message}</span>
          <button type="button" onClick={() => model.tell(undefined)}>
            Close
          </button>
        </p>
      )}
      <main>
        <section class="input" aria-label="Input">
          <EditorHost model={model} state={state} editor={editor} loadEditor={loadEditor} />
          <Marks marks={state.answer?.marks ?? []} onGo={(line, column) => editor.current?.goTo(line, column)} />
        </section>
        <div class="results">
          <Status model={model} state={state} />
          {state.applied !== undefined && (
            <p class="applied">
              <span>{`Applied: ${state.applied.text}`}</span>
              <button type="button" onClick={() => model.undo()}>
                Undo
              </button>
            </p>
          )}
          {state.answer !== undefined && (
            <div class={state.earlier === undefined ? 'shown' : 'shown earlier'} inert={state.earlier !== undefined}>
              <Results model={model} state={state} answer={state.earlier ?? state.answer} onTip={setTip} />
            </div>
          )}
        </div>
      </main>
      {tip !== undefined && <Tip {...tip} />}
    </>
  );
}

interface PartProps {
  readonly model: Model;
  readonly state: State;
}

function Header({ model, state: { example, semantics } }: PartProps) {
  return (
    <header>
      <div class="title">
        <h1>dra-allocator</h1>
        <p>Which devices kube-scheduler gives a workload, or why none. All of it runs in this page.</p>
      </div>
      <div class="choices">
        <label>
          Example
          <select value={example ?? ''} onChange={(event) => void model.choose(event.currentTarget.value)}>
            {example === undefined && (
              <option value="" disabled>
                your own text
              </option>
            )}
            {EXAMPLES.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Gates
          <select
            value={semantics.release ?? ''}
            onChange={({ currentTarget: { value } }) => model.setSemantics(withRelease(semantics, value))}
          >
            <option value="">all on</option>
            {RELEASES.map((release) => (
              <option key={release} value={release}>
                {`of ${release}`}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={semantics.devicesOnly}
            onChange={(event) => model.setSemantics({ ...semantics, devicesOnly: event.currentTarget.checked })}
          />
          Devices alone
        </label>
        <button type="button" onClick={() => void share(model)}>
          Copy link
        </button>
      </div>
    </header>
  );
}

function withRelease({ devicesOnly }: State['semantics'], release: string): State['semantics'] {
  return release === '' ? { devicesOnly } : { devicesOnly, release };
}

async function share(model: Model): Promise<void> {
  const fragment = await model.link();
  if (fragment === undefined) return model.tell('The text is too long for a link: pass on the file instead.');
  try {
    await navigator.clipboard.writeText(location.href);
    model.tell('The link is in the clipboard. The text is in the link itself and is sent to nobody.');
  } catch {
    model.tell('The link is in the address bar: copy it from there.');
  }
}

interface EditorHostProps extends PartProps {
  readonly editor: { current: Editor | undefined };
  readonly loadEditor: AppProps['loadEditor'];
}

function EditorHost({ model, state, editor, loadEditor }: EditorHostProps) {
  const host = useRef<HTMLDivElement>(null);
  const isLoading = useRef(false);
  const [isThere, setThere] = useState(false);
  const hasAnswer = state.answer !== undefined;
  useEffect(() => {
    const load = (): void => {
      if (host.current === null || isLoading.current) return;
      isLoading.current = true;
      void loadEditor(host.current).then(
        (loaded) => {
          editor.current = loaded;
          setThere(true);
        },
        () => model.tell('The editor could not be loaded: load the page again.'),
      );
    };
    if (hasAnswer) return afterFrame(load);
    const timer = setTimeout(load, EDITOR_PATIENCE);
    return () => clearTimeout(timer);
  }, [hasAnswer, editor, loadEditor, model]);
  useEffect(() => {
    // Uses the current text, not the drawn one: showing the drawn text would undo letters typed since, which is an edit again.
    if (isThere) editor.current?.show(model.state.text);
  }, [isThere, editor, model, state.text]);
  const marks = state.answer?.marks;
  useEffect(() => {
    if (isThere && marks !== undefined) editor.current?.mark(marks);
  }, [isThere, editor, marks]);
  return (
    <div class="editor">
      <div class="editor-host" ref={host} />
      {!isThere && (
        <pre class="before-editor" aria-hidden="true">
          {state.text.slice(0, 6000)}
        </pre>
      )}
    </div>
  );
}

/** Calls `call` after the next frame is on the screen. The result cancels the call. */
function afterFrame(call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(call);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

function Marks({ marks, onGo }: { readonly marks: readonly Mark[]; readonly onGo: (line: number, column?: number) => void }) {
  if (marks.length === 0) return null;
  return (
    <ul class="marks" aria-label="Findings">
      {marks.slice(0, MAX_LISTED).map(({ severity, message, line, column }) => (
        <li key={`${line} ${column} ${message}`} class={severity}>
          <span class="severity">{severity}</span>
          {line !== undefined && (
            <button type="button" class="place" onClick={() => onGo(line, column)}>
              {`line ${line}`}
            </button>
          )}
          <span class="said">{message}</span>
        </li>
      ))}
      {marks.length > MAX_LISTED && <li class="soft">{`${marks.length - MAX_LISTED} more, marked in the text`}</li>}
    </ul>
  );
}

const WAITING: Readonly<Record<Waiting, string>> = {
  answer: 'Searching …',
  search: 'Following the search …',
  apply: 'Applying the change …',
};

const FROM_BEFORE = ' What is shown is from before.';

/** The one line that screen readers announce: the status of the current text. */
function Status({ model, state: { status, waitsFor, answer, earlier } }: PartProps) {
  const before = answer === undefined ? '' : FROM_BEFORE;
  return (
    <div class={`status ${status}`}>
      <p role="status">
        {waitsFor !== undefined ? (
          WAITING[waitsFor]
        ) : status === 'cancelled' ? (
          `Cancelled.${before}`
        ) : status === 'failed' ? (
          `No answer.${before}`
        ) : (
          <>
            {summaryOf(answer)}
            {earlier !== undefined && FROM_BEFORE}
            <FirstError answer={answer} />
            <span class="unseen">{refusalOf(answer)}</span>
          </>
        )}
      </p>
      {waitsFor !== undefined && (
        <button type="button" onClick={() => model.cancel()}>
          Cancel
        </button>
      )}
    </div>
  );
}

/** The error that prevents any answer. It stands below the editor too, where readers need not search for it. */
function FirstError({ answer }: { readonly answer: Answer | undefined }) {
  const first = answer?.groups.length === 0 ? answer.marks.find(({ severity }) => severity === 'error') : undefined;
  if (first === undefined) return null;
  return <span class="first-error">{` ${first.line === undefined ? '' : `line ${first.line}: `}${first.message}`}</span>;
}

/** Returns the reason why the shown group does not fit. Sighted users see it in a separate part of the page. */
function refusalOf(answer: Answer | undefined): string {
  const shown = answer?.groups.find(({ name }) => name === answer.shown);
  return shown === undefined || shown.outcome === 'placed' ? '' : `. ${shown.name}: ${shown.text}`;
}

function summaryOf(answer: Answer | undefined): string {
  if (answer === undefined) return 'Loading …';
  const { groups, totals, marks } = answer;
  const errors = marks.filter(({ severity }) => severity === 'error');
  if (errors.length > 0 && groups.length === 0) {
    const verdict = errors.every(({ rule }) => rule === 'readable-text') ? 'This cannot be read' : 'The API server would refuse this';
    return `${verdict}: ${errors.length} ${errors.length === 1 ? 'error' : 'errors'}.`;
  }
  if (groups.length === 0) return `Nothing waits for devices · ${totals.free} of ${totals.devices} devices free`;
  const placed = groups.filter(({ outcome }) => outcome === 'placed').length;
  const parts = [
    `${placed} placed`,
    `${groups.length - placed} not`,
    `${totals.picked} of ${totals.devices} devices picked, ${totals.free} free`,
  ];
  return parts.join(' · ');
}

interface ResultsProps extends PartProps {
  readonly answer: Answer;
  readonly onTip: (target: TipTarget | undefined) => void;
}

function Results({ model, state, answer, onTip }: ResultsProps) {
  return (
    <>
      <div class="verdicts">
        <GroupsView model={model} answer={answer} />
        <ExplanationView model={model} answer={answer} />
      </div>
      {answer.nodes.length > 0 && (
        <>
          <h2>Devices</h2>
          <Legend />
          <NodesView nodes={answer.nodes} onTip={onTip} />
        </>
      )}
      <SearchView key={answer.shown ?? ''} model={model} group={answer.shown} trace={state.trace} />
    </>
  );
}

function Legend() {
  return (
    <ul class="legend" aria-label="Legend">
      <li>
        <span class="swatch picked shown" /> picked for what is shown
      </li>
      <li>
        <span class="swatch picked" /> picked for others
      </li>
      <li>
        <span class="swatch taken" /> taken before
      </li>
      <li>
        <span class="swatch refused" /> refused
      </li>
      <li>
        <span class="swatch free" /> free
      </li>
      <li>
        <span class="badge match m0">⇄ value</span> made a match
      </li>
    </ul>
  );
}
