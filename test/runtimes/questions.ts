// The stored vectors as questions that a runtime is queried: printed as a module without imports, which every runtime can read.

import { expected, gatesOf, inputFor, loadCases } from '../support/cases.js';

/** One question, with the gates of its allocator and the answer that is requested. */
export interface Question {
  readonly name: string;
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly input: object;
  readonly wanted: object;
}

/** A value as the text of an expression. Integers beyond 2^53 stay what they are. */
function sourceOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, of]) => of !== undefined);
  // The name is computed, since `__proto__` is then one like any other.
  return `{${entries.map(([key, of]) => `[${JSON.stringify(key)}]:${sourceOf(of)}`).join(',')}}`;
}

const questions = ['semantics', 'search'].flatMap((folder) =>
  loadCases(folder).flatMap(({ name, input, answers }) =>
    input.nodes.map((node): Question => {
      const answer = answers[node.metadata.name];
      if (answer === undefined) throw new Error(`${name} has no answer for node ${node.metadata.name}`);
      const wanted = expected(answer);
      return {
        name: `${folder}/${name}/${node.metadata.name}`,
        featureGates: gatesOf(input),
        input: inputFor(input, node),
        wanted: wanted.kind === 'error' ? { kind: wanted.kind, code: wanted.code, nodeLocal: wanted.nodeLocal } : wanted,
      };
    }),
  ),
);

process.stdout.write(`export const questions = ${sourceOf(questions)};\n`);
