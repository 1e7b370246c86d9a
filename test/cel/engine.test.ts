import { describe, expect, it } from 'vitest';
import { CelCompileError, type CelDevice, CelRuntimeError, compileSelector, type Selector } from '../../src/cel/engine.js';
import { TOO_MUCH_WORK } from '../../src/cel/errors.js';
import type { DeviceAttribute } from '../../src/core/api/resource-slice.js';
import { Checkpoint, DEFAULT_SELECTOR_WORK } from '../../src/core/base/checkpoint.js';
import { threadMilliseconds } from '../support/clock.js';
import { type DeviceData, readVectors, toDevice } from './vector-devices.js';

// Tests selectors against responses of the reference, and hostile expressions.

type Answer = boolean | { readonly error: string };

interface Case {
  readonly expression: string;
  /** The message with which the reference rejects the expression. */
  readonly refused?: string;
  /** Per device. */
  readonly results?: readonly Answer[];
  readonly costs?: readonly (number | null)[];
}

interface Vectors {
  readonly devices: readonly DeviceData[];
  readonly cases: readonly Case[];
}

const vectors = readVectors<Vectors>('vectors.json');
const devices = vectors.devices.map(toDevice);

/** Compares only the beginning of messages that are random or name Go types in the reference. */
function kind(message: string): string {
  const hint = message.indexOf('. consider using CEL optional chaining');
  if (hint !== -1) return `${message.slice(0, hint)}...`;
  return (
    ['no such overload', 'error parsing regexp', 'internal error: interface conversion'].find((start) => message.startsWith(start)) ??
    message
  );
}

function compile(expression: string): Selector | CelCompileError {
  try {
    return compileSelector(expression);
  } catch (error) {
    if (error instanceof CelCompileError) return error;
    throw error;
  }
}

function measure(selector: Selector, on: CelDevice): { readonly answer: Answer; readonly cost: number | undefined } {
  const { result, cost } = selector.measure(on);
  return result instanceof CelRuntimeError ? { answer: { error: kind(result.message) }, cost: undefined } : { answer: result, cost };
}

const expected = (answer: Answer): Answer => (typeof answer === 'boolean' ? answer : { error: kind(answer.error) });

describe('compileSelector answers as the reference', () => {
  it.each(vectors.cases.filter(({ refused }) => refused !== undefined))('rejects $expression', ({ expression, refused }) => {
    const compiled = compile(expression);
    expect(compiled).toBeInstanceOf(CelCompileError);
    expect((compiled as CelCompileError).plainMessage.split(':')[0]).toBe(refused?.split(':')[0]);
  });

  it.each(vectors.cases.filter(({ results }) => results !== undefined))('evaluates $expression', ({ expression, results, costs }) => {
    const selector = compileSelector(expression);
    const measured = devices.map((on) => measure(selector, on));
    expect(measured.map(({ answer }) => answer)).toEqual(results?.map(expected));
    if (costs === undefined) return;
    const known = (index: number): boolean => measured[index]?.cost !== undefined;
    expect(measured.map(({ cost }) => cost).filter((_, i) => known(i))).toEqual(costs.filter((_, i) => known(i)));
  });

  it('says the same where the types of an expression are wrong', () => {
    const typeErrors = vectors.cases.filter(({ refused }) => refused !== undefined && !refused.includes('Syntax error'));
    const others = typeErrors.filter(({ expression, refused }) => (compile(expression) as CelCompileError).plainMessage !== refused);
    expect(others.map(({ expression }) => expression)).toEqual([]);
  });
});

const plain: CelDevice = {
  driver: 'd',
  attributes: new Map<string, DeviceAttribute>([['s', { string: 'a'.repeat(64) }]]),
  capacity: new Map(),
};

/** For evaluations that end by their reported work, regardless of the clock. */
const counted = (): Checkpoint => new Checkpoint({ selectorWork: DEFAULT_SELECTOR_WORK + 1 });

function outcome(expression: string): string {
  try {
    return String(compileSelector(expression).evaluate(plain, counted()));
  } catch (error) {
    if (error instanceof CelCompileError || error instanceof CelRuntimeError) return error.message;
    throw error;
  }
}

const upTo = (length: number, part: string): string => part.repeat(Math.floor(length / part.length));

