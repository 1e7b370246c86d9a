import { describe, expect, it } from 'vitest';
import { parseGoTemplate } from '../../../src/harness/go-template/parse.js';

it('gives text and actions in their order', () => {
  expect(parseGoTemplate('a{{.x}}{{$y := 1}}', 't.yaml')).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'output', pipeline: [[{ kind: 'dot', fields: ['x'] }]] },
    { kind: 'assign', name: 'y', isNew: true, pipeline: [[{ kind: 'literal', value: 1 }]] },
  ]);
});

describe('a template that is wrong tells where', () => {
  it.each([
    ['{{', 't.yaml:1: {{ is not closed'],
    ['\n{{if 1}}', 't.yaml:2: {{if}} without {{end}}'],
    ['a{{end}}', 't.yaml:1: {{end}} without what it belongs to'],
    ['{{}}', 't.yaml:1: an action without a value'],
    ['{{(1}}', 't.yaml:1: a parenthesis is not closed'],
    ['{{#}}', 't.yaml:1: cannot read "#"'],
    ['{{nope 1}}', 't.yaml: function "nope" is not known'],
    ['{{constructor}}', 't.yaml: function "constructor" is not known'],
    ['{{$x}}', 't.yaml: there is no variable $x'],
    ['{{1 2}}', 't.yaml: a value that is no function has arguments'],
    ['{{Mod 1 0}}', 't.yaml: Mod: division by zero'],
    ['{{Int "x"}}', 't.yaml: Int: cannot cast "x" to a number'],
    ['{{gt 1 "x"}}', 't.yaml: gt: wants two numbers or two texts'],
    ['{{range "abc"}}{{end}}', 't.yaml: range over "abc"'],
    ['{{if 1}}'.repeat(60), 't.yaml:1: more than 50 blocks within each other'],
    [`{{${'('.repeat(60)}1${')'.repeat(60)}}}`, 't.yaml:1: more than 50 parentheses within each other'],
    ['{{range 1000000000}}{{end}}', 't.yaml: the template does more than 5000000 steps or characters'],
    [`{{range 10000}}${'x'.repeat(10_000)}{{end}}`, 't.yaml: the template does more than 32000000 steps or characters'],
  ])('%s', (text, message) => {
    expect(() => parseGoTemplate(text, 't.yaml')).toThrow(message);
  });
});
