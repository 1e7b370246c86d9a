import { describe, expect, it } from 'vitest';
import {
  type AllocateAnswer,
  type BenchAllocator,
  type BenchResult,
  type BenchSession,
  builtInScenarios,
  ourAllocator,
  runBench,
  type Scenario,
} from '../../src/harness/index.js';
import type { KubernetesObjectJson, ResourceClaimJson } from '../../src/index.js';
import { claim, deviceClass, firstAvailable, node, request, selectors, slice } from '../support/objects.js';

const models = ['a', 'a', 'b'];
const devices = models.map((model, index) => ({ name: `d${index}`, attributes: { model: { string: model } } }));
const objects = [
  deviceClass('any'),
  node('n'),
  node('m'),
  slice('s', devices, { nodeName: 'n', pool: { name: 'n' } }),
  slice('t', devices.slice(0, 1), { nodeName: 'm', pool: { name: 'm' } }),
] as unknown as KubernetesObjectJson[];

const asking = (name: string, ...requests: readonly object[]): ResourceClaimJson => claim(name, requests) as unknown as ResourceClaimJson;
const MODEL = selectors('device.attributes["d.example.com"].model == "b"');
const scenario = (questions: readonly (readonly ResourceClaimJson[])[], more: object = {}): Scenario => ({
  name: 's',
  steps: [
    { do: 'apply', objects },
    { do: 'allocate', questions, ...more },
  ],
});

/** Returns an allocator with the given answers. */
function saying(...answers: readonly AllocateAnswer[]): BenchAllocator {
  let next = 0;
  return {
    name: 'other',
    prepare: () => ({ allocate: () => answers[next++ % answers.length] as AllocateAnswer, apply: () => {}, release: () => {} }),
  };
}

function picks(onNode: string, ...results: readonly (readonly [request: string, device: string])[]): AllocateAnswer {
  const all = results.map(([name, device]) => ({ request: name, driver: 'd.example.com', pool: onNode, device }));
  return { kind: 'allocated', node: onNode, allocations: [{ devices: { results: all } }] };
}

async function judged(allocator: BenchAllocator, ...requests: readonly object[]): Promise<string | undefined> {
  const { results } = await runBench([scenario([[asking('c', ...requests)]])], [allocator], { rounds: 1 });
  expect(results[0]?.wrong?.count).toBe(results[0]?.wrong?.first.length);
  return results[0]?.wrong?.first[0]?.reason;
}