/** Builds `cel.bind(v0, first, cel.bind(v1, next(v0), ... end))`. */
function chain(rounds: number, first: string, next: (variable: string) => string, end: string): string {
  let expression = end;
  for (let round = rounds; round > 0; round -= 1) expression = `cel.bind(v${round}, ${next(`v${round - 1}`)}, ${expression})`;
  return `cel.bind(v0, ${first}, ${expression})`;
}

describe('a hostile expression ends', () => {
  const size = 10_000;

  const nested = 'expression recursion limit exceeded: 250';
  const deep = 'max recursion depth exceeded';
  const end = "Syntax error: mismatched input '<EOF>' expecting";

  it.each([
    ['(', upTo(size, '('), nested],
    ['[', upTo(size, '['), nested],
    ['{', upTo(size, '{'), nested],
    ['!', upTo(size, '!'), "Syntax error: extraneous input '<EOF>' expecting"],
    ['-', upTo(size, '-'), end],
    ['a.a.', `device${upTo(size, '.a')}`, deep],
    ['[0][0]', `[1]${upTo(size, '[0]')} == 1`, deep],
    ['.trim()', `'a'${upTo(size, '.trim()')} == 'a'`, deep],
    ['1 + 1', `${upTo(size, '1+')}1 == 1`, deep],
    ['true == true', `${upTo(size, 'true == ')}true`, deep],
    ['1 < 1', `${upTo(size, '1 < ')}1 < 1`, deep],
    ['true ? true : true', `${upTo(size, 'true?true:')}true`, nested],
    ['f(f(', upTo(size, 'f('), nested],
  ])('in a refusal when it nests %s', (_, expression, refusal) => {
    expect(outcome(expression)).toContain(refusal);
  });

  it.each([
    ['!(', `${'!('.repeat(249)}true${')'.repeat(249)}`, 'false'],
    ['dyn(', `${'dyn('.repeat(248)}1${')'.repeat(248)} == 1`, 'true'],
    ['1+', `${'1+'.repeat(249)}1 == 250`, 'true'],
    ['cel.bind(', `${'cel.bind(x, 1, '.repeat(248)}true${')'.repeat(248)}`, 'true'],
    ['[1].all(', `${'[1].all(x, '.repeat(124)}true${')'.repeat(124)}`, 'true'],
  ])('in a value when it nests as deep as it may: %s', (_, expression, value) => {
    expect(outcome(expression)).toBe(value);
  });

  it('in a value when it is a long chain of || or &&', () => {
    expect(outcome(`${upTo(size, 'false||')}true`)).toBe('true');
    expect(outcome(`${upTo(size, 'true&&')}false`)).toBe('false');
  });

  it('in a rejection when it is longer than 10 KiB', () => {
    expect(outcome(`'${'ä'.repeat(5_120)}' == ''`)).toContain('expression is longer than 10240 bytes');
    expect(outcome(`'${'a'.repeat(10_232)}' == ''`)).toBe('false');
  });

  it.each([
    ['iterations', `${'[0,1,2,3,4,5,6,7,8,9].all(a,'.repeat(6)}true${')'.repeat(6)}`],
    ['iterations of a long list', 'lists.range(100000).all(i, lists.range(100000).all(j, true))'],
    ['doubled strings', chain(40, "'aaaaaaaaaa'", (v) => `${v} + ${v}`, 'v40.size() > 0')],
    ['doubled strings of unknown type', chain(40, "dyn('aaaaaaaaaa')", (v) => `${v} + ${v}`, "v40 != 'a'")],
    ['doubled lists', chain(40, '[1, 2]', (v) => `${v} + ${v}`, 'v40.size() > 0')],
    ['nested lists compared', chain(40, '[1]', (v) => `[${v}, ${v}]`, 'v40 == v40')],
    ['nested lists looked through', chain(40, "dyn(['a'])", (v) => `[dyn(${v}), dyn(${v})]`, 'v40.includes(1)')],
    ['nested lists flattened', chain(40, 'dyn([1])', (v) => `[dyn(${v}), dyn(${v})]`, 'v40.flatten(50).size() > 0')],
    ['replacements', chain(30, "'aaaaaaaaaa'", (v) => `${v}.replace('a', 'aaaaaaaaaa')`, 'v30.size() > 0')],
    ['formats', chain(30, "'aaaaaaaaaa'", (v) => `'%s%s%s%s'.format([${v}, ${v}, ${v}, ${v}])`, 'v30.size() > 0')],
    ['hexadecimal', chain(30, "'aaaaaaaaaa'", (v) => `'%x'.format([${v}])`, 'v30.size() > 0')],
    ['quotes', chain(30, "'aaaaaaaaaa'", (v) => `strings.quote(${v}) + ${v}`, 'v30.size() > 0')],
    ['widths of formats', `'${'%.65535e'.repeat(400)}'.format(lists.range(400).map(x, 1.5)).size() > 0`],
    ['nested lists formatted', chain(40, 'dyn([1])', (v) => `[dyn(${v}), dyn(${v})]`, "'%s'.format([v40]).size() > 0")],
    ['long URLs', chain(20, "'http://a/%41'", (v) => `${v} + ${v}`, 'isURL(v20)')],
    ['long addresses', chain(25, "'1.'", (v) => `${v} + ${v}`, 'isIP(v25)')],
    ['long durations', chain(18, "'1h'", (v) => `${v} + ${v}`, "duration(v18) > duration('1s')")],
    ['long lists', 'lists.range(1000000).size() > 0'],
    ['sorted lists', 'lists.range(900).sortBy(x, -x).size() > 0'],
    ['time zones', "lists.range(20000).all(i, timestamp(i * 100000).getHours('America/New_York') >= 0)"],
    ['patterns', "lists.range(20000).all(i, 'a'.matches('a{9}' + string(i)) || true)"],
    ['states of short patterns', `lists.range(300).all(x, ('${'abc'.repeat(60)}' + string(x)).matches('(.*a.*b.*){20}$'))`],
    ['joins', chain(30, "'aaaaaaaaaa'", (v) => `[${v}, ${v}, ${v}].join(${v})`, 'v30.size() > 0')],
  ])('at a limit for %s, and || does not hide it', (_, expression) => {
    const limits = ['operation cancelled: actual cost limit exceeded', TOO_MUCH_WORK];
    expect(limits).toContain(outcome(expression));
    expect(limits).toContain(outcome(`(${expression}) || true`));
  });

  it('with an error that tells our own limit from the one of the reference', () => {
    const own = compileSelector("lists.range(20000).all(i, 'a'.matches('a' + string(i)) || true)").trial(plain, counted()).error;
    expect(own).toMatchObject({ message: TOO_MUCH_WORK, isOwnLimit: true });
    const reference = compileSelector('lists.range(1000).map(x, lists.range(1000)).size() > 0').trial(plain, counted()).error;
    expect(reference).toMatchObject({ message: 'operation cancelled: actual cost limit exceeded', isOwnLimit: false });
  });

  it('where the size of a long text is requested again and again', () => {
    expect(outcome('cel.bind(s, lists.range(8000).map(x, "\u{1f600}").join(), lists.range(100000).all(i, s.size() != 0))')).toBe(
      TOO_MUCH_WORK,
    );
  });

  it.each([
    ['a literal of constants', `lists.range(80000).all(i, [${'1,'.repeat(4_000)} i].size() > 0)`],
    [
      'lists of empty texts looked through',
      `${chain(18, '["", ""]', (v) => `[${v}, ${v}]`, 'lists.range(100000).all(i, !v18.includes(i))')}`,
    ],
    [
      'a part that nearly occurs everywhere',
      'cel.bind(a, lists.range(60000).map(x, "a").join(), lists.range(1000).all(i, a.lastIndexOf(a.substring(30000) + "b") == -1))',
    ],
    [
      'comparisons of long texts',
      'cel.bind(a, lists.range(30000).map(x, "a").join(), cel.bind(l, lists.range(60).map(x, a + string(x)), lists.range(1000).all(i, l.isSorted() || true)))',
    ],
    ['long numbers', 'cel.bind(a, lists.range(30000).map(x, "1_1").join(), lists.range(90000).exists(i, double(a) > 0.0))'],
  ])('where the reference goes on with %s', (_, expression) => {
    expect(compileSelector(expression).trial(plain, counted()).error?.isOwnLimit).toBe(true);
  });

  it.each([
    [
      'one point in time in a zone, often',
      'lists.range(2000).all(x, timestamp("2020-01-01T00:00:00Z").getHours("America/New_York") >= 0)',
      12_012,
    ],
    ['texts with numbers', 'lists.range(2000).all(x, "%s %d %.3f".format(["a", x, 1.5]).size() > 0)', 36_012],
    [
      'host names looked at by a pattern',
      'lists.range(3000).all(x, ("worker-" + string(x) + ".gpu.example.com").matches("^[A-Za-z0-9][-A-Za-z0-9_.]{0,62}$"))',
      113_012,
    ],
    ['many small patterns', 'lists.range(500).all(x, "abc".matches("a" + string(x) + "|a.c"))', 5_012],
  ])('not at all for %s', (_, expression, cost) => {
    expect(compileSelector(expression).measure(plain)).toMatchObject({ result: true, cost });
  });

  it('in linear time for patterns that backtracking engines choke on', () => {
    const start = threadMilliseconds();
    expect(outcome("'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.matches('(a+)+$')")).toBe('false');
    expect(outcome(`device.attributes['d'].s.matches('${'a?'.repeat(100)}b')`)).toBe('false');
    expect(threadMilliseconds() - start).toBeLessThan(2_000);
    expect(outcome(`'a'.matches('${'a'.repeat(9_000)}')`)).toContain('not supported');
  });

  it.each([
    ['a quantity is a key of its own each time', '[1, 2].transformMapEntry(i, x, {dyn(quantity("1")): x}).size() == 2', 'true'],
    ['a version that does not parse fails each time', '[1, 2].exists(x, x == 2 || semver("1") == semver("1.0.0"))', 'true'],
    ['a version', '[1, 2].all(x, semver("1.0.0-a").compareTo(semver("1.0.0-b")) < 0)', 'true'],
  ])('reads constants once, and %s', (_, expression, result) => {
    expect(outcome(expression)).toBe(result);
  });

  it('charges what it reads of the device in a macro each time', () => {
    const expression = "[1, 2, 3].all(x, device.attributes['d'].s != 'x' && device.attributes['d'].?nothing.orValue(x) == x)";
    const { measure, trial } = compileSelector(expression);
    expect(measure(plain)).toMatchObject({ result: true, cost: 43 });
    expect(trial(plain).read.attributes).toEqual(['d/s', 'd/nothing']);
  });

  it('when a list contains itself', () => {
    expect(outcome('cel.bind(l, [dyn(1)].filter(x, false), (l + [dyn(l)]) == l)')).toContain('not supported');
  });
});

