// The plain search, step by step: attempts, rejections with reasons, backtracking, and the branches that the solver's bounds would end.

import { useEffect, useState } from 'preact/hooks';
import type { SearchEvent, SearchTrace } from '../protocol.js';
import type { Model } from './model.js';

/** The steps listed around the current one. */
const LINES_BEFORE = 6;
const LINES_AFTER = 8;

/** The time of each step during playback. */
const MILLISECONDS_A_STEP = 350;

interface SearchProps {
  readonly model: Model;
  readonly group: string | undefined;
  readonly trace: SearchTrace | undefined;
}

/** The search for the shown group. */
export function SearchView({ model, group, trace }: SearchProps) {
  if (group === undefined) return null;
  return (
    <section aria-label="The search, step by step" class="search">
      <h2>Search</h2>
      <p class="soft">
        kube-scheduler tries devices for each request in order, and uses the first combination that works. The solver finds the same
        combination, and skips branches that cannot work.
      </p>
      {trace === undefined ? (
        <button type="button" data-successor=".slider input" onClick={() => void model.search(group)}>
          {`Step through the search for ${group}`}
        </button>
      ) : (
        <Steps trace={trace} />
      )}
    </section>
  );
}

function Steps({ trace }: { readonly trace: SearchTrace }) {
  const { events, node, group, result } = trace;
  const [at, setAt] = useState(0);
  const [plays, setPlays] = useState(false);
  const last = Math.max(0, events.length - 1);
  useEffect(() => {
    if (!plays) return undefined;
    const timer = setInterval(() => setAt((before) => Math.min(last, before + 1)), MILLISECONDS_A_STEP);
    return () => clearInterval(timer);
  }, [plays, last]);
  useEffect(() => {
    if (at === last) setPlays(false);
  }, [at, last]);
  const go = (to: number): void => {
    setPlays(false);
    setAt(Math.min(last, Math.max(0, to)));
  };
  const place = `Step ${events.length === 0 ? 0 : at + 1} of ${events.length}`;
  const [first, end] = [Math.max(0, at - LINES_BEFORE), Math.min(events.length, at + LINES_AFTER)];
  return (
    <div>
      <p>{`${group} on ${node}: ${result}`}</p>
      <Totals trace={trace} />
      <div class="steps-controls">
        <StepButton isOff={at === 0} onClick={() => go(0)}>
          First
        </StepButton>
        <StepButton isOff={at === 0} onClick={() => go(at - 1)}>
          Back
        </StepButton>
        <StepButton isOff={at === last} onClick={() => go(at + 1)}>
          Next
        </StepButton>
        <StepButton isOff={at === last} onClick={() => go(nextTurn(events, at))}>
          Next dead end
        </StepButton>
        <StepButton isOff={at === last} isPressed={plays} onClick={() => setPlays(!plays)}>
          {plays ? 'Pause' : 'Play'}
        </StepButton>
      </div>
      <label class="slider">
        {place}
        <input
          type="range"
          aria-valuetext={place}
          min={0}
          max={last}
          value={at}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
      </label>
      <p class="current" role="status">
        {events[at]?.text ?? 'No steps'}
        {events[at]?.saves !== undefined && `. ${savedInWords(events[at]?.saves ?? 0)}`}
      </p>
      <ol class="steps" start={first + 1}>
        {events.slice(first, end).map((event, index) => (
          <Step key={first + index} event={event} isCurrent={first + index === at} />
        ))}
      </ol>
    </div>
  );
}

interface StepButtonProps {
  readonly isOff: boolean;
  readonly isPressed?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** A button that keeps the focus when it has no action: `disabled` would remove it from keyboard users. */
function StepButton({ isOff, isPressed, onClick, children }: StepButtonProps) {
  return (
    <button type="button" aria-disabled={isOff} aria-pressed={isPressed} onClick={isOff ? undefined : onClick}>
      {children}
    </button>
  );
}

/** Returns the next step that undoes a selection. */
function nextTurn(events: readonly SearchEvent[], at: number): number {
  const next = events.findIndex(({ kind }, index) => index > at && kind === 'undo');
  return next < 0 ? events.length - 1 : next;
}

function savedInWords(saves: number): string {
  return `The solver sees that this cannot work, and skips ${saves} ${saves === 1 ? 'step' : 'steps'}.`;
}

/** The deepest indentation of steps. */
const MOST_DEPTH = 10;

function Step({ event: { kind, depth, text, saves }, isCurrent }: { readonly event: SearchEvent; readonly isCurrent: boolean }) {
  return (
    <li class={`step ${kind} d${Math.min(depth, MOST_DEPTH)}`} aria-current={isCurrent ? 'step' : undefined}>
      {text}
      {saves !== undefined && <span class="cut"> ✂ the solver stops here</span>}
    </li>
  );
}

function stepsInWords(steps: number | undefined): string {
  return steps === undefined ? 'not finished' : `${steps.toLocaleString('en')} ${steps === 1 ? 'step' : 'steps'}`;
}

function Totals({ trace: { plainSteps, solverSteps, boundedSteps, bounds, isCut, events } }: { readonly trace: SearchTrace }) {
  const rows = [
    ['Plain search', stepsInWords(plainSteps)],
    ['Solver (skips branches after 256 steps)', stepsInWords(solverSteps)],
    ['Solver that skips branches from the first step', stepsInWords(boundedSteps)],
    ...bounds.map(({ name, count }) => [`Branches skipped because ${name}`, String(count)]),
  ];
  return (
    <>
      <dl class="totals">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isCut && <p class="soft">{`The page shows the first ${events.length.toLocaleString('en')} steps.`}</p>}
    </>
  );
}
