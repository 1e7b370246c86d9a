import { describe, expect, it } from 'vitest';
import { readText } from '../../../src/core/read/read.js';
import { validate } from '../../../src/validate/index.js';
import { DECODING_RULES, TEXT_RULES } from '../../../src/validate/rules/decode.js';
import { describeExamples } from './examples.js';

describeExamples(DECODING_RULES);

describe.each(TEXT_RULES.map((rule) => [rule.id, rule] as const))('the rule %s', (_, { texts }) => {
  it('is broken by its bad text alone, which cannot be read', () => {
    expect(() => readText(texts.bad, 'bad.yaml')).toThrow(/duplicate/);
    expect(validate(readText(texts.good, 'good.yaml').documents.map(({ value }) => value as object))).toEqual([]);
  });
});