describe('an expression that does not compile', () => {
  it.each([
    ['a message', 'kubernetes.DRADevice{driver: "a"}.driver == "a"', true],
    ['a message of protobuf', 'google.protobuf.Int32Value{value: 1} == 1', true],
    ['macros that repeat an expression within each other', `device.driver${'.optMap(x, x)'.repeat(30)}`, true],
    ['a pattern with more states than we take', `device.driver.matches("${'a{999}'.repeat(9)}")`, true],
    ['a message beside a mistake', 'kubernetes.DRADevice{driver: "a"}.driver == nothing', false],
    ['a type that is none', 'kubernetes.Other{}', false],
  ])('tells whether that is for a limit of our own: %s', (_, expression, isOwnLimit) => {
    expect(compile(expression)).toMatchObject({ name: 'CelCompileError', isOwnLimit });
  });
});

describe('names of prototypes are data', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'])('%s', (name) => {
    expect(outcome(`'${name}' in device.attributes`)).toBe('false');
    expect(outcome(`device.attributes['${name}'] == {}`)).toBe('true');
    expect(outcome(`device.attributes['d']['${name}'] == 1`)).toContain(`no such key: ${name}`);
    expect(outcome(`{'${name}': 1}['${name}'] == 1`)).toBe('true');
    expect(outcome(`{'a': 1}['${name}'] == 1`)).toContain(`no such key: ${name}`);
  });

  it('attributes may have such names', () => {
    const attributes = new Map<string, DeviceAttribute>([['__proto__/constructor', { string: 'x' }]]);
    const selector = compileSelector("device.attributes['__proto__'].constructor == 'x'");
    expect(selector.evaluate({ driver: 'd', attributes, capacity: new Map() })).toBe(true);
  });
});

describe('the errors of a selector', () => {
  it('report line, column and show the place', () => {
    const error = compile('true &&\n  foo');
    expect(error).toMatchObject({ line: 2, column: 3 });
    expect((error as CelCompileError).plainMessage).toBe(
      "compilation failed: ERROR: <input>:2:3: undeclared reference to 'foo' (in container '')\n |   foo\n | ..^",
    );
  });

  it('hint at has() for a missing key', () => {
    expect(outcome("device.attributes['d'].x == 1")).toBe(
      'no such key: x. consider using CEL optional chaining (.? followed by orValue()) or guarding the check with has() for optional fields',
    );
  });
});
