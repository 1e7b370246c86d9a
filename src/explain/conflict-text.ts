// A conflict in words: who wants what, and what each has to choose from.

import { objectName } from '../api/meta.js';
import type { DeviceConstraint } from '../api/resource-claim.js';
import { entryIn } from '../base/entry-in.js';
import { count, shorten } from '../base/words.js';
import { attributeOf, kindOf } from '../encode/constraint-kind.js';
import type { EncodedProblem, EncodeInput } from '../encode/encode.js';
import type { ClaimPlan, SlotPlan } from '../encode/slot-plan.js';
import { appliesTo, valuesFor } from '../encode/values.js';
import { reasonOf } from '../kernel/reasons/reasons.js';
import { type FoundConflict, type ProblemPart, problemOf } from './conflict.js';
import { reasonInWords } from './count-reasons.js';
import type { Conflict, ConflictMember } from './explanation.js';
import { shortOfDevices, unserved, type Wanting } from './first-line.js';
import { findObstacles, type Names } from './obstacles.js';
import { list, type NamedProblem, ProblemNames } from './problem-names.js';
import type { Trials } from './trials.js';

/** More values of an attribute are only counted. */
const MAX_VALUES = 4;

/** A value may be long. */
const MAX_VALUE = 64;

/** The facts that words for a conflict are made of. */
export interface ConflictContext extends Pick<NamedProblem, 'counter' | 'balances'> {
  readonly input: Pick<EncodeInput, 'view' | 'features' | 'checkpoint'>;
  readonly encoded: Pick<EncodedProblem, 'problem' | 'devices' | 'slots' | 'claims'>;
  readonly slots: readonly Wanting[];
  readonly trials: Trials;
}

/** A constraint of the conflict with the requests of the conflict that it is about. */
interface Scoped {
  readonly claimIndex: number;
  readonly constraint: DeviceConstraint;
  readonly index: number;
  readonly requests: readonly number[];
}

/** Puts a conflict into words. */
export function describeConflict({ part, isMinimal }: FoundConflict, context: ConflictContext): Conflict {
  const { checkpoint } = context.input;
  const words = checkpoint.keep(() => new ConflictWords(part, context));
  return { members: words.members(), isMinimal, text: words.text() };
}

class ConflictWords {
  readonly #part: ProblemPart;
  readonly #context: ConflictContext;
  /** By request, over all claims, its claim and its slots. */
  readonly #requests: readonly { readonly claimIndex: number; readonly slots: readonly SlotPlan[] }[];
  readonly #scoped: readonly Scoped[];

  constructor(part: ProblemPart, context: ConflictContext) {
    this.#part = part;
    this.#context = context;
    const { claims } = context.encoded;
    this.#requests = claims.flatMap(({ requests }, claimIndex) => requests.map((slots) => ({ claimIndex, slots })));
    let number = 0;
    this.#scoped = claims.flatMap(({ claim }, claimIndex) =>
      claim.spec.devices.constraints.flatMap((constraint, index): Scoped[] => {
        if (!part.constraints.has(number++)) return [];
        const requests = [...part.requests.keys()].filter((request) => this.#isAbout(constraint, claimIndex, request));
        return [{ claimIndex, constraint, index, requests }];
      }),
    );
  }

