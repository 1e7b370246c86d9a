// Plays the same traces with `simulate`, and reports the differences to a real control plane.

import { type Allocator, createAllocator } from '../../../src/index.js';
import { type EventJson, type LogEntry, simulate } from '../../../src/planning/index.js';
import { KUBERNETES_VERSION } from './build.mjs';
import { compared, type State, stateOf, type Trace } from './trace.mjs';

let allocator: Allocator | undefined;

/** The states of a simulation after each time of a trace. */
export async function simulatedStates(trace: Trace): Promise<readonly State[]> {
  allocator ??= await createAllocator({ kubernetesVersion: KUBERNETES_VERSION });
  const cluster = allocator.cluster();
  cluster.apply(trace.objects);
  const { log } = simulate(cluster, { trace: trace.events as readonly EventJson[] });
  return trace.times.map((at) => stateOf(at, podsAt(at, log), trace));
}

/** The pods that exist after all events of a time. */
function podsAt(at: number, log: readonly LogEntry[]): { readonly name: string; readonly node: string }[] {
  const pods = new Map<string, string>();
  for (const entry of log) {
    if (entry.at > at) break;
    if (entry.what === 'created' || entry.what === 'pending') pods.set(entry.pod, '');
    else if (entry.what === 'placed') pods.set(entry.pod, entry.node ?? '');
    else pods.delete(entry.pod);
  }
  return [...pods].map(([name, node]) => ({ name: name.replace('default/', ''), node }));
}

/** The times with different states, in words. */
export async function differencesOf(trace: Trace, real: readonly State[]): Promise<readonly string[]> {
  const ours = await simulatedStates(trace);
  const times = (states: readonly State[]): string => states.map(({ at }) => at).join(', ');
  if (times(ours) !== times(real)) return [`the trace has the times ${times(ours)}, the answers have ${times(real)}`];
  return ours.flatMap((state, index) => {
    const [here, there] = [state, real[index] as State].map((each) => JSON.stringify(compared(each, trace)));
    return here === there ? [] : [`after second ${state.at}\n    real ${there}\n    here ${here}`];
  });
}
