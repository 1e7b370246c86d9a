// Describes a conflict in words: its requests, and the choices of each.

import { ValueReader } from '../allocator/encode/attribute-values.js';
import { kindOf, readingOf } from '../allocator/encode/constraint-kind.js';
import type { EncodedProblem, EncodeInput } from '../allocator/encode/encode.js';
import { type ClaimPlan, isPlaceholder, type SlotPlan } from '../allocator/encode/slot-plan.js';
import { appliesTo, valuesFor } from '../allocator/encode/values.js';
import type { Problem } from '../allocator/kernel/problem.js';
import { reasonOf } from '../allocator/kernel/reasons/reasons.js';
import { attributeOf } from '../core/api/constraint-semantics.js';
import { constraintAt, constraintsOf } from '../core/api/device-request.js';
import type { DeviceConstraint } from '../core/api/resource-claim.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { entryIn } from '../core/base/entry-in.js';
import type { Incremental } from '../core/base/incremental.js';
import { ListInterner } from '../core/base/list-interner.js';
import { count, inList, shorten, shownName, some } from '../core/base/words.js';
import { type FoundConflict, type ProblemPart, problemOf } from './conflict.js';
import { demandOf } from './constraint-words.js';
import { reasonInWords } from './count-reasons.js';
import type { Conflict, ConflictMember } from './explanation.js';
import { leastDraws } from './least-draws.js';
import { findObstacles, type Names } from './obstacles.js';
import { list, type NamedProblem, ProblemNames } from './problem-names.js';
import { nameClaim, nameRequest, requestInShort, requestInWords } from './request-names.js';
import { type ShortRequest, shortOfDevices, unserved } from './short-requests.js';
import type { Trials } from './trials.js';

/** The most values of an attribute listed; the others are counted. */
const MAX_VALUES = 4;

/** The most requests whose choices are listed; the others are counted. */
const MAX_CHOICES = 8;

/** The most items of a list shown. */
const MAX_ITEMS = 16;

/** The most characters of a value shown. */
const MAX_VALUE = 64;

/** The facts that the words for a conflict are derived from. */
export interface ConflictContext extends Pick<NamedProblem, 'counter' | 'balances'> {
  readonly input: Pick<EncodeInput, 'view' | 'features' | 'checkpoint'>;
  readonly encoded: Pick<EncodedProblem, 'problem' | 'devices' | 'slots' | 'claims'>;
  readonly slots: readonly ShortRequest[];
  readonly trials: Trials;
}

/** A constraint of the conflict, with the requests of the conflict that it applies to. */
interface Scoped {
  readonly claimIndex: number;
  readonly constraint: DeviceConstraint;
  readonly index: number;
  /** The claim alternative that has the constraint. */
  readonly alternative?: number | undefined;
  readonly requests: readonly RequestChoice[];
}

/** A request of the conflict, in one alternative if the claim has whole alternatives. */
interface RequestChoice {
  readonly request: number;
  readonly alternative: number | undefined;
}

/** Describes a conflict in words. */
export function* describeConflict({ part, isMinimal }: FoundConflict, context: ConflictContext): Incremental<Conflict> {
  const words = new ConflictWords(part, context);
  return { members: words.members(), isMinimal, text: yield* words.text() };
}

class ConflictWords {
  readonly #part: ProblemPart;
  readonly #context: ConflictContext;
  /** For each request over all claims, its claim and its slots. */
  readonly #requests: readonly { readonly claimIndex: number; readonly slots: readonly SlotPlan[] }[];
  readonly #scoped: readonly Scoped[];
  /** The requests of the conflict as written, alternative by alternative. */
  readonly #requestChoices: readonly RequestChoice[];