describe('answers are judged:', () => {
  it.each([
    ['as our own', picks('n', ['r', 'd2']), undefined],
    ['a device that a selector refuses', picks('n', ['r', 'd0']), 'no allocation on n has these devices for these requests'],
    ['a node on which nothing fits', picks('m', ['r', 'd0']), 'the claims do not fit on m'],
    ['a device that is not there', picks('n', ['r', 'd9']), 'no allocation on n has these devices for these requests'],
    ['more devices than wanted', picks('n', ['r', 'd2'], ['r', 'd1']), 'the numbers of devices differ from the counts of the requests'],
    ['a request that is not there', picks('n', ['q', 'd2']), 'no allocation on n has these devices for these requests'],
    ['none where one fits', { kind: 'unallocatable' } as const, 'fits on n'],
    ['an error where there is none', { kind: 'error', message: 'oh' } as const, 'unexpected error: oh'],
    ['no allocation of a claim', { kind: 'allocated', node: 'n', allocations: [] } as const, '0 allocations for 1 claims'],
  ])('%s', async (_, answer, reason) => {
    expect(await judged(saying(answer), request('r', MODEL))).toBe(reason);
  });

  it('another device than ours would select is as good', async () => {
    expect(await judged(saying(picks('n', ['r', 'd1'])), request('r'))).toBeUndefined();
  });

  it('requests may not exchange their devices where selectors differ', async () => {
    const requests = [request('r', MODEL), request('q', selectors('device.attributes["d.example.com"].model == "a"'))];
    expect(await judged(saying(picks('n', ['r', 'd2'], ['q', 'd1'])), ...requests)).toBeUndefined();
    expect(await judged(saying(picks('n', ['r', 'd1'], ['q', 'd2'])), ...requests)).toBe(
      'no allocation on n has these devices for these requests',
    );
  });

  it('of all devices none may be missing, and of a list the alternative that was taken counts', async () => {
    const all = request('r', { allocationMode: 'All' });
    expect(await judged(saying(picks('n', ['r', 'd0'], ['r', 'd1'], ['r', 'd2'])), all)).toBeUndefined();
    expect(await judged(saying(picks('n', ['r', 'd0'], ['r', 'd1'])), all)).toBe(
      'the numbers of devices differ from the counts of the requests',
    );
    const list = firstAvailable('r', { two: { count: 2 }, b: MODEL });
    expect(await judged(saying(picks('n', ['r/b', 'd2'])), list)).toBeUndefined();
    expect(await judged(saying(picks('n', ['r/two', 'd2'])), list)).toBe('no allocation on n has these devices for these requests');
  });

  it('devices that were given out are not given out again', async () => {
    const twice = scenario([[asking('c', request('r', MODEL))], [asking('e', request('r', MODEL))], [asking('f', request('r'))]]);
    const { results } = await runBench([twice], [saying(picks('n', ['r', 'd2']))], { rounds: 1 });
    expect(results[0]?.wrong).toEqual({ count: 1, first: [{ step: 1, question: 1, reason: 'the claims do not fit on n' }], unjudged: 1 });
  });

  it('nodes of a filter', async () => {
    const filtering = (...nodes: readonly string[]): BenchAllocator => ({
      name: 'f',
      prepare: () => ({ filter: () => ({ kind: 'nodes', nodes }) }),
    });
    const asked: Scenario = {
      name: 's',
      steps: [
        { do: 'apply', objects },
        { do: 'filter', questions: [[asking('c', request('r', MODEL))]] },
      ],
    };
    const reason = async (...nodes: readonly string[]) =>
      (await runBench([asked], [filtering(...nodes)], { rounds: 1 })).results[0]?.wrong?.first[0]?.reason;
    expect([await reason('n'), await reason(), await reason('n', 'm')]).toEqual([
      undefined,
      'n is not among the nodes',
      'the claims do not fit on m',
    ]);
  });
});

describe('a run', () => {
  it('measures with the clock that it is given, as plain JSON', async () => {
    let time = 0;
    const questions = [[asking('c', request('r'))], [asking('e', request('r'))]];
    const report = await runBench([scenario(questions)], [ourAllocator()], { rounds: 2, now: () => (time += 4) });
    const result: BenchResult = {
      scenario: 's',
      allocator: 'dra-allocator',
      rounds: 2,
      questions: 2,
      applied: 0,
      answers: { allocated: 2 },
      milliseconds: { median: 8, min: 8, max: 8 },
      perSecond: { median: 250, min: 250, max: 250 },
      question: { median: 4, min: 4, max: 4 },
      wrong: { count: 0, first: [], unjudged: 0 },
    };
    expect(JSON.parse(JSON.stringify(report))).toEqual({ version: 1, results: [result] });
  });

  it('gives devices back where a step keeps so many', async () => {
    const questions = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [asking(name, request('r', MODEL))]);
    const { results } = await runBench([scenario(questions, { keeps: 1 })], [ourAllocator()], { rounds: 1 });
    expect(results[0]).toMatchObject({ answers: { allocated: 6 }, wrong: { count: 0 } });
  });

  it('leaves out what an allocator cannot do', async () => {
    const prepare = (): BenchSession => ({ allocate: () => ({ kind: 'unallocatable' }) });
    const { results } = await runBench([scenario([], { keeps: 1 })], [{ name: 'other', prepare }]);
    expect(results).toMatchObject([{ lacks: 'release', questions: 0 }]);
  });

  it('of options that are wrong is an error', async () => {
    await expect(runBench([], [], { rounds: 0 })).rejects.toThrow('rounds: expected an integer of 1 or more, found the number 0');
    await expect(runBench([], [], { round: 1 } as object)).rejects.toThrow('round: unknown, did you mean rounds?');
  });
});

it.each(builtInScenarios().map((each) => [each.name, each] as const))('%s: our answers are right', async (_, each) => {
  const { results } = await runBench([each.make()], [ourAllocator()], { rounds: 1 });
  expect(results[0]?.wrong).toEqual({ count: 0, first: [], unjudged: 0 });
  expect(results[0]?.questions).toBeGreaterThan(0);
});
