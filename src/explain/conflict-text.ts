// A conflict in words: who wants what, and what each has to choose from.

import { constraintAt, constraintsOf } from '../api/device-request.js';
import { objectName } from '../api/meta.js';
import type { DeviceConstraint } from '../api/resource-claim.js';
import { entryIn } from '../base/entry-in.js';
import { count, inList, shorten, some } from '../base/words.js';
import { attributeOf } from '../encode/constraint-kind.js';
import type { EncodedProblem, EncodeInput } from '../encode/encode.js';
import { type ClaimPlan, type SlotPlan, standsForNothing } from '../encode/slot-plan.js';
import { appliesTo, valuesFor } from '../encode/values.js';
import type { Problem } from '../kernel/problem.js';
import { reasonOf } from '../kernel/reasons/reasons.js';
import { type FoundConflict, type ProblemPart, problemOf } from './conflict.js';
import { demandOf } from './constraint-words.js';
import { reasonInWords } from './count-reasons.js';
import type { Conflict, ConflictMember } from './explanation.js';
import { leastDraws } from './least-draws.js';
import { findObstacles, type Names } from './obstacles.js';
import { list, type NamedProblem, ProblemNames } from './problem-names.js';
import { nameRequest, requestInShort, requestInWords } from './request-names.js';
import { shortOfDevices, unserved, type Wanting } from './short-requests.js';
import type { Trials } from './trials.js';

/** More values of an attribute are only counted. */
const MAX_VALUES = 4;

