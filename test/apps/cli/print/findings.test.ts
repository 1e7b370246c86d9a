import { describe, expect, test } from 'vitest';
import { formatFindings } from '../../../../src/apps/cli/print/findings.js';
import type { PlacedFinding } from '../../../../src/apps/cli/validate/finding.js';
import { labelKeyProblems, labelProblems } from '../../../../src/core/base/name-rules.js';
import { withoutStyles } from '../../../../src/core/base/styled-text.js';

const FINDING: PlacedFinding = {
  severity: 'error',
  rule: 'request-name',
  message: 'Invalid value: "A"',
  object: 'ResourceClaim default/gpu',
  path: 'spec.devices',
  file: 'dir/claim.yaml',
  line: 3,
  column: 5,
  lineText: '    name: A',
};

const format = (finding: Partial<PlacedFinding>, showsLines = false, output: 'text' | 'json' = 'text'): string =>
  withoutStyles(
    formatFindings({ findings: [{ ...FINDING, ...finding }], objects: [], files: [], notes: [] }, output, {
      version: '1',
      now: new Date(0),
      showsLines,
      checkout: undefined,
    }),
  );

describe('a finding as text', () => {
  test('is one line, with what to write', () => {
    expect(format({ suggestion: 'write a' })).toBe(
      'dir/claim.yaml:3:5: error: ResourceClaim default/gpu: spec.devices: Invalid value: "A": write a [request-name]\n',
    );
    const lineWith = (message: string, suggestion?: string): string =>
      format({ object: '', path: '', message, ...(suggestion === undefined ? {} : { suggestion }) }).replace(
        /^.*?error: (.*) \[request-name\]\n$/,
        '$1',
      );
    expect(lineWith('Invalid value: "A"', 'a')).toBe('Invalid value: "A": did you mean "a"?');
    expect(lineWith('Invalid value: 0: must be greater than zero', '1')).toBe(
      'Invalid value: 0: must be greater than zero: did you mean 1?',
    );
    expect(lineWith('no attribute b: did you mean c?', 'c')).toBe('no attribute b: did you mean c?');
    expect(lineWith('a list equals no value; write a.includes(1)', 'a.includes(1)')).toBe('a list equals no value; write a.includes(1)');
    expect(lineWith('one of: c, gpu', 'gpu')).toBe('one of: c, gpu: did you mean "gpu"?');
    expect(lineWith('no field b', 'did you mean c?')).toBe('no field b: did you mean c?');
    expect(lineWith('two are compared', 'a ==\n  b')).toBe('two are compared: a == b');
    expect(format({ object: '', path: '', severity: 'warning' })).toBe('dir/claim.yaml:3:5: warning: Invalid value: "A" [request-name]\n');
  });

  test('is without the regular expression of the API server', () => {
    const [problem = ''] = labelProblems('A');
    expect(problem).toContain(', regex used for validation is ');
    const rule =
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
    expect(format({ message: problem })).toContain(`${rule} (e.g. 'my-name',  or '123-abc') [`);
    expect(format({ message: problem, suggestion: 'a' })).toContain(`${rule}: did you mean "a"? [`);
    const [keyProblem = ''] = labelKeyProblems('a/b/c');
    expect(format({ message: keyProblem })).toMatch(
      /'123-abc'\) with an optional DNS subdomain prefix and '\/' \(e\.g\. 'example\.com\/MyName'\) \[/,
    );
  });

  test('has further lines only for an expression that does not compile, with a sign before them', () => {
    const start = 'dir/claim.yaml:3:5: error: ResourceClaim default/gpu: spec.devices: ';
    expect(format({ message: 'bad\n::error::forged\n | a.b\n | .^' })).toBe(
      `${start}bad\\u000a::error::forged\\u000a | a.b\\u000a | .^ [request-name]\n`,
    );
    const first = 'Invalid value: "a.b\\nc": compilation failed: ERROR: <input>:1:2: wrong';
    expect(format({ message: `${first}\n | a.b\n | .^\nERROR: <input>:2:1: wrong\n | c\n | ^` }).split('\n')).toEqual([
      `${start}${first} [request-name]`,
      '   | a.b',
      '   | .^',
      '   | ERROR: <input>:2:1: wrong',
      '   | c',
      '   | ^',
      '',
    ]);
  });

  test('has nothing that steers a terminal', () => {
    const hostile = '\u001b[2J\r\u202e\nFORGED';
    const out = format({ object: `Pod ${hostile}`, path: hostile, file: hostile, lineText: `a: ${hostile}`, suggestion: hostile }, true);
    expect(out).not.toMatch(/^FORGED/m);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });
});

describe('the line of a finding on a terminal', () => {
  const excerptOf = (lineText: string, column: number): string[] => format({ lineText, column, line: 12 }, true).split('\n').slice(1, 3);

  test('has a caret below the place', () => {
    expect(excerptOf('    name: A', 5)).toEqual(['  12 |     name: A', '     |     ^']);
    expect(excerptOf('\t\tname: A', 3)).toEqual(['  12 |   name: A', '     |   ^']);
    expect(excerptOf('"\u001b": 1, x', 9)).toEqual(['  12 | "\\u001b": 1, x', '     |              ^']);
  });

  test('is cut where it is long', () => {
    const [line = '', caret = ''] = excerptOf(`${'a'.repeat(1_000_000)}X${'b'.repeat(1_000_000)}`, 1_000_001);
    expect(line).toBe(`  12 | ...${'a'.repeat(60)}X${'b'.repeat(60)}...`);
    expect(caret.indexOf('^')).toBe(line.indexOf('X'));
  });

  test('is left out where there is none', () => {
    expect(format({ lineText: '' }, true)).toBe(format({}));
  });
});

test('findings as JSON have their fields, and their file', () => {
  expect(JSON.parse(format({ suggestion: 'a' }, true, 'json'))).toEqual([
    {
      severity: 'error',
      rule: 'request-name',
      message: 'Invalid value: "A"',
      object: 'ResourceClaim default/gpu',
      path: 'spec.devices',
      file: 'dir/claim.yaml',
      line: 3,
      column: 5,
      suggestion: 'a',
    },
  ]);
});
