import { describe, expect, it } from 'vitest';
import type { CelGo } from '../../../src/cel/cel-go.js';
import { isTypeName, resolveName, resolveTypeName, type Scope } from '../../../src/cel/check/names.js';
import { DEVICE, formatType, INT, STRING } from '../../../src/cel/check/types.js';
import { parse } from '../../../src/cel/syntax/parse.js';
import type { Name, Select } from '../../../src/cel/syntax/tree.js';

const outer: Scope = { name: 'net', type: STRING, outer: undefined };
const SCOPE: Scope = { name: 'x', type: INT, outer };
const VERSIONS: readonly CelGo[] = ['0.26', '0.29'];

/** Returns the type of a name or dotted name, and the name in the resulting tree. */
function resolved(text: string, celGo: CelGo): readonly [type: string | undefined, name: string | undefined] {
  const expr = parse(text) as Name | Select;
  const type = expr.kind === 'name' ? resolveName(expr, SCOPE, celGo) : resolveTypeName(expr, SCOPE, celGo);
  return [type && formatType(type), expr.kind === 'name' ? expr.name : expr.qualified];
}

describe.each(VERSIONS)('with cel-go %s', (celGo) => {
  it.each([
    ['x', ['int', 'x']],
    ['device', [formatType(DEVICE), 'device']],
    ['.device', [formatType(DEVICE), 'device']],
    ['int', ['type(int)', 'int']],
    ['.int', ['type(int)', 'int']],
    ['y', [undefined, 'y']],
    ['.y', [undefined, '.y']],
    ['google.protobuf.Duration', ['type(duration)', 'google.protobuf.Duration']],
    ['.google.protobuf.Duration', ['type(duration)', 'google.protobuf.Duration']],
    ['google.protobuf', [undefined, undefined]],
    ['x.IP', [undefined, undefined]],
  ] as const)('%s is the same as with the other', (text, wanted) => {
    expect(resolved(text, celGo)).toEqual(wanted);
  });
});

it.each([
  ['.x', ['int', 'x'], [undefined, '.x']],
  ['net.IP', ['type(net.IP)', 'net.IP'], [undefined, undefined]],
  ['.net.IP', ['type(net.IP)', 'net.IP'], ['type(net.IP)', '.net.IP']],
] as const)('%s, where macros have the variables x and net, is not the same with both', (text, earlier, newest) => {
  expect(VERSIONS.map((celGo) => resolved(text, celGo))).toEqual([earlier, newest]);
});

it('a dot stays where a variable has the name, from 0.29 on', () => {
  const scope: Scope = { name: 'device', type: INT, outer: undefined };
  const [earlier, newest] = VERSIONS.map((celGo) => {
    const expr = parse('.device') as Name;
    return [resolveName(expr, scope, celGo), expr.name];
  });
  expect(earlier).toEqual([INT, 'device']);
  expect(newest).toEqual([DEVICE, '.device']);
});

it('the names of types are known', () => {
  expect(['int', 'net.IP', 'device', '.int', 'toString'].map(isTypeName)).toEqual([true, true, false, false, false]);
});
