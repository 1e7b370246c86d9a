import { describe, expect, it } from 'vitest';
import { parseGoTemplate } from '../../../src/harness/go-template/parse.js';

it('gives text and actions in their order', () => {
  expect(parseGoTemplate('a{{.x}}{{$y := 1}}', 't.yaml')).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'output', pipeline: [[{ kind: 'dot', fields: ['x'] }]] },
    { kind: 'assign', name: 'y', isNew: true, pipeline: [[{ kind: 'literal', value: 1 }]] },
  ]);
});

describe('a template that is wrong reports where', () => {
  it.each([
    ['{{', 't.yaml:1: {{ is not closed'],
    ['\n{{if 1}}', 't.yaml:2: {{if}} without {{end}}'],
    ['a{{end}}', 't.yaml:1: {{end}} without an action to close'],
    ['{{}}', 't.yaml:1: an action has no value'],
    ['{{(1}}', 't.yaml:1: a parenthesis is not closed'],
    ['{{#}}', 't.yaml:1: cannot read "#"'],
    ['{{if 1}}'.repeat(60), 't.yaml:1: more than 50 nested blocks'],
    [`{{${'('.repeat(60)}1${')'.repeat(60)}}}`, 't.yaml:1: more than 50 nested parentheses'],
  ])('%s', (text, message) => {
    expect(() => parseGoTemplate(text, 't.yaml')).toThrow(message);
  });
});

it('an action of a million tokens is read token by token', () => {
  const [node] = parseGoTemplate(`{{or ${'1 '.repeat(1_000_000)}}}`, 't.yaml');
  expect(node?.kind === 'output' ? node.pipeline[0]?.length : undefined).toBe(1_000_001);
});
