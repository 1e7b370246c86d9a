// The scenarios of this package.

import type { KubernetesObjectJson, ResourceClaimJson } from '../index.js';
import { HARD_FAMILIES } from './hard-families.js';
import { accelerators, card, claimFor, nodesWithDevices, nodesWithPools, testClass } from './objects.js';
import { ATTRIBUTES, oneNodeProblems, type Problem, SELECTIVE, selector } from './problems.js';
import type { QuestionStep, Scenario, ScenarioStep } from './scenario.js';

/** A scenario that is made on request. */
export interface NamedScenario {
  readonly name: string;
  make(): Scenario;
}

/** The number of devices of a node. */
const DEVICES = 10;

/** The number of repetitions of a pass, and of a problem of one node. */
const PASSES = 20;

/** The greatest size of hard families. With larger sizes, plain search needs minutes. */
const LARGEST_FAMILY = 10;

const asObjects = (objects: readonly object[]): readonly KubernetesObjectJson[] => objects as readonly KubernetesObjectJson[];

/** Returns a claim with another name. */
function named(claim: object, name: string): ResourceClaimJson {
  return { ...claim, metadata: { namespace: 'default', name } } as unknown as ResourceClaimJson;
}

function scenario(name: string, objects: readonly object[], steps: readonly ScenarioStep[]): NamedScenario {
  return { name, make: () => ({ name, steps: [{ do: 'apply', objects: asObjects([...objects, testClass]) }, ...steps] }) };
}

/** Returns repeated passes over all nodes for one claim. */
function passes(name: string, objects: () => readonly object[], claim: object, before: readonly ScenarioStep[] = []): NamedScenario {
  const questions = Array.from({ length: PASSES }, () => [named(claim, 'claim')]);
  return { name, make: () => scenario(name, objects(), [...before, { do: 'filter', questions }]).make() };
}

/** Returns pods of several kinds, alternately. */
function pods(count: number, kinds: readonly object[]): QuestionStep['questions'] {
  return Array.from({ length: count }, (_, pod) => [named(kinds[pod % kinds.length] as object, `pod-${pod}`)]);
}

function mixed(nodes: number): NamedScenario {
  const name = `mixed cluster, ${nodes} nodes: claims for devices, cards and prioritized lists, until no claim fits`;
  const kinds = [
    claimFor({}),
    claimFor({ count: 2, ...selector(SELECTIVE) }, [{ matchAttribute: 'test-driver.cdi.k8s.io/numa' }]),
    {
      ...claimFor({}),
      spec: {
        devices: {
          requests: [
            {
              name: 'req-0',
              firstAvailable: [
                { name: 'near', deviceClassName: 'test-class', ...selector(`${ATTRIBUTES}.?numa.orValue(-1) == 1`), count: 3 },
                { name: 'any', deviceClassName: 'test-class' },
              ],
            },
          ],
        },
      },
    },
  ];
  const slices = (node: number): object[] => (node % 2 === 0 ? [{ devices: accelerators(DEVICES) }] : card(DEVICES, 7));
  return {
    name,
    make: () => scenario(name, nodesWithPools(nodes, slices), [{ do: 'allocate', questions: pods(nodes * 6, kinds) }]).make(),
  };
}

function steady(nodes: number): NamedScenario {
  const name = `steady state, ${nodes} nodes half full: one pod ends for each pod that arrives`;
  const keeps = (nodes * DEVICES) / 2;
  const fill: ScenarioStep = { do: 'allocate', questions: pods(keeps - 1, [claimFor({})]), isMeasured: false };
  const questions = Array.from({ length: 500 }, (_, pod) => [named(claimFor({}), `steady-${pod}`)]);
  const objects = (): object[] => nodesWithDevices(nodes, () => accelerators(DEVICES));
  return { name, make: () => scenario(name, objects(), [fill, { do: 'allocate', questions, keeps: 1 }]).make() };
}

function ofProblem({ name, objects, claims }: Problem, group: string): NamedScenario {
  const questions = Array.from({ length: PASSES }, () => claims as readonly ResourceClaimJson[]);
  return scenario(`${group}: ${name}`, objects, [{ do: 'filter', questions }]);
}

/**
 * Returns the scenarios of this package: passes over many nodes, sequences of pods on mixed clusters, problems of one node, and hard families.
 * @example
 * ```ts
 * import { builtInScenarios } from 'dra-allocator/bench';
 *
 * console.log(builtInScenarios().map(({ name }) => name)[0]); // pass over 500 nodes, empty
 * ```
 */
export function builtInScenarios(): readonly NamedScenario[] {
  const nodes = (): object[] => nodesWithDevices(500, () => accelerators(DEVICES));
  return [
    passes('pass over 500 nodes, empty', nodes, claimFor({})),
    passes(
      'pass over 500 nodes, selector on 3 attributes and a capacity, count 2, match',
      nodes,
      claimFor({ count: 2, ...selector(SELECTIVE) }, [{ matchAttribute: 'test-driver.cdi.k8s.io/numa' }]),
    ),
    passes('pass over 500 nodes with a card of 7 parts each', () => nodesWithPools(500, () => card(DEVICES, 7)), claimFor({})),
    passes('pass over 500 nodes, all devices of a node', nodes, claimFor({ allocationMode: 'All' })),
    mixed(50),
    steady(50),
    ...oneNodeProblems().map((problem) => ofProblem(problem, 'one node')),
    ...HARD_FAMILIES.flatMap(({ name, sizes, make }) =>
      sizes.filter((size) => size <= LARGEST_FAMILY).map((size) => ofProblem({ ...make(size), name: `${name}, ${size}` }, 'hard family')),
    ),
  ];
}
