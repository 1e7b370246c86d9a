import { expect, it } from 'vitest';
import { GoTemplate } from '../../../src/harness/go-template/run.js';

const run = (text: string, data: Readonly<Record<string, unknown>> = {}): string => new GoTemplate(text, 't.yaml').run(data);

// The functions of scheduler_perf make the same of each in Go.
it.each([
  ['{{(or .s nil) | JSON}} {{.s | JSON}}', {}, 'null null'],
  ['{{JSON .s}}', { s: [{ cel: 'a < b' }] }, '[{"cel":"a < b"}]'],
  ['{{DivideInt 7 2}} {{DivideFloat 7 2}} {{AddInt 1 2 3}} {{MultiplyInt 2 3}} {{SubtractInt 1 2}}', {}, '3 3.5 6 6 -1'],
  ['{{len .l}} {{.l}} {{.m}}', { l: [1, 'b'], m: { z: 1, a: 2 } }, '2 [1 b] map[a:2 z:1]'],
])('%s with %j', (text, data, made) => {
  expect(run(text, data)).toBe(made);
});

it.each([
  ['{{Mod 1 0}}', 't.yaml: Mod: division by zero'],
  ['{{Int "x"}}', 't.yaml: Int: cannot cast "x" to a number'],
  ['{{gt 1 "x"}}', 't.yaml: gt: needs two numbers or two strings'],
])('%s is an error', (text, message) => {
  expect(() => run(text)).toThrow(message);
});
