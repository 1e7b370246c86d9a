// Errors as problem details (RFC 9457), with the codes and findings of this service.

import { AllocationError } from 'dra-allocator';
import { ReadError, type SourceDocument } from 'dra-allocator/read';
import type { Finding } from 'dra-allocator/validate';

/** Statuses of answers that are problems. */
export type ProblemStatus = 400 | 401 | 404 | 405 | 408 | 413 | 415 | 417 | 422 | 431 | 500 | 503;

const TITLES: Readonly<Record<ProblemStatus, string>> = {
  400: 'The request is wrong',
  401: 'The token is missing or wrong',
  404: 'There is nothing here',
  405: 'This is asked in another way',
  408: 'The request came too slowly',
  413: 'The request is too large',
  415: 'The body is of another kind',
  417: 'The server does not do what is expected',
  422: 'The question cannot be answered',
  431: 'The headers are too large',
  500: 'A defect of this service',
  503: 'Come again',
};

/** A problem: thrown where it is found, and sent as `application/problem+json`. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ProblemStatus;
  readonly code: string;
  readonly findings: readonly Finding[];
  readonly place: object;

  constructor(status: ProblemStatus, code: string, message: string, more: { findings?: readonly Finding[]; place?: object } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.findings = more.findings ?? [];
    this.place = more.place ?? {};
  }

  toJSON(): object {
    const { status, code, message: detail, findings, place } = this;
    return { title: TITLES[status], status, code, detail, ...(findings.length > 0 ? { findings } : {}), ...place };
  }
}

/** Returns the problem of a fault in the body itself. */
export function bodyProblem(rule: string, message: string, path = '', place: { line?: number; column?: number } = {}): Problem {
  const finding: Finding = { severity: 'error', rule, message, object: 'body', path, ...place };
  return new Problem(400, rule, message, { findings: [finding] });
}

/** Codes of errors that the objects or arguments cause, so the sender can correct the body. Other codes mean that the question has no answer. */
const OF_THE_BODY: ReadonlySet<string> = new Set([
  'invalid-input',
  'invalid-object',
  'unknown-kubernetes-version',
  'unknown-feature-gate',
  'locked-feature-gate',
  'feature-gate-needs',
]);

/** Converts any error to a problem. `document` is the body, if it was read. */
export function problemOf(error: unknown, document?: SourceDocument): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ReadError) return bodyProblem('unreadable', error.message, '', { line: error.line, column: error.column });
  if (!(error instanceof AllocationError)) return new Problem(500, 'internal', 'something went wrong that should not');
  const { code, message, claim, request, selector, device, path } = error;
  if (code === 'internal') return new Problem(500, 'internal', 'something went wrong that should not');
  if (code === 'out-of-memory') return new Problem(503, code, message);
  if (OF_THE_BODY.has(code)) return bodyProblem(code, message, path, path === undefined ? {} : document?.locate(stepsOf(path)));
  const place = Object.fromEntries(Object.entries({ claim, request, selector, device, path }).filter(([, value]) => value !== undefined));
  return new Problem(422, code, message, { place });
}

/** Splits a path as errors write it: `objects[0].spec.devices[1].attributes[example.com/model]`. */
export function stepsOf(path: string): (string | number)[] {
  return Array.from(path.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g), ([, inside, name]) =>
    inside === undefined ? (name ?? '') : /^\d+$/.test(inside) ? Number(inside) : inside,
  );
}
