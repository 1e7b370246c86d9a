import { describe, expect, test } from 'vitest';
import { examplesOf } from '../../../../src/apps/cli/print/rule.js';
import { ALL_RULES } from '../../../../src/apps/cli/validate/rules.js';
import { runProgram } from '../run-program.js';

test('rules lists every rule with its severity and what it says', async () => {
  const { code, out, err } = await runProgram(['rules']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const lines = out.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^RULE +SEVERITY +SAYS$/);
  expect(lines.slice(1).map((line) => line.split(/ {3,}/))).toEqual(ALL_RULES.map(({ id, severity, says }) => [id, severity, says]));
});

describe('a rule', () => {
  test('is explained with kinds, link and examples that can be copied', async () => {
    const { code, out } = await runProgram(['rules', 'request-name']);
    expect(out).toContain('request-name: error\n\nName of a request or alternative is not a DNS label');
    expect(out).toContain('\nKinds: ResourceClaim, ResourceClaimTemplate\nSee https://kubernetes.io/');
    const [, wrong = '', right = ''] = /\nWrong:\n\n([\s\S]*)\nRight:\n\n([\s\S]*)$/.exec(out) ?? [];
    expect(wrong).toContain('      - name: GPU_0\n');
    expect((await runProgram(['validate', '-f', '-'], wrong)).code).toBe(1);
    expect((await runProgram(['validate', '-f', '-'], right)).code).toBe(0);
    expect(code).toBe(0);
  });

  test.each(ALL_RULES.filter((rule) => examplesOf(rule) !== undefined).map(({ id }) => id))(
    '%s has an explanation with examples',
    async (id) => {
      const { code, out } = await runProgram(['rules', id]);
      expect(code).toBe(0);
      expect(out).toMatch(/\nWrong( \(.*\))?:\n\n {2}\S/);
      expect(out).toContain('\nRight:\n\n  ');
    },
  );

  test.each([
    [['rules', 'request-nam'], 'no rule "request-nam", did you mean request-name?\n'],
    [['rules', 'a', 'b'], 'rules accepts one rule, found "b" after it\n'],
    [['rules', '-f', 'x'], 'rules has no option --filename\n'],
  ])('%j is a wrong command line', async (argv, message) => {
    const { code, err } = await runProgram(argv);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});
