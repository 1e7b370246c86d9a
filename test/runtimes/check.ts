// Every runtime does this with the installed package: it says where it runs, asks all stored vectors in both forms, and uses each entry once.

import type * as Cel from '../../src/cel/index.js';
import type * as Classic from '../../src/classic/index.js';
import type * as Check from '../../src/explain/check/check.js';
import type * as Library from '../../src/index.js';
import type * as Pods from '../../src/library/pods/index.js';
import type * as Simulate from '../../src/planning/index.js';
import type * as Validate from '../../src/validate/index.js';
import { withoutShares } from '../support/without-shares.js';
import type { Question } from './questions.js';

/** The entries of the package, as the runtime found them. */
export interface Entries {
  readonly library: typeof Library;
  readonly cel: typeof Cel;
  readonly check: typeof Check;
  readonly classic: typeof Classic;
  readonly pods: typeof Pods;
  readonly simulate: typeof Simulate;
  readonly validate: typeof Validate;
}

/** The findings of a runtime. `steps`: the steps of each query, in order; they are the same on all runtimes. */
export interface Report {
  readonly where: Readonly<Record<string, unknown>>;
  readonly passed: number;
  readonly failures: readonly string[];
  readonly steps: readonly number[];
}

type Answer = Readonly<Record<string, unknown>>;

/** The words of the runtime about itself, which another one would have to lie to say. */
function placeOf(scope: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { process, Deno, Bun, navigator } = scope as {
    process?: { versions?: Record<string, string> };
    Deno?: { version: { deno: string } };
    Bun?: { version: string };
    navigator?: { userAgent?: string };
  };
  return {
    node: process?.versions?.['node'],
    deno: Deno?.version.deno,
    bun: Bun?.version,
    userAgent: navigator?.userAgent,
    hasDocument: 'document' in scope,
    hasWebSocketPair: 'WebSocketPair' in scope,
    runsText: runsText(),
  };
}

/** Returns whether a text may become code here: a policy such as that of a page forbids it. */
function runsText(): boolean {
  try {
    return new Function('return true')() === true;
  } catch {
    return false;
  }
}

/** A value as a text that does not depend on the order of fields. */
function textOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const entries = Object.entries(value).map(([key, of]) => `${JSON.stringify(key)}:${textOf(of)}`);
  return `{${entries.sort().join(',')}}`;
}

function answerOf(outcome: Library.Outcome): Answer {
  if (outcome.kind === 'allocated') return { kind: outcome.kind, results: withoutShares(outcome.allocations) };
  return { kind: outcome.kind };
}

function errorOf(error: unknown, { AllocationError }: typeof Library): Answer {
  if (!(error instanceof AllocationError)) throw error;
  return { kind: 'error', code: error.code, nodeLocal: error.nodeLocal };
}

/** Asks one question in both forms; gives the steps, 0 for an error. Throws for another answer than the one that is requested. */
async function ask({ featureGates, input, wanted }: Question, library: typeof Library): Promise<number> {
  const allocator = await library.createAllocator({ featureGates });
  const steps: number[] = [];
  for (const form of ['allocate', 'allocateAsync'] as const) {
    let answer: Answer;
    try {
      const outcome = await allocator[form](input as Library.AllocateInput);
      answer = answerOf(outcome);
      steps.push(outcome.steps);
    } catch (error) {
      answer = errorOf(error, library);
      steps.push(0);
    }
    if (textOf(answer) !== textOf(wanted)) throw new Error(`${form}: ${textOf(answer)} instead of ${textOf(wanted)}`);
  }
  if (steps[0] !== steps[1]) throw new Error(`${steps.join(' and ')} steps`);
  return steps[0] as number;
}

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** One use of each entry. */
function usesOf({ library, cel, check, classic, pods, simulate, validate }: Entries, input: object): Record<string, () => unknown> {
  return {
    explain: async () => {
      const allocator = await library.createAllocator();
      demand(allocator.explain(input as Library.AllocateInput).nodes.length === 1, 'explain');
      demand((await allocator.explainAsync(input as Library.AllocateInput)).nodes.length === 1, 'explainAsync');
    },
    cel: () => {
      const selector = cel.compileSelector('device.driver.matches("^d[[:alpha:]]\\\\p{L}$") && device.attributes["dra"].x == 1');
      demand(selector.evaluate({ attributes: { x: { int: 1 } } }, 'dra'), 'cel: a regular expression');
    },
    check: () => demand(!check.check({} as never, {} as never).valid, 'check'),
    classic: async () => demand((await new classic.Simulation().run()).settled, 'classic'),
    pods: () => demand([...pods.podsOf([])].length === 0, 'pods'),
    simulate: () => demand(typeof simulate.fit === 'function', 'simulate'),
    validate: () => demand(validate.validate([{ kind: 'Pod' }])[0]?.rule === 'missing-kind', 'validate'),
  };
}

/** Does all of it. Never throws: what goes wrong is a failure of the report. */
export async function checkRuntime(entries: Entries, questions: readonly Question[]): Promise<Report> {
  const failures: string[] = [];
  const steps: number[] = [];
  let passed = 0;
  const test = async (name: string, run: () => unknown): Promise<void> => {
    try {
      await run();
      passed += 1;
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  for (const question of questions) {
    await test(question.name, async () => {
      steps.push(await ask(question, entries.library));
    });
  }
  const input = questions[0]?.input ?? {};
  for (const [name, use] of Object.entries(usesOf(entries, input))) await test(name, use);
  return { where: placeOf(globalThis as unknown as Readonly<Record<string, unknown>>), passed, failures, steps };
}