  #isAbout(constraint: DeviceConstraint, claimIndex: number, request: number): boolean {
    const own = this.#requests[request];
    return own?.claimIndex === claimIndex && own.slots.some((slot) => appliesTo(constraint, slot));
  }

  members(): ConflictMember[] {
    const ofRequests = Array.from(this.#part.requests, ([request, fewer]): ConflictMember => {
      const { claimIndex, slots } = this.#requests[request] as { claimIndex: number; slots: readonly SlotPlan[] };
      const wanted = this.#wanted(request, fewer);
      const name = slots[0]?.request.name ?? '';
      return { claim: this.#claim(claimIndex), request: name, ...(wanted === undefined ? {} : { wanted }) };
    });
    const ofConstraints = this.#scoped.map(({ claimIndex, index }): ConflictMember => {
      return { claim: this.#claim(claimIndex), constraint: index };
    });
    return [...ofRequests, ...ofConstraints];
  }

  #claim(claimIndex: number): string {
    return objectName((this.#context.encoded.claims[claimIndex] as ClaimPlan).claim.metadata);
  }

  /** The devices that a request wants in the conflict; undefined: it has alternatives. */
  #wanted(request: number, fewer: number | undefined): ConflictMember['wanted'] {
    const [slot] = this.#requests[request]?.slots ?? [];
    if (slot === undefined || slot.subrequestIndex !== undefined) return undefined;
    return slot.all === undefined ? (fewer ?? Number(slot.count)) : 'All';
  }

  text(): string {
    const { encoded, slots } = this.#context;
    const own = slots.filter(({ requestIndex }) => this.#part.requests.has(requestIndex));
    const short = unserved(own);
    if (short.length > 0) return shortOfDevices(short, encoded.claims.length === 1);
    const values = this.#byValues();
    if (values !== undefined) return `${values}${this.#becauseOf(', and there are ')}`;
    return this.#byCounting() ?? `${this.#subject()} cannot be had at a time${this.#becauseOf(', because of ')}`;
  }

  /** Requests that want more than there is; undefined: nothing of that shows by counting alone. */
  #byCounting(): string | undefined {
    const { checkpoint } = this.#context.input;
    const { encoded, balances, counter } = this.#context;
    const problem = checkpoint.keep(() => problemOf(encoded.problem, this.#part));
    const reason = reasonOf(problem, checkpoint);
    if (reason === undefined) return undefined;
    const slots = [...this.#part.requests.keys()].flatMap((request) => this.#requests[request]?.slots ?? []);
    return reasonInWords(reason, new ProblemNames({ encoded: { ...encoded, problem, slots }, balances, counter }));
  }

  /** The resources that keep devices apart. */
  #becauseOf(link: string): string {
    const { checkpoint } = this.#context.input;
    const { encoded, counter, trials } = this.#context;
    const names: Names = { counter, groups: 'the compatibility groups of its counter sets' };
    const found = findObstacles(
      checkpoint.keep(() => problemOf(encoded.problem, this.#part)),
      names,
      trials,
      checkpoint,
    );
    return found.length === 0 ? '' : `${link}${list(found, (name) => name)}`;
  }

  /** The requests of the conflict under its constraints, with the values that they have to choose from; undefined: it has none. */
  #byValues(): string | undefined {
    if (this.#scoped.length === 0) return undefined;
    const wants = this.#scoped.map(({ constraint, requests }) => `${this.#subject(requests)} ${phraseOf(constraint)}`);
    const under = new Set(this.#scoped.flatMap(({ requests }) => requests));
    const others = [...this.#part.requests.keys()].filter((request) => !under.has(request));
    const beside = others.length === 0 ? '' : `, beside ${this.#subject(others)}`;
    return `${list(wants, (text) => text)}${beside}: ${this.#choices()}`;
  }

  /** Lists what requests have to choose from; those with the same choice stand together. */
  #choices(): string {
    const byChoice = new Map<string, number[]>();
    for (const { constraint, requests } of this.#scoped) {
      for (const request of requests) {
        const names = entryIn(byChoice, this.#choiceOf(request, attributeOf(constraint)), (): number[] => []);
        if (!names.includes(request)) names.push(request);
      }
    }
    return list([...byChoice], ([choice, requests]) => `left for ${list(requests, (one) => this.#name(one))}: ${choice}`, '; ');
  }

  #choiceOf(request: number, attribute: string): string {
    const { input, slots } = this.#context;
    const { checkpoint } = input;
    const own = slots.filter(({ requestIndex }) => requestIndex === request);
    const devices = checkpoint.keep(() => new Map<string, number>());
    checkpoint.forEach(own, ({ plan, devices: left }) => {
      checkpoint.forEach(left, (device) => {
        for (const value of new Set(valuesFor(plan, attribute, device, input))) devices.set(value, (devices.get(value) ?? 0) + 1);
      });
    });
    const total = own.reduce((sum, { counted }) => sum + counted.left, 0);
    const isCut = own.some(({ counted, devices: left }) => left.length < counted.left);
    if (devices.size === 0 || isCut) return count(total, 'device');
    const byNumber = new Map<number, string[]>();
    for (const [value, number] of devices) entryIn(byNumber, number, (): string[] => []).push(printValue(value));
    const sorted = [...byNumber].sort(([left], [right]) => right - left);
    return sorted
      .map(([number, values]) => `${count(number, 'device')}${values.length > 1 ? ' each' : ''} with ${some(values)}`)
      .join(', ');
  }

  /** Requests by name, with the devices that they want. */
  #subject(requests: readonly number[] = [...this.#part.requests.keys()]): string {
    return list(requests, (request) => {
      const wanted = this.#wanted(request, this.#part.requests.get(request));
      return `${this.#name(request)}${wanted === undefined ? '' : ` (${wanted === 'All' ? 'all' : wanted})`}`;
    });
  }

  #name(request: number): string {
    const { claimIndex, slots } = this.#requests[request] as { claimIndex: number; slots: readonly SlotPlan[] };
    const owner = this.#context.encoded.claims.length === 1 ? '' : `${this.#claim(claimIndex)}: `;
    return `${owner}${slots[0]?.request.name ?? ''}`;
  }
}

/** A constraint, to come after the requests that it is about. */
function phraseOf(constraint: DeviceConstraint): string {
  return `${kindOf(constraint) === 'match' ? 'on one' : 'each on another'} ${attributeOf(constraint)}`;
}

function some(values: readonly string[]): string {
  if (values.length <= MAX_VALUES) return list(values, (value) => value);
  return `${values.slice(0, MAX_VALUES).join(', ')} and ${values.length - MAX_VALUES} more`;
}

/** A value without its type; a string in quotes. */
function printValue(value: string): string {
  const [type, ...text] = value.split(' ');
  const shown = shorten(text.join(' '), MAX_VALUE);
  return type === 'string' ? JSON.stringify(shown) : shown;
}
