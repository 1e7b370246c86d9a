// Converts turns of the plain search to text.

import type { EncodedProblem } from '../../../allocator/encode/encode.js';
import { type CheckStage, Stage } from '../../../allocator/encode/stages.js';
import type { Refusal, SearchTurn } from '../../../allocator/kernel/reference.js';
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
    const own = depth;
    if (turn.kind === 'pick') depth++;
    const saved = saves.get(index);
    return {
      kind: turn.kind === 'leave' ? 'end' : turn.kind,
      depth: own,
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
      return `Look for devices for ${request}`;
    case 'pick':
      return `${request}: select ${device}`;
    case 'refuse':
      return `${request}: ${device} is rejected, ${refusalText(turn.why, constraints)}`;
    case 'undo':
      return `${request}: no later request fits after ${device}: backtrack`;
    case 'leave':
      return turn.result === 'exceeded'
        ? `${request}: the claim would have too many devices`
        : `${request}: no device is left to try, so go back`;
  }
}

function refusalText(why: Refusal, constraints: readonly DeviceConstraint[]): string {
  switch (why.by) {
    case 'use':
      return 'it is in use';
    case 'share':
      return 'too little of its capacity is left';
    case 'draw':
      return 'too little of a counter is left, or it is of other compatibility groups';
    case 'stage':
      return STAGES[why.stage as CheckStage] ?? 'a check before the search says no';
    case 'constraint': {
      const { matchAttribute, distinctAttribute } = constraints[why.constraint] ?? {};
      if (matchAttribute !== undefined) return `its ${matchAttribute} does not match the devices selected so far`;
      return distinctAttribute === undefined
        ? 'a constraint rejects it'
        : `its ${distinctAttribute} is not distinct from the devices selected so far`;
    }
  }
}

const STAGES: Readonly<Record<CheckStage, string>> = {
  [Stage.bindingConditions]: 'it has binding conditions, which are off',
  [Stage.classSelector]: 'a selector of the class is false',
  [Stage.requestSelector]: 'a selector of the request is false',
  [Stage.node]: 'this node does not reach it',
  [Stage.capacity]: 'it has too little capacity',
  [Stage.skipNodeOperations]: 'it skips operations that the node needs',
  [Stage.countersDisabled]: 'it consumes counters, which are off',
  [Stage.taint]: 'it has a taint that is not tolerated',
};
