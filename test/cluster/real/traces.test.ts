// Simulations place the same pods as a real control plane with the same events, as recorded.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { differencesOf } from './simulated-trace.js';
import { parseTrace, readTraces, type State, type Trace } from './trace.mjs';

const traces = readTraces();
const answers: Readonly<Record<string, readonly State[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'trace-answers.json'), 'utf8'),
);
const answersOf = ({ name }: Trace): readonly State[] => answers[name] ?? [];

describe('after each time the same pods have nodes', () => {
  test.each(traces.filter(({ differs }) => differs === undefined))('$name', async (trace) => {
    expect(await differencesOf(trace, answersOf(trace))).toEqual([]);
  });
});

describe.each(traces.filter(({ differs }) => differs !== undefined))('$name differs still', (trace) => {
  test(String(trace.differs), async () => {
    expect(await differencesOf(trace, answersOf(trace))).not.toEqual([]);
  });
});

test('every trace has its answers, and there are no others', () => {
  expect(Object.keys(answers).sort()).toEqual(traces.map(({ name }) => name).sort());
  for (const trace of traces)
    expect(
      answersOf(trace).map(({ at }) => at),
      trace.name,
    ).toEqual(trace.times);
});

test('each trace shows that something changes', () => {
  for (const trace of traces) {
    const states = new Set(answersOf(trace).map(({ at: _, ...state }) => JSON.stringify(state)));
    expect(states.size, trace.name).toBeGreaterThan(1);
  }
});

describe('the comparison tells', () => {
  const trace = traces.find(({ name }) => name === 'devices-freed') as Trace;
  const changed = (change: (state: State) => State): Promise<readonly string[]> => differencesOf(trace, answersOf(trace).map(change));

  test('a pod that has a node there alone', async () => {
    const differences = await changed((state) => (state.at === 1 ? { ...state, placed: { a: 'n1', b: 'n1' }, pending: [] } : state));
    expect(differences).toHaveLength(1);
    expect(differences[0]).toMatch(/after second 1\n +real .*"placed":\{"a":"n1","b":"n1"\}.*\n +here .*"pending":\["b"\]/);
  });

  test('a pod on another node, unless the trace says that it may be there', async () => {
    const elsewhere = answersOf(trace).map((state) => (state.at === 0 ? { ...state, placed: { a: 'n2' } } : state));
    expect(await differencesOf(trace, elsewhere)).toHaveLength(1);
    expect(await differencesOf({ ...trace, anyNode: 'Any will do.' }, elsewhere)).toEqual([]);
  });

  test('other counts of an owner', async () => {
    const scaled = traces.find(({ name }) => name === 'deployment-scaled') as Trace;
    const more = answersOf(scaled).map((state) => ({ ...state, owners: { web: { placed: { n1: 1 }, pending: 0 } } }));
    expect(await differencesOf(scaled, more)).toHaveLength(5);
  });

  test('times that are not those of the trace', async () => {
    expect(await differencesOf(trace, answersOf(trace).slice(1))).toEqual([
      'the trace has the times 0, 1, 2, 3, 4, the answers have 1, 2, 3, 4',
    ]);
  });
});

describe('a trace is rejected', () => {
  const withEvent = (event: string): string => `shows: Something.\n---\n{kind: Trace, events: [${event}]}`;
  test.each([
    ['{at: 1}', /one action/],
    ['{at: 1, cordon: n, uncordon: n}', /one action/],
    ['{at: 1.5, cordon: n}', /whole seconds/],
    ['{at: 1, reboot: n}', /unknown field reboot/],
    ['{at: 1, apply: {kind: Thing, metadata: {name: n}}}', /kind Thing is not one of/],
  ])('for the event %s', (event, message) => {
    expect(() => parseTrace('t', withEvent(event))).toThrow(message);
  });

  test('for pods among its objects', () => {
    const text = 'shows: Something.\n---\n{kind: Pod, metadata: {name: p}, spec: {}}\n---\n{kind: Trace, events: []}';
    expect(() => parseTrace('t', text)).toThrow('Pod p must come with an event');
  });
});