  constructor(part: ProblemPart, context: ConflictContext) {
    this.#part = part;
    this.#context = context;
    const { claims } = context.encoded;
    this.#requests = claims.flatMap(({ requests }, claimIndex) => requests.map((slots) => ({ claimIndex, slots })));
    this.#requestChoices = this.#allChoices();
    let number = 0;
    this.#scoped = claims.flatMap(({ claim: { spec } }, claimIndex) =>
      constraintsOf(spec).flatMap((constraint, constraintIndex): Scoped[] => {
        if (!part.constraints.has(number++)) return [];
        const { alternative, index } = constraintAt(spec, constraintIndex);
        const requests = this.#requestChoices.filter(
          (one) => one.alternative === alternative && this.#isAbout(constraint, claimIndex, one),
        );
        return [{ claimIndex, constraint, index, requests, ...(alternative === undefined ? {} : { alternative }) }];
      }),
    );
  }

  #allChoices(): readonly RequestChoice[] {
    const found = [...this.#part.requests.keys()].flatMap((request): RequestChoice[] => {
      const slots = (this.#requests[request]?.slots ?? []).filter((slot) => !isPlaceholder(slot));
      return [...new Set(slots.map(({ alternative }) => alternative))].map((alternative) => ({ request, alternative }));
    });
    const claimOf = ({ request }: RequestChoice): number => this.#requests[request]?.claimIndex ?? 0;
    return found.sort((left, right) => claimOf(left) - claimOf(right) || (left.alternative ?? 0) - (right.alternative ?? 0));
  }

  #slotsOf({ request, alternative }: RequestChoice): readonly SlotPlan[] {
    return (this.#requests[request]?.slots ?? []).filter((slot) => slot.alternative === alternative);
  }

  #isAbout(constraint: DeviceConstraint, claimIndex: number, choice: RequestChoice): boolean {
    return this.#requests[choice.request]?.claimIndex === claimIndex && this.#slotsOf(choice).some((slot) => appliesTo(constraint, slot));
  }

  members(): ConflictMember[] {
    const ofRequests = this.#requestChoices.map((choice): ConflictMember => {
      const needed = this.#needOf(choice);
      const { alternative } = choice;
      return {
        claim: this.#claimOf(choice),
        ...(alternative === undefined ? {} : { alternative }),
        request: shownName(this.#slotsOf(choice)[0]?.request.name ?? ''),
        ...(needed === undefined ? {} : { wanted: needed }),
      };
    });
    const ofConstraints = this.#scoped.map(({ claimIndex, index, alternative }): ConflictMember => {
      return { claim: this.#claim(claimIndex), ...(alternative === undefined ? {} : { alternative }), constraint: index };
    });
    return [...ofRequests, ...ofConstraints];
  }

  #claimOf({ request }: RequestChoice): string {
    return this.#claim(this.#requests[request]?.claimIndex ?? 0);
  }

  #claim(claimIndex: number): string {
    return nameClaim((this.#context.encoded.claims[claimIndex] as ClaimPlan).claim);
  }

  /** Returns the number of devices that a request has in the conflict. Returns undefined if the request has alternatives. */
  #needOf(choice: RequestChoice): ConflictMember['wanted'] {
    const [slot] = this.#slotsOf(choice);
    if (slot === undefined || slot.subrequestIndex !== undefined) return undefined;
    return slot.all === undefined ? (this.#part.requests.get(choice.request) ?? Number(slot.count)) : 'All';
  }

  *text(): Incremental<string> {
    const { encoded, slots } = this.#context;
    const slotsOfPart = slots.filter(({ requestIndex }) => this.#part.requests.has(requestIndex));
    const short = unserved(slotsOfPart);
    if (short.length > 0) return shortOfDevices(short, encoded.claims.length === 1);
    const alternatives = yield* this.#byAlternatives(slotsOfPart);
    if (alternatives !== undefined) return alternatives;
    const values = yield* this.#byValues();
    if (values !== undefined) return `${values}${yield* this.#becauseOf('; also in conflict: ')}`;
    return (yield* this.#byCounting()) ?? (yield* this.#byDraws()) ?? `${this.#inVain()}${yield* this.#becauseOf(', because of ')}`;
  }

  /** Returns the causes of each whole alternative of a claim, if some have too few devices; undefined otherwise. */
  *#byAlternatives(slots: readonly ShortRequest[]): Incremental<string | undefined> {
    const alternatives = this.#alternatives();
    if (alternatives === undefined) return undefined;
    const causes = alternatives.map(([alternative, choices]) => {
      const short = unserved(slots.filter(({ plan }) => plan.alternative === alternative));
      return { asked: choices, short: short.length === 0 ? undefined : shortOfDevices(short, this.#context.encoded.claims.length === 1) };
    });
    if (causes.every(({ short }) => short === undefined)) return undefined;
    const words: string[] = [];
    for (const { asked: choices, short } of causes)
      words.push(short ?? (yield* this.#byValues(choices)) ?? `${this.#subject(choices)} ${unallocatable(choices)}`);
    return some(words, MAX_CHOICES, '; ');
  }

  /** Returns the requests of each whole alternative, if they belong to one claim and there are several. */
  #alternatives(): readonly (readonly [number, readonly RequestChoice[]])[] | undefined {
    const byAlternative = new Map<number, RequestChoice[]>();
    for (const choice of this.#requestChoices) entryIn(byAlternative, choice.alternative ?? -1, (): RequestChoice[] => []).push(choice);
    const isOfOne = new Set(this.#requestChoices.map((choice) => this.#requests[choice.request]?.claimIndex)).size === 1;
    return isOfOne && byAlternative.size > 1 ? [...byAlternative] : undefined;
  }

  /** States which requests cannot be allocated together, alternative by alternative. */
  #inVain(): string {
    const alternatives = this.#alternatives();
    if (alternatives === undefined) return `${this.#subject()} ${unallocatable(this.#requestChoices)}`;
    const each = alternatives.map(
      ([alternative, choices]) => `${this.#subject(choices, true)} of alternative ${alternative} ${unallocatable(choices)}`,
    );
    return each.join(', and ');
  }

  /** Returns the reason if counting alone proves the conflict; undefined otherwise. */
  *#byCounting(): Incremental<string | undefined> {
    const { checkpoint } = this.#context.input;
    const problem = problemOf(this.#context.encoded.problem, this.#part);
    const reason = yield* reasonOf(problem, checkpoint);
    return reason === undefined ? undefined : reasonInWords(reason, this.#namesFor(problem));
  }

  #namesFor(problem: Problem): ProblemNames {
    const { encoded, balances, counter } = this.#context;
    const slots = [...this.#part.requests.keys()].flatMap((request) => this.#requests[request]?.slots ?? []);
    return new ProblemNames({ encoded: { ...encoded, problem, slots }, balances, counter });
  }

  /** Names the counter that even the minimal consumption of the requests exceeds; undefined if no counter is exceeded. */
  *#byDraws(): Incremental<string | undefined> {
    const { checkpoint } = this.#context.input;
    const { problem } = this.#context.encoded;
    const { budgets = [], draws } = problem.resources ?? {};
    if (draws === undefined) return undefined;
    const needed = yield* leastDraws(this.#part, this.#context.slots, draws, checkpoint);
    const short = [...needed].find(([budget, amount]) => amount > (budgets[budget] as bigint));
    if (short === undefined) return undefined;
    const [budget, amount] = short;
    const sum = this.#namesFor(problem).sum({ terms: [{ budget, weight: 1n }], left: budgets[budget] as bigint, needed: amount });
    return sum === undefined ? undefined : `${this.#subject()} ${this.#part.requests.size === 1 ? 'uses' : 'use'} at least ${sum}`;
  }

  /** Names the resources that prevent the requests from being served together. */
  *#becauseOf(link: string): Incremental<string> {
    const { checkpoint } = this.#context.input;
    const { encoded, counter, trials } = this.#context;
    const names: Names = { counter, groups: 'the compatibility groups of its counter sets' };
    const found = yield* findObstacles(problemOf(encoded.problem, this.#part), names, trials, checkpoint);
    return found.length === 0 ? '' : `${link}${list(found, (name) => name)}`;
  }

  /** Lists the requests with their constraints and the values to choose from; undefined if no constraint is in conflict. */
  *#byValues(choices = this.#requestChoices): Incremental<string | undefined> {
    const scoped =
      choices === this.#requestChoices
        ? this.#scoped
        : this.#scoped.filter(({ requests }) => requests.some((one) => choices.includes(one)));
    const [only, ...more] = scoped;
    if (only === undefined) return undefined;
    const alone = more.length === 0 && choices.length === 1 ? yield* this.#aloneUnder(only) : undefined;
    if (alone !== undefined) return alone;
    const demands = scoped.map(({ constraint, requests, alternative }) => {
      const owner = alternative === undefined ? '' : `in alternative ${alternative} `;
      return `${owner}${this.#subject(requests, alternative !== undefined)} ${demandOf(constraint).must}`;
    });
    const under = new Set(scoped.flatMap(({ requests }) => requests));
    const others = choices.filter((one) => !under.has(one));
    const withOthers = others.length === 0 ? '' : `, next to ${this.#subject(others)}`;
    return `${list(demands, (text) => text)}${withOthers}: ${yield* this.#choices(scoped)}`;
  }

  /** Describes a conflict of one request under its constraint; undefined if there are more requests, or it has no count. */
  *#aloneUnder({ constraint, requests: [choice, ...others] }: Scoped): Incremental<string | undefined> {
    const needed = choice === undefined ? undefined : this.#needOf(choice);
    if (choice === undefined || typeof needed !== 'number' || others.length > 0) return undefined;
    const needs = `${this.#fullName(choice)} needs ${count(needed, 'device')} ${demandOf(constraint).wanted}`;
    if (needed === 1 && kindOf(constraint) === 'emptyIntersection')
      return `${needs}, but a single device always has its values in common with itself`;
    return `${needs}, but has ${yield* this.#choiceOf(choice, constraint)}`;
  }

  /** Lists the choices of requests, with equal choices merged. */
  *#choices(scoped: readonly Scoped[]): Incremental<string> {
    const byChoice = new Map<string, RequestChoice[]>();
    for (const { constraint, requests } of scoped) {
      for (const choice of requests) {
        const names = entryIn(byChoice, yield* this.#choiceOf(choice, constraint), (): RequestChoice[] => []);
        if (!names.includes(choice)) names.push(choice);
      }
    }
    const choices = Array.from(byChoice, ([choice, requests]) => {
      return `${list(requests, (one) => this.#name(one))} ${requests.length === 1 ? 'has' : 'have'} ${choice}`;
    });
    return some(choices, MAX_CHOICES, '; ');
  }

  /** Lists the devices that a request can choose, by the values that a constraint compares. */
  *#choiceOf({ request, alternative }: RequestChoice, constraint: DeviceConstraint): Incremental<string> {
    const { input, slots } = this.#context;
    const { checkpoint, features } = input;
    const attribute = attributeOf(constraint);
    const lists = new PrintedLists();
    const reader = new ValueReader(readingOf(constraint), features, checkpoint, lists);
    const slotsOfChoice = slots.filter(({ requestIndex, plan }) => requestIndex === request && plan.alternative === alternative);
    const devices = new Map<string, number>();
    for (const { plan, devices: left } of slotsOfChoice) {
      for (const device of left) {
        if (checkpoint.due()) yield;
        for (const value of new Set(yield* valuesFor(plan, attribute, device, input, reader)))
          devices.set(value, (devices.get(value) ?? 0) + 1);
      }
    }
    const total = slotsOfChoice.reduce((sum, { counted }) => sum + counted.left, 0);
    const isCut = slotsOfChoice.some(({ counted, devices: left }) => left.length < counted.left);
    if (devices.size === 0 || isCut) return count(total, 'device');
    const byNumber = new Map<number, string[]>();
    for (const [value, number] of devices) entryIn(byNumber, number, (): string[] => []).push(lists.print(value));
    const sorted = [...byNumber].sort(([left], [right]) => right - left);
    const words = sorted.map(([number, values]) => `${number} with ${values.length > 1 ? 'each of ' : ''}${valuesInWords(values)}`);
    return words.join(', ');
  }

  /** Names requests with their device counts. `isReported`: the text already names the alternative, so it is omitted. */
  #subject(requests: readonly RequestChoice[] = this.#requestChoices, isReported = false): string {
    return list(requests, (choice) => {
      const needed = this.#needOf(choice);
      return `${this.#name(choice, isReported)}${needed === undefined ? '' : ` (${needed === 'All' ? 'all' : needed})`}`;
    });
  }

  #name(choice: RequestChoice, isReported = false): string {
    const owner = this.#context.encoded.claims.length === 1 ? '' : `${this.#claimOf(choice)}: `;
    const [slot] = this.#slotsOf(choice);
    const of = choice.alternative === undefined || isReported ? '' : ` of alternative ${choice.alternative}`;
    return slot === undefined ? owner : `${owner}${requestInShort(nameRequest({ name: slot.request.name, request: slot.request }))}${of}`;
  }

  #fullName(choice: RequestChoice): string {
    const owner = this.#context.encoded.claims.length === 1 ? '' : ` of claim ${this.#claimOf(choice)}`;
    const [slot] = this.#slotsOf(choice);
    const of = choice.alternative === undefined ? '' : ` of alternative ${choice.alternative}`;
    return slot === undefined ? owner : `${requestInWords(nameRequest({ name: slot.request.name, request: slot.request }))}${of}${owner}`;
  }
}

/** Returns the predicate of a sentence about requests. */
function unallocatable({ length }: readonly RequestChoice[]): string {
  return length === 1 ? 'cannot be allocated' : 'cannot be allocated together';
}

function valuesInWords(values: readonly string[]): string {
  return values.length <= MAX_VALUES ? inList(values) : some(values, MAX_VALUES);
}

/** Numbers equal list values, and prints each list. */
class PrintedLists {
  readonly #numbers = new ListInterner();
  readonly #texts = new Map<string, string>();

  *numbering(items: readonly string[], checkpoint: Checkpoint): Incremental<number> {
    const number = yield* this.#numbers.numbering(items, checkpoint);
    this.#texts.set(
      `list ${number}`,
      `[${items.slice(0, MAX_ITEMS).map(printValue).join(', ')}${items.length > MAX_ITEMS ? ', ...' : ''}]`,
    );
    return number;
  }

  print(value: string): string {
    return this.#texts.get(value) ?? printValue(value);
  }
}

/** Prints a value without its type; a string in quotes. */
function printValue(value: string): string {
  const [type, ...text] = value.split(' ');
  const shown = shorten(text.join(' '), MAX_VALUE);
  return type === 'string' ? JSON.stringify(shown) : shown;
}
