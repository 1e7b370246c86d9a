// Validation as bundles have it, without the examples of rules: it finds in each of them what it finds with them.

import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { withoutRuleExamples } from '../../scripts/rule-examples.mjs';
import { variantOf } from '../../src/validate/examples.js';
import * as whole from '../../src/validate/index.js';
import { DECODING_RULES } from '../../src/validate/rules/decode.js';
import { OBJECT_RULES } from '../../src/validate/rules/object-rules.js';

const { outputFiles } = await build({
  entryPoints: ['src/validate/index.ts'],
  bundle: true,
  format: 'esm',
  target: 'node20.19',
  write: false,
  plugins: [withoutRuleExamples],
});
const text = outputFiles[0]?.text ?? '';
const part = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as typeof whole;

it('has every rule, and no example', () => {
  expect(part.RULES.map(({ id, says }) => [id, says])).toEqual(whole.RULES.map(({ id, says }) => [id, says]));
  expect(text).not.toMatch(/^ *examples:/m);
});

it('finds the same in the examples of rules', () => {
  for (const { id, examples } of [...DECODING_RULES, ...OBJECT_RULES]) {
    const { kind, apiVersion, options, bad, furtherObjects: beside = [] } = examples();
    const objects = [variantOf(kind, bad, apiVersion) as object, ...beside];
    const found = part.validate(objects, options);
    expect(found.map(({ rule }) => rule)).toContain(id);
    expect(JSON.stringify(found)).toBe(JSON.stringify(whole.validate(objects, options)));
  }
});
