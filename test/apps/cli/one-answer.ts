// Normalizes the answers of all commands about one pending pod.

import { expect } from 'vitest';
import { NAMESPACE, type World, worldOf } from './one-answer-worlds.js';
import { directoryWith, runProgram } from './run-program.js';

/** An answer of a command: whether the pod can be scheduled, and the scheduler's message if not. */
export interface Answer {
  readonly fits: boolean;
  /** Undefined if the command prints no message. */
  readonly message?: string;
}

interface Printed {
  readonly code: number;
  readonly json: Record<string, unknown>;
}

type Command = 'allocate' | 'nodes' | 'explain' | 'fit' | 'simulate' | 'diff';

/** The arguments of a command for a pod, and a parser of its output. */
interface Form {
  readonly args: (pod: string) => readonly string[];
  readonly read: (printed: Printed, pod: string) => Answer;
}

const UNCHANGED = 'unchanged.yaml';
const named =
  (command: Command): Form['args'] =>
  (pod) => [command, `pod/${pod}`, '-n', NAMESPACE];
/** The commands that evict other pods. The others never do. */
const alone =
  (command: Command): Form['args'] =>
  (pod) => [...named(command)(pod), '--no-preemption'];
const first = (json: Record<string, unknown>, list: string): Record<string, unknown> | undefined =>
  (json[list] as Record<string, unknown>[])[0];
const told = (message: unknown): Pick<Answer, 'message'> => (typeof message === 'string' ? { message } : {});

const FORMS: Readonly<Record<Command, Form>> = {
  allocate: {
    args: alone('allocate'),
    read: ({ code, json }) => ({ fits: code === 0, ...told((json['refused'] as { message: string }[] | undefined)?.[0]?.message) }),
  },
  nodes: {
    args: alone('nodes'),
    read: ({ json }) => {
      const pod = first(json, 'pods');
      return { fits: (pod?.['nodes'] as { fits: boolean }[] | undefined)?.some(({ fits }) => fits) === true, ...told(pod?.['message']) };
    },
  },
  explain: { args: alone('explain'), read: ({ json }) => ({ fits: first(json, 'explanations')?.['kind'] === 'allocated' }) },
  fit: { args: named('fit'), read: ({ json }) => ({ fits: ((first(json, 'pods')?.['count'] as number | undefined) ?? 0) > 0 }) },
  simulate: {
    args: () => ['simulate'],
    read: ({ json }, name) => ({
      fits: (json['log'] as { what: string; pod: string }[]).some(({ what, pod }) => what === 'placed' && pod === `${NAMESPACE}/${name}`),
      ...told(first(json, 'stillPending')?.['message']),
    }),
  },
  diff: {
    args: () => ['diff', '-n', NAMESPACE],
    read: ({ json }) => {
      const before = first(json, 'pods')?.['before'] as { kind: string; message?: string } | undefined;
      return { fits: before?.kind === 'placed', ...told(before?.message) };
    },
  },
};

/** Keeps one pending pod, and of the pending claims only those that it names: `explain NAME` allocates other claims first, `allocate NAME` does not. */
function aloneIn({ objects, pending }: World, pod: string): World['objects'] {
  const nameOf = ({ metadata }: World['objects'][number]): string => (metadata as { name: string }).name;
  const { spec } = objects.find((object) => object['kind'] === 'Pod' && nameOf(object) === pod) as { spec: { resourceClaims?: object[] } };
  const names = new Set(spec.resourceClaims?.map((entry) => (entry as { resourceClaimName?: string }).resourceClaimName));
  return objects.filter((object) => {
    if (object['kind'] === 'ResourceClaim') return object['status'] !== undefined || names.has(nameOf(object));
    return object['kind'] !== 'Pod' || nameOf(object) === pod || !pending.includes(nameOf(object));
  });
}

/** Runs every command for the only pending pod. */
async function answersAbout(pod: string, items: World['objects']): Promise<Readonly<Record<Command, Answer>>> {
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  const folder = directoryWith({ [UNCHANGED]: '{apiVersion: v1, kind: ConfigMap, metadata: {name: other}}' });
  const ask = async (command: Command): Promise<Answer> => {
    const { args, read } = FORMS[command];
    const more = command === 'diff' ? ['--with', `${folder}/${UNCHANGED}`] : [];
    const { code, out, err } = await runProgram([...args(pod), '-f', '-', '--no-validate', '-o', 'json', ...more], input);
    if (out === '') throw new Error(`${command}: exit code ${code}: ${err}`);
    return read({ code, json: JSON.parse(out) as Record<string, unknown> }, pod);
  };
  return {
    allocate: await ask('allocate'),
    nodes: await ask('nodes'),
    explain: await ask('explain'),
    fit: await ask('fit'),
    simulate: await ask('simulate'),
    diff: await ask('diff'),
  };
}

/** Returns the answer that all commands give about a pod. */
export async function theAnswerAbout(pod: string, objects: World['objects']): Promise<Answer> {
  const answers = await answersAbout(pod, objects);
  expect(differenceIn(answers)).toBeUndefined();
  return answers.allocate;
}

/** Describes how the answers of commands differ; undefined if they are equal. */
function differenceIn(all: Readonly<Record<Command, Answer>>): string | undefined {
  const { fits, message } = all.allocate;
  if (Object.values(all).some((answer) => answer.fits !== fits)) return `some say that the pod fits: ${JSON.stringify(all)}`;
  if (fits || message === undefined) return undefined;
  const isSame = [all.nodes, all.simulate, all.diff].every((answer) => answer.message === message);
  return isSame ? undefined : `the messages differ: ${JSON.stringify(all)}`;
}

/** Expects the commands to agree about every pod of the worlds with these seeds, the last one included. Some pods fit, and some do not. */
export async function expectOneAnswer(firstSeed: number, lastSeed: number): Promise<void> {
  const seen = { fits: 0, waits: 0 };
  for (let seed = firstSeed; seed <= lastSeed; seed++) {
    const world = worldOf(seed);
    for (const pod of world.pending) {
      const answers = await answersAbout(pod, aloneIn(world, pod));
      expect(differenceIn(answers), `seed ${seed}, pod ${pod}`).toBeUndefined();
      seen[answers.allocate.fits ? 'fits' : 'waits']++;
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
}
