// Valid calls of `dra-allocator/bench`.

import {
  builtInScenarios,
  ourAllocator,
  ReadError,
  readSchedulerPerf,
  runBench,
  schedulerPerfScenario,
} from '../../../src/harness/index.js';
import { CLAIM, OBJECTS } from '../objects.js';
import { type CallMakers, callOf, type ValidCall } from '../valid-call.js';

const TEXT = `
- name: ManyNodes
  workloadTemplate:
  - {opcode: createNodes, countParam: $nodes}
  - {opcode: createPods, count: 2, podTemplatePath: templates/pod.yaml}
  workloads:
  - {name: small, labels: [fast], params: {nodes: 3}}
`;
const TEMPLATE = 'apiVersion: v1\nkind: Pod\nmetadata: {generateName: pod-}\nspec: {containers: [{name: pause, image: pause}]}\n';
const SCENARIO = {
  name: 'one node',
  steps: [
    { do: 'apply', objects: OBJECTS },
    { do: 'allocate', questions: [[CLAIM]], keeps: 1 },
  ],
};

const inSession =
  (method: 'apply' | 'allocate' | 'release' | 'filter' | 'close', ...args: readonly unknown[]) =>
  async (): Promise<ValidCall> => {
    const session = await ourAllocator().prepare({ featureGates: {}, objects: OBJECTS as never });
    return { call: (...given) => (session[method] as (...args: never[]) => unknown)(...given), args };
  };

export const BENCH_CALLS: CallMakers = {
  'new ReadError': () =>
    callOf(
      (...args: readonly [never, never, never]) => new ReadError(...args),
      'text' as never,
      'file' as never,
      { line: 1, column: 1 } as never,
    ),
  ourAllocator: () =>
    callOf(
      async (...args: readonly [never, never]) => ourAllocator(...args).prepare({ featureGates: {}, objects: [] }),
      {} as never,
      'name' as never,
    ),
  'BenchAllocator.prepare': () => callOf((setup: never) => ourAllocator().prepare(setup), { featureGates: {}, objects: OBJECTS } as never),
  'BenchSession.apply': inSession('apply', OBJECTS),
  'BenchSession.allocate': inSession('allocate', [CLAIM]),
  'BenchSession.release': inSession('release', [CLAIM]),
  'BenchSession.filter': inSession('filter', [CLAIM]),
  'BenchSession.close': inSession('close'),
  runBench: () =>
    callOf(
      (...args: readonly [never, never, never]) => runBench(...args),
      [SCENARIO] as never,
      [ourAllocator()] as never,
      { rounds: 1 } as never,
    ),
  builtInScenarios: () => callOf(() => builtInScenarios()),
  'NamedScenario.make': () => callOf(() => builtInScenarios()[0]?.make()),
  readSchedulerPerf: () => callOf((...args: readonly [never, never]) => readSchedulerPerf(...args), TEXT as never, 'file' as never),
  schedulerPerfScenario: () =>
    callOf(
      (...args: readonly [never, never, never]) => schedulerPerfScenario(...args),
      readSchedulerPerf(TEXT)[0] as never,
      (() => TEMPLATE) as never,
      {} as never,
    ),
};