/** The choices of more requests are only counted. */
const MAX_CHOICES = 8;

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
  /** The whole alternative of the claim that it is of. */
  readonly alternative?: number | undefined;
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
    this.#scoped = claims.flatMap(({ claim: { spec } }, claimIndex) =>
      constraintsOf(spec).flatMap((constraint, own): Scoped[] => {
        if (!part.constraints.has(number++)) return [];
        const { alternative, index } = constraintAt(spec, own);
        const requests = [...part.requests.keys()].filter((request) => this.#isAbout({ constraint, alternative }, claimIndex, request));
        return [{ claimIndex, constraint, index, requests, ...(alternative === undefined ? {} : { alternative }) }];
      }),
    );
  }

  #isAbout({ constraint, alternative }: Pick<Scoped, 'constraint' | 'alternative'>, claimIndex: number, request: number): boolean {
    const own = this.#requests[request];
    return own?.claimIndex === claimIndex && own.slots.some((slot) => slot.alternative === alternative && appliesTo(constraint, slot));
  }

  members(): ConflictMember[] {
    const ofRequests = Array.from(this.#part.requests, ([request, fewer]): ConflictMember => {
      const { claimIndex, slots } = this.#requests[request] as { claimIndex: number; slots: readonly SlotPlan[] };
      const wanted = this.#wanted(request, fewer);
      const name = nameOf(slots);
      return { claim: this.#claim(claimIndex), request: name, ...(wanted === undefined ? {} : { wanted }) };
    });
    const ofConstraints = this.#scoped.map(({ claimIndex, index, alternative }): ConflictMember => {
      return { claim: this.#claim(claimIndex), ...(alternative === undefined ? {} : { alternative }), constraint: index };
    });
    return [...ofRequests, ...ofConstraints];
  }

  #claim(claimIndex: number): string {
    return objectName((this.#context.encoded.claims[claimIndex] as ClaimPlan).claim.metadata);
  }

  /** The devices that a request wants in the conflict; undefined: it has alternatives. */
  #wanted(request: number, fewer: number | undefined): ConflictMember['wanted'] {
    const [slot] = this.#requests[request]?.slots ?? [];
    if (slot === undefined || slot.subrequestIndex !== undefined || slot.alternative !== undefined) return undefined;
    return slot.all === undefined ? (fewer ?? Number(slot.count)) : 'All';
  }

  text(): string {
    const { encoded, slots } = this.#context;
    const own = slots.filter(({ requestIndex }) => this.#part.requests.has(requestIndex));
    const short = unserved(own);
    if (short.length > 0) return shortOfDevices(short, encoded.claims.length === 1);
    const values = this.#byValues();
    if (values !== undefined) return `${values}${this.#becauseOf('; in the way too: ')}`;
    return this.#byCounting() ?? this.#byDraws() ?? `${this.#subject()} cannot be had together${this.#becauseOf(', because of ')}`;
  }

  /** Requests that want more than there is; undefined: nothing of that shows by counting alone. */
  #byCounting(): string | undefined {
    const { checkpoint } = this.#context.input;
    const problem = checkpoint.keep(() => problemOf(this.#context.encoded.problem, this.#part));
    const reason = reasonOf(problem, checkpoint);
    return reason === undefined ? undefined : reasonInWords(reason, this.#namesFor(problem));
  }

  #namesFor(problem: Problem): ProblemNames {
    const { encoded, balances, counter } = this.#context;
    const slots = [...this.#part.requests.keys()].flatMap((request) => this.#requests[request]?.slots ?? []);
    return new ProblemNames({ encoded: { ...encoded, problem, slots }, balances, counter });
  }

  /** The counter that cannot bear the least that each request takes of it; undefined: there is none. */
  #byDraws(): string | undefined {
    const { checkpoint } = this.#context.input;
    const { problem } = this.#context.encoded;
    const { budgets = [], draws } = problem.resources ?? {};
    if (draws === undefined) return undefined;
    const needed = leastDraws(this.#part, this.#context.slots, draws, checkpoint);
    const short = [...needed].find(([budget, amount]) => amount > (budgets[budget] as bigint));
    if (short === undefined) return undefined;
    const [budget, amount] = short;
    const sum = this.#namesFor(problem).sum({ terms: [{ budget, weight: 1n }], left: budgets[budget] as bigint, needed: amount });
    return sum === undefined ? undefined : `${this.#subject()} ${this.#part.requests.size === 1 ? 'takes' : 'take'} at least ${sum}`;
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
    const [only, ...more] = this.#scoped;
    if (only === undefined) return undefined;
    const alone = more.length === 0 ? this.#aloneUnder(only) : undefined;
    if (alone !== undefined) return alone;
    const wants = this.#scoped.map(({ constraint, requests, alternative }) => {
      const owner = alternative === undefined ? '' : `in alternative ${alternative} `;
      return `${owner}${this.#subject(requests)} ${demandOf(constraint).must}`;
    });
    const under = new Set(this.#scoped.flatMap(({ requests }) => requests));
    const others = [...this.#part.requests.keys()].filter((request) => !under.has(request));
    const beside = others.length === 0 ? '' : `, beside ${this.#subject(others)}`;
    return `${list(wants, (text) => text)}${beside}: ${this.#choices()}`;
  }

  /** The only request of a conflict under its constraint; undefined: there are others, or it has no count. */
  #aloneUnder({ constraint, requests: [request, ...others] }: Scoped): string | undefined {
    const wanted = request === undefined ? undefined : this.#wanted(request, this.#part.requests.get(request));
    if (request === undefined || typeof wanted !== 'number' || others.length > 0 || this.#part.requests.size > 1) return undefined;
    const { text, isOne } = this.#choiceOf(request, attributeOf(constraint));
    const wants = `${this.#fullName(request)} wants ${count(wanted, 'device')} ${demandOf(constraint).wanted}`;
    return `${wants}, and there ${isOne ? 'is' : 'are'} ${text}`;
  }

  /** Lists what requests have to choose from; those with the same choice stand together. */
  #choices(): string {
    const byChoice = new Map<string, number[]>();
    for (const { constraint, requests } of this.#scoped) {
      for (const request of requests) {
        const names = entryIn(byChoice, this.#choiceOf(request, attributeOf(constraint)).text, (): number[] => []);
        if (!names.includes(request)) names.push(request);
      }
    }
    const choices = Array.from(byChoice, ([choice, requests]) => {
      return `${list(requests, (one) => this.#name(one))} ${requests.length === 1 ? 'has' : 'have'} ${choice}`;
    });
    return some(choices, MAX_CHOICES, '; ');
  }

  /** The devices that a request has to choose from, by value of an attribute. */
  #choiceOf(request: number, attribute: string): { readonly text: string; readonly isOne: boolean } {
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
    if (devices.size === 0 || isCut) return { text: count(total, 'device'), isOne: total === 1 };
    const byNumber = new Map<number, string[]>();
    for (const [value, number] of devices) entryIn(byNumber, number, (): string[] => []).push(printValue(value));
    const sorted = [...byNumber].sort(([left], [right]) => right - left);
    const words = sorted.map(([number, values]) => `${number}${values.length > 1 ? ' each' : ''} with ${valuesInWords(values)}`);
    return { text: words.join(', '), isOne: sorted[0]?.[0] === 1 };
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
    const [slot] = slots;
    if (slot?.alternative !== undefined) return `${owner}${nameOf(slots)}`;
    return slot === undefined ? owner : `${owner}${requestInShort(nameRequest({ name: slot.request.name, request: slot.request }))}`;
  }

  #fullName(request: number): string {
    const { claimIndex, slots } = this.#requests[request] as { claimIndex: number; slots: readonly SlotPlan[] };
    const owner = this.#context.encoded.claims.length === 1 ? '' : ` of claim ${this.#claim(claimIndex)}`;
    const [slot] = slots;
    return slot === undefined ? owner : `${requestInWords(nameRequest({ name: slot.request.name, request: slot.request }))}${owner}`;
  }
}

/** The names of the request that slots are of: tied ones have several. */
function nameOf(slots: readonly SlotPlan[]): string {
  return [...new Set(slots.filter((slot) => !standsForNothing(slot)).map(({ request }) => request.name))].join(' or ');
}

function valuesInWords(values: readonly string[]): string {
  return values.length <= MAX_VALUES ? inList(values) : some(values, MAX_VALUES);
}

/** A value without its type; a string in quotes. */
function printValue(value: string): string {
  const [type, ...text] = value.split(' ');
  const shown = shorten(text.join(' '), MAX_VALUE);
  return type === 'string' ? JSON.stringify(shown) : shown;
}
