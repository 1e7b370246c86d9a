// Checks an explanation with the public interface alone. Its answer must equal that of `allocate`, and the losses must add up. Each part of a
// conflict is tested by editing the claims and allocating again.

import { AllocationError } from '../../src/core/base/errors.js';
import type { Conflict, ConflictMember, NodeExplanation } from '../../src/explain/explanation.js';
import type { AllocateInput } from '../../src/index.js';
import type { Allocator } from '../../src/library/allocator.js';

type Json = Readonly<Record<string, unknown>>;
type Request = Json & { readonly name: string; readonly exactly?: Json };
type Constraint = Json & { readonly requests?: readonly string[] };
export type ClaimJson = Json & {
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec: { readonly devices?: { readonly requests?: readonly Request[]; readonly constraints?: readonly Constraint[] } };
  readonly status?: { readonly allocation?: object };
};
export type Input = AllocateInput & { readonly claims: readonly ClaimJson[] };

/** The result of a check: the errors, and the number of checked parts. */
export interface Checked {
  readonly wrong: readonly string[];
  readonly answer: string;
  /** Parts of a conflict that were allocated as a test. */
  readonly subsets: number;
  readonly members: number;
  readonly isMinimal: boolean;
}

/** The kind of an answer, or its error. Invalid pools are reported if there is no allocation. */
export function answerOf(allocator: Allocator, input: AllocateInput): string {
  try {
    const outcome = allocator.allocate(input);
    return outcome.kind === 'interrupted' ? `interrupted ${outcome.by}` : outcome.kind;
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    return `error ${error.code} ${error.message}`;
  }
}

const NOTHING = /^(unallocatable$|error invalid-pools)/;

/** Checks the explanation for an input. */
export function checkExplanation(allocator: Allocator, input: Input): Checked {
  const explanation = allocator.explain({ ...input, suggestions: false });
  const [node] = explanation.nodes as [NodeExplanation];
  const answer = answerOf(allocator, input);
  const wrong: string[] = [];
  const said = node.kind === 'error' ? `error ${node.error?.code} ${node.error?.message}` : node.kind;
  // A reason can prove that there is no allocation even if a search reached its limit.
  const isShown = node.kind === 'unallocatable' && answer === 'interrupted steps';
  if (!isShown && (node.kind === 'interrupted' ? `interrupted ${node.by}` : said) !== answer) wrong.push(`answers ${said} for ${answer}`);
  if (explanation.kind !== node.kind) wrong.push(`answers ${explanation.kind} in all`);
  for (const { request, total, left, losses } of node.requests) {
    const lost = losses.reduce((sum, { count }) => sum + count, 0);
    if (left < 0 || losses.some(({ count }) => count < 1) || lost !== total - left)
      wrong.push(`${request}: ${lost} lost of ${total}, ${left} left`);
  }
  if (node.text === '' || node.text.includes('\n\n')) wrong.push('has no first line');
  const { conflict } = node;
  if (!isShown && NOTHING.test(answer) !== (conflict !== undefined))
    wrong.push(`${conflict === undefined ? 'no' : 'a'} conflict for ${answer}`);
  const parts = conflict === undefined ? { wrong: [], subsets: 0 } : checkConflict(allocator, input, conflict);
  wrong.push(...parts.wrong);
  const { members = [], isMinimal = true } = conflict ?? {};
  return { wrong, answer: answer.split(' ')[0] as string, subsets: parts.subsets, members: members.length, isMinimal };
}

/** Allocates the requests of a conflict, and every part of it with one member, or one device, less. */
function checkConflict(allocator: Allocator, input: Input, { members, isMinimal }: Conflict): { wrong: string[]; subsets: number } {
  const answer = (some: readonly ConflictMember[]): string => answerOf(allocator, { ...input, claims: claimsOf(input, some) });
  const wrong: string[] = [];
  const whole = answer(members);
  if (!NOTHING.test(whole)) wrong.push(`conflict ${JSON.stringify(members)}: ${whole}`);
  const subsets = members.flatMap((member, index) => {
    const others = members.filter((_, other) => other !== index);
    const { wanted } = member;
    const fewer = typeof wanted === 'number' && wanted > 1 ? [[...others, { ...member, wanted: wanted - 1 }]] : [];
    return [others, ...fewer];
  });
  if (!isMinimal) return { wrong, subsets: 0 };
  for (const some of subsets) {
    const part = answer(some);
    // The devices are found in that case, and only the result cannot be written.
    if (part !== 'allocated' && !part.startsWith('error unsupported-node-selector'))
      wrong.push(`conflict ${JSON.stringify(members)} is not minimal: ${JSON.stringify(some)}: ${part}`);
  }
  return { wrong, subsets: subsets.length };
}

/** The claims of an input with only some members. Allocated claims keep their devices, and are requested if they are members. */
function claimsOf({ claims }: Input, members: readonly ConflictMember[]): readonly ClaimJson[] {
  return claims.flatMap((claim) => {
    const { name, namespace } = claim.metadata;
    const own = members.filter((member) => member.claim === (namespace ? `${namespace}/${name}` : name));
    if (own.some(({ request, constraint }) => request === undefined && constraint === undefined)) return [claim];
    const requests = (claim.spec.devices?.requests ?? []).flatMap((request) => withCount(request, own));
    if (requests.length === 0) return [];
    const kept = new Set(requests.map((request) => request.name));
    const constraints = (claim.spec.devices?.constraints ?? []).flatMap((constraint, index) =>
      own.some((member) => member.constraint === index) ? among(constraint, kept) : [],
    );
    const { status: _, ...rest } = claim;
    return [{ ...rest, spec: { devices: { requests, constraints } } } as ClaimJson];
  });
}

/** A request with the number of devices of its member. Empty: the request is no member. */
function withCount(request: Request, members: readonly ConflictMember[]): Request[] {
  const member = members.find((one) => one.request === request.name);
  if (member === undefined) return [];
  if (typeof member.wanted !== 'number' || request.exactly === undefined) return [request];
  return [{ ...request, exactly: { ...request.exactly, count: member.wanted } }];
}

/** A constraint over the remaining requests. It is dropped if none of its requests remain, as without names it would apply to all. */
function among(constraint: Constraint, kept: ReadonlySet<string>): Constraint[] {
  const { requests = [] } = constraint;
  if (requests.length === 0) return [constraint];
  const left = requests.filter((name) => kept.has(name.split('/')[0] as string));
  return left.length === 0 ? [] : [{ ...constraint, requests: left }];
}
