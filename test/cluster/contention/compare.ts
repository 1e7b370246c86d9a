// Compares recorded steps in which pods compete with the answers of the command `allocate`.

import { runProgram } from '../../apps/cli/run-program.js';
import { advance } from '../corpus/corpus.js';
import type { KubeObject } from '../real/api.mjs';
import { KUBERNETES_VERSION } from '../real/build.mjs';
import { wordsOfFilters } from '../real/whole-pods.js';
import type { ContentionStep, Fate } from './steps.js';

/** The subject of a step, by which steps are counted. A step that is not compared has a reason. */
export type StepKind = 'pod' | 'evicts' | 'gang' | 'gang of a claim' | NotCompared;

/** Why a step is not compared: the command does not consider what the scheduler did. */
export type NotCompared = 'a group evicts' | 'a claim that no pod uses' | 'a claim is allocated meanwhile';

export interface StepComparison {
  readonly differences: readonly string[];
  readonly counts: ReadonlyMap<StepKind, number>;
}

const GATES = 'GenericWorkload=true,DRAWorkloadResourceClaims=true,DRANodeAllocatableResources=true';

/** Compares steps of clusters, each in the order of its recording. Each starts from the recorded objects. */
export async function compareSteps(steps: readonly ContentionStep[]): Promise<StepComparison> {
  const differences: string[] = [];
  const counts = new Map<StepKind, number>();
  let objects = new Map<string, KubeObject>();
  let current = -1;
  for (const step of steps) {
    if (step.cluster !== current) [objects, current] = [new Map(), step.cluster];
    advance(objects, step.before);
    const kind = kindOf(step, objects);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (!NOT_COMPARED.has(kind)) {
      const found = await differencesOf(step, [...objects.values()]);
      differences.push(...found.map((text) => `cluster ${step.cluster}, ${step.pods[0]?.pod}: ${text}`));
    }
    advance(objects, step.after);
  }
  return { differences, counts };
}

const NOT_COMPARED: ReadonlySet<StepKind> = new Set<StepKind>([
  'a group evicts',
  'a claim that no pod uses',
  'a claim is allocated meanwhile',
]);

function kindOf({ pods, victims }: ContentionStep, objects: ReadonlyMap<string, KubeObject>): StepKind {
  const own = pods.map(({ pod }) => pod);
  const evicted = victims.filter((victim) => !own.includes(victim));
  const texts = pods.map(({ message = '' }) => message).join();
  if (/is in the process of being allocated|got allocated elsewhere/.test(texts)) return 'a claim is allocated meanwhile';
  const spec = objects.get(own[0] ?? '')?.spec;
  if (spec?.schedulingGroup !== undefined) {
    if (evicted.length > 0) return 'a group evicts';
    return spec.resourceClaims?.some(({ name }: { name: string }) => name === 'fabric') ? 'gang of a claim' : 'gang';
  }
  if (spec?.resourceClaims?.some((entry: { resourceClaimName?: string }) => entry.resourceClaimName !== undefined))
    return 'a claim that no pod uses';
  return evicted.length > 0 ? 'evicts' : 'pod';
}

interface Listed {
  readonly refused?: readonly { readonly name: string; readonly message: string }[];
  readonly preempted?: readonly { readonly nominatedNode: string; readonly victims: readonly { readonly name: string }[] }[];
}

async function differencesOf({ pods, victims }: ContentionStep, objects: readonly KubeObject[]): Promise<readonly string[]> {
  const names = pods.map(({ pod }) => nameOf(pod));
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  const options = ['-n', 'default', '-f', '-', '-o', 'json', '--allow-incomplete', '--kubernetes-version', KUBERNETES_VERSION];
  const { code, out, err } = await runProgram(
    ['allocate', ...names.map((name) => `pod/${name}`), ...options, '--feature-gates', GATES],
    input,
  );
  if (code > 1) return [`exit code ${code}: ${err}`];
  const { refused = [], preempted = [] } = JSON.parse(out) as Listed;
  const messages = new Map(refused.map(({ name, message }) => [name, message]));
  const found = pods.flatMap((fate) => differenceOf(fate, messages.get(nameOf(fate.pod))));
  const ours = preempted.flatMap((each) => each.victims.map(({ name }) => name)).sort();
  const theirs = victims.map(nameOf).sort();
  if (ours.join() !== theirs.join()) found.push(`evicts ${ours.join() || 'no pod'}, the scheduler ${theirs.join() || 'no pod'}`);
  const node = preempted[0]?.nominatedNode;
  // The scheduler tries the nominated node first.
  if (theirs.length > 0 && node !== pods[0]?.node) found.push(`is nominated for ${node}, by the scheduler for ${pods[0]?.node}`);
  return found;
}

function differenceOf({ pod, node, message }: Fate, ours: string | undefined): readonly string[] {
  const name = nameOf(pod);
  if (node !== undefined) return ours === undefined ? [] : [`${name} is on ${node}, here: ${ours}`];
  if (ours === undefined) return [`${name} is placed here; the scheduler: ${message ?? 'not queued'}`];
  if (message === undefined) return [];
  const theirs = withoutGroupPart(message.replace(/^\w+: /, ''));
  // Without pods of lower priority, the command leaves out the part about preemption.
  return [theirs, wordsOfFilters(theirs)].includes(ours) ? [] : [`${name} has other words\n    scheduler ${theirs}\n    here      ${ours}`];
}

/** The message without the part about preemption by a group, which the command does not consider. */
function withoutGroupPart(message: string): string {
  return message.replace(/^pod group is unschedulable, /, '').replace(/(?:, deallocation [^,]*)?, pod group preemption: .*$/s, '');
}

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
