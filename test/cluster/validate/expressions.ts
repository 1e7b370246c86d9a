// Cases of generated expressions: selectors and derivations of attributes, valid and damaged.

import { Generator } from '../../cel/corpus/generate.js';
import { type Base, readBases } from './bases.mjs';
import { type Case, casesOf, parsePath } from './mutations.mjs';

const PLACES = {
  selector: { base: 'claim-selector v1', path: 'spec.devices.requests[0].exactly.selectors[0].cel.expression' },
  derived: { base: 'claim-derived v1', path: 'spec.devices.requests[0].exactly.derivedAttributes[0].expression' },
} as const;

/** Makes claims with generated expressions. */
export function makeExpressionCases(seed: number, count: number): readonly Case[] {
  const bases = new Map(readBases().map((base) => [base.name, base]));
  const generator = new Generator(seed);
  return casesOf(
    Array.from({ length: count }, (_, index) => {
      const { expression, kind } = generator.generate(index).question;
      const { base, path } = PLACES[kind];
      return [bases.get(base) as Base, [{ op: 'set', path: parsePath(path), value: expression }]] as const;
    }),
  );
}
