import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/apps/cli/arguments.js';
import { parseOutputTemplate } from '../../../src/apps/cli/output-template.js';

it('other formats are none of these', () => {
  expect(parseOutputTemplate('json')).toBeUndefined();
  expect(parseOutputTemplate('jsonpath-file=a')).toBeUndefined();
});

describe('columns', () => {
  it.each(['.a.b', 'a.b', '{.a.b}', '{a.b}'])('may have their path written %s', (path) => {
    const nodes = [
      {
        kind: 'list',
        nodes: [
          { kind: 'field', name: 'a' },
          { kind: 'field', name: 'b' },
        ],
      },
    ];
    expect(parseOutputTemplate(`custom-columns=A:${path}`)).toEqual({ kind: 'custom-columns', columns: [{ heading: 'A', path: nodes }] });
  });

  it('stand behind each other, each with the heading before its first colon', () => {
    const template = parseOutputTemplate('custom-columns=A:.a,B:.b[0:1]');
    expect(template?.kind === 'custom-columns' && template.columns.map(({ heading }) => heading)).toEqual(['A', 'B']);
  });
});

it.each([
  ['jsonpath', '-o jsonpath= needs a template, as in -o jsonpath=\'{range .items[*]}{.metadata.name}{"\\n"}{end}\''],
  ['custom-columns=', '-o custom-columns= needs a template, as in -o custom-columns=NAME:.metadata.name,NAMESPACE:.metadata.namespace'],
  ['custom-columns=A', 'custom-columns accepts HEADING:PATH, not "A"'],
  ['custom-columns=A:{.a}{.b}', 'custom-columns accepts paths such as .metadata.name or {.metadata.name}, not "{.a}{.b}"'],
  ['jsonpath={.a', 'the template "jsonpath={.a" does not parse: unclosed action'],
  [`custom-columns=${'A:.a,'.repeat(1000)}A:.a`, 'option --output accepts 1000 columns at most'],
])('%s is refused', (text, message) => {
  expect(() => parseOutputTemplate(text)).toThrow(UsageError);
  expect(() => parseOutputTemplate(text)).toThrow(message);
});
