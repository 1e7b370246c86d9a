// The page: the text on one side, its answer on the other.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Mark, TileState } from '../protocol.js';
import type { Editor } from './editor.js';
import { EXAMPLES } from './examples.js';
import { DetailsView, ExplanationView, GroupsView } from './explanation-view.js';
import { FileButton, useFileDrop } from './files.js';
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
  const isDropping = useFileDrop(model);
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
          <button type="button" onClick={() => model.showMessage(undefined)}>
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
          {state.answer !== undefined && hasAnswer(state) && (
            <div class={isOutdated(state) ? 'answer outdated' : 'answer'} inert={isOutdated(state)}>
              <Results model={model} state={state} answer={state.answer} onTip={setTip} />
            </div>
          )}
        </div>
      </main>
      {tip !== undefined && <Tip {...tip} />}
      {isDropping && (
        <p class="drop" aria-hidden="true">
          Drop YAML or JSON files to open them
        </p>
      )}
    </>
  );
}

/** Returns whether the state has an answer to show. A text that failed has none: the answer to an earlier text would not belong to it. */
function hasAnswer({ status }: State): boolean {
  return status !== 'cancelled' && status !== 'failed';
}

/** Returns whether the shown answer belongs to an earlier text, because the answer to the current text is slow. */
function isOutdated({ waitsFor }: State): boolean {
  return waitsFor === 'answer';
}

interface PartProps {
  readonly model: Model;
  readonly state: State;
}

function Header({ model, state: { example, file, semantics } }: PartProps) {
  return (
    <header>
      <div class="title">
        <h1>dra-allocator playground</h1>
        <p>See which devices kube-scheduler allocates, and why a pod is pending. Your text stays in the browser.</p>
        <nav aria-label="Documentation">
          <a href="docs/guides/playground.html">Help</a>
          <a href="docs/guides/debug-a-pending-pod.html">Debug a pending pod</a>
          <a href="docs/index.html">All docs</a>
        </nav>
      </div>
      <div class="choices">
        <FileButton model={model} />
        <button type="button" onClick={() => void share(model)}>
          Copy link
        </button>
        <label>
          Example
          <select value={example ?? ''} onChange={(event) => void model.choose(event.currentTarget.value)}>
            {example === undefined && (
              <option value="" disabled>
                {file ?? 'your own text'}
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
          Feature gates
          <select
            value={semantics.release ?? ''}
            onChange={({ currentTarget: { value } }) => model.setSemantics(withRelease(semantics, value))}
          >
            <option value="">all on</option>
            {RELEASES.map((release) => (
              <option key={release} value={release}>
                {`defaults of ${release}`}
              </option>
            ))}
          </select>
        </label>
        <label class="check" title="Ignore CPU, memory, node taints, affinity and ports">
          <input
            type="checkbox"
            checked={semantics.devicesOnly}
            onChange={(event) => model.setSemantics({ ...semantics, devicesOnly: event.currentTarget.checked })}
          />
          Devices only
        </label>
      </div>
    </header>
  );
}

function withRelease({ devicesOnly }: State['semantics'], release: string): State['semantics'] {
  return release === '' ? { devicesOnly } : { devicesOnly, release };
}

async function share(model: Model): Promise<void> {
  const fragment = await model.link();
  if (fragment === undefined) return model.showMessage('The text is too long for a link: send the file instead.');
  try {
    await navigator.clipboard.writeText(location.href);
    model.showMessage('Link copied. It contains your text. Nothing was sent to a server.');
  } catch {
    model.showMessage('Copy the link from the address bar.');
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
        () => model.showMessage('The editor could not be loaded: reload the page.'),
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
  search: 'Preparing the steps of the search …',
  apply: 'Applying the change …',
};

/** The one line that screen readers announce: the status of the current text. */
function Status({ model, state: { status, waitsFor, answer } }: PartProps) {
  return (
    <div class={`status ${status}`}>
      <p role="status">
        {waitsFor !== undefined ? (
          WAITING[waitsFor]
        ) : status === 'cancelled' ? (
          'Cancelled: no result for this text.'
        ) : status === 'failed' ? (
          'No result for this text.'
        ) : (
          <>
            {summaryOf(answer)}
            <FirstError answer={answer} />
            <span class="unseen">{rejectionOf(answer)}</span>
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
function rejectionOf(answer: Answer | undefined): string {
  const shown = answer?.groups.find(({ name }) => name === answer.shown);
  return shown === undefined || shown.outcome === 'placed' ? '' : `. ${shown.name}: ${shown.text}`;
}

function summaryOf(answer: Answer | undefined): string {
  if (answer === undefined) return 'Loading …';
  const { groups, totals, marks } = answer;
  const errors = marks.filter(({ severity }) => severity === 'error');
  if (errors.length > 0 && groups.length === 0) {
    const verdict = errors.every(({ rule }) => rule === 'readable-text') ? 'Cannot parse this text' : 'The API server rejects this';
    return `${verdict}: ${errors.length} ${errors.length === 1 ? 'error' : 'errors'}.`;
  }
  if (groups.length === 0) return `No pending pod or claim needs devices · ${totals.free} of ${totals.devices} devices free`;
  const placed = groups.filter(({ outcome }) => outcome === 'placed').length;
  return `${placed} of ${groups.length} ${placed === 1 ? 'fits' : 'fit'} · ${totals.picked} of ${totals.devices} devices allocated, ${totals.free} free`;
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
          <Legend nodes={answer.nodes} />
          <NodesView nodes={answer.nodes} onTip={onTip} />
        </>
      )}
      <DetailsView answer={answer} />
      <SearchView key={answer.shown ?? ''} model={model} group={answer.shown} trace={state.trace} />
    </>
  );
}

/** Explains the looks of the tiles on the page. */
function Legend({ nodes }: Pick<Answer, 'nodes'>) {
  const tiles = nodes.flatMap(({ pools }) => pools.flatMap(({ devices }) => devices));
  const looks = new Set(tiles.map(({ state, isShown }) => (isShown ? 'shown' : state)));
  const hasMatch = tiles.some(({ values }) => values.some(({ match }) => match !== undefined));
  return (
    <ul class="legend" aria-label="Legend">
      {LOOKS.filter(({ look }) => looks.has(look)).map(({ look, text }) => (
        <li key={look}>
          <span class={`swatch ${look === 'shown' ? 'picked shown' : look}`} /> {text}
        </li>
      ))}
      {hasMatch && (
        <li>
          <span class="badge match m0">⇄ value</span> the same on all devices of a claim
        </li>
      )}
    </ul>
  );
}

const LOOKS: readonly { readonly look: TileState | 'shown'; readonly text: string }[] = [
  { look: 'shown', text: 'allocated to the selected one' },
  { look: 'picked', text: 'allocated to others' },
  { look: 'taken', text: 'in use in the input' },
  { look: 'refused', text: 'unavailable' },
  { look: 'free', text: 'free' },
];
