// Converts turns of the plain search to text.

import type { EncodedProblem } from '../../../allocator/encode/encode.js';
import { type CheckStage, Stage } from '../../../allocator/encode/stages.js';
import type { Obstacle, SearchTurn } from '../../../allocator/kernel/reference.js';
import type { DeviceConstraint } from '../../../core/api/resource-claim.js';
import type { SearchEvent } from '../protocol.js';

/** The context of turns. */
export interface Subject {
  readonly encoded: EncodedProblem;
  /** The constraints by number, over all claims. */
  readonly constraints: readonly DeviceConstraint[];
  /** The steps that bounds save, by turn. */
  readonly saves: ReadonlyMap<number, number>;
  /** The result of the search; undefined if the trace ends before it. */
  readonly result: string | undefined;
}

/** Returns turns as events with texts. */
export function eventsOf(turns: readonly SearchTurn[], { encoded, constraints, saves, result }: Subject): readonly SearchEvent[] {
  let depth = 0;
  const events = turns.map((turn, index): SearchEvent => {
    const plan = encoded.slots[turn.slot];
    const request = plan?.name ?? '';
    const device = 'device' in turn ? encoded.devices[turn.device]?.device.name : undefined;
    if (turn.kind === 'undo') depth--;
    const turnDepth = depth;
    if (turn.kind === 'pick') depth++;
    const saved = saves.get(index);
    return {
      kind: turn.kind === 'leave' ? 'end' : turn.kind,
      depth: turnDepth,
      request,
      ...(device === undefined ? {} : { device }),
      text: textOf(turn, request, device ?? '', constraints),
      ...(saved === undefined ? {} : { saves: saved }),
    };
  });
  return result === undefined ? events : [...events, { kind: 'end', depth: 0, request: '', text: result }];
}

function textOf(turn: SearchTurn, request: string, device: string, constraints: readonly DeviceConstraint[]): string {
  switch (turn.kind) {
    case 'enter':
      return `Find a device for ${request}`;
    case 'pick':
      return `Try ${device} for ${request}`;
    case 'refuse':
      return `Skip ${device} for ${request}: ${rejectionText(turn.why, constraints)}`;
    case 'undo':
      return `Release ${device}: with it, the rest does not fit`;
    case 'leave':
      return turn.result === 'exceeded'
        ? `Stop at ${request}: the claim would have too many devices`
        : `Go back: no device is left to try for ${request}`;
  }
}

function rejectionText(why: Obstacle, constraints: readonly DeviceConstraint[]): string {
  switch (why.by) {
    case 'use':
      return 'in use';
    case 'share':
      return 'too little capacity is left';
    case 'draw':
      return 'too little of a counter is left, or another compatibility group is in use';
    case 'stage':
      return STAGES[why.stage as CheckStage] ?? 'excluded before the search';
    case 'constraint': {
      const { matchAttribute, distinctAttribute } = constraints[why.constraint] ?? {};
      if (matchAttribute !== undefined) return `${matchAttribute} differs from the devices tried so far`;
      return distinctAttribute === undefined
        ? 'a constraint excludes it'
        : `${distinctAttribute} has the same value as on a device tried so far`;
    }
  }
}

const STAGES: Readonly<Record<CheckStage, string>> = {
  [Stage.bindingConditions]: 'the feature gate for its binding conditions is off',
  [Stage.classSelector]: 'does not match a selector of the class',
  [Stage.requestSelector]: 'does not match a selector of the request',
  [Stage.node]: 'not available on this node',
  [Stage.capacity]: 'too little capacity',
  [Stage.skipNodeOperations]: 'skips operations that the node needs',
  [Stage.countersDisabled]: 'the feature gate for its counters is off',
  [Stage.taint]: 'has a taint that the request does not tolerate',
};
