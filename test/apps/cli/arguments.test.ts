import { expect, test } from 'vitest';
import { type OptionSpec, parseArguments } from '../../../src/apps/cli/arguments.js';
import { threadMilliseconds } from '../../support/clock.js';

const SPECS: readonly OptionSpec[] = [
  { name: '--filename', short: '-f', value: 'FILE', repeatable: true, help: '' },
  { name: '--output', short: '-o', value: 'FORMAT', help: '' },
  { name: '--recursive', short: '-R', help: '' },
];

const parse = (...argv: string[]) => {
  const { positionals, options } = parseArguments(argv, SPECS);
  return { positionals, options: Object.fromEntries(options) };
};

test.each([[['--output', 'json']], [['--output=json']], [['-o', 'json']], [['-ojson']], [['-o=json']]])(
  '%j gives the option its value',
  (argv) => {
    expect(parse(...argv)).toEqual({ positionals: [], options: { '--output': ['json'] } });
  },
);

test('a repeatable option keeps every value in order, - is a value', () => {
  expect(parse('-f', 'b', '-f', '-', '--filename=a').options).toEqual({ '--filename': ['b', '-', 'a'] });
});

test('words and what follows -- are positionals', () => {
  expect(parse('allocate', '-R', 'x', '--', '-f', '--y')).toEqual({
    positionals: ['allocate', 'x', '-f', '--y'],
    options: { '--recursive': ['true'] },
  });
});

test('a value may begin with a hyphen or contain =', () => {
  expect(parse('-o', '-x', '--filename=a=b').options).toEqual({ '--output': ['-x'], '--filename': ['a=b'] });
});

test('a switch can be given as true or false', () => {
  expect(parse('--recursive=true').options).toEqual({ '--recursive': ['true'] });
  expect(parse('--recursive=false').options).toEqual({});
});

test.each([
  [['--outptu', 'json'], 'unknown option --outptu, did you mean --output?'],
  [['-x'], 'unknown option -x'],
  [['--output'], 'option --output needs a value: --output FORMAT'],
  [['--recursive=perhaps'], 'option --recursive accepts only true or false, not "perhaps"'],
  [['-o', 'json', '-o', 'yaml'], 'option --output occurs twice: give it once'],
  [['--__proto__=1'], 'unknown option --__proto__'],
])('%j is refused', (argv, message) => {
  expect(() => parse(...argv)).toThrow(message);
});

test('very many arguments take linear time', () => {
  const start = threadMilliseconds();
  expect(parse(...Array.from({ length: 200_000 }, (_, index) => `claim-${index}`)).positionals.length).toBe(200_000);
  expect(threadMilliseconds() - start).toBeLessThan(1000);
});
