// Lists the parts of expressions other than calls: literals, choices, reads and macros. Each has a condition
// with as little cost as possible, which must still report its work. A test fails for a missing macro.

/** A part of the language, as a condition. `i` is an int of the enclosing loop. */
export interface Construct {
  readonly name: string;
  readonly condition: string;
}

const DOMAIN = '"d.example.com"';

const BOOLEANS: Readonly<Record<string, string>> = {
  '||': 'false || false',
  '&&': 'true && false',
  '?:': 'false ? true : false',
  '?: of variables': 'i < 0 ? i == 1 : i == -1',
  '!': '!true',
  'in a list of constants': 'i in [-1, -2]',
  'in a list of texts': '"a" in ["b", "c"]',
  'in an empty list': 'i in [i].filter(x, false)',
  'type of a value': 'type(i) == string',
  'names of types': 'int == string',
};

const LITERALS: Readonly<Record<string, string>> = {
  'empty list': '[] != []',
  'empty map': '{} != {}',
  'empty text': '"" != ""',
  'empty bytes': 'b"" != b""',
  'long text': `"${'x'.repeat(200)}" == "y"`,
  'list of an item': '[i] == []',
  'list of many items': `[${'i, '.repeat(30)}i] == []`,
  'map of an entry': '{i: i} == {}',
  'map of many entries': `{${Array.from({ length: 30 }, (_, at) => `"${at}": i`).join(', ')}} == {}`,
  'list of an optional item': '[?optional.none()] != []',
  'map of an optional entry': '{?"a": optional.none()} != {}',
};

const READS: Readonly<Record<string, string>> = {
  'device.driver': 'device.driver == ""',
  attribute: `device.attributes[${DOMAIN}].model == ""`,
  'optional attribute': `device.attributes[${DOMAIN}].?nothing.hasValue()`,
  'attribute of another domain': 'device.attributes["other.example.com"].?model.hasValue()',
  capacity: `device.capacity[${DOMAIN}].memory == quantity("1")`,
  'has, of the device': `has(device.attributes[${DOMAIN}].nothing)`,
  'has, of a map': 'has({}.a)',
  'has, of an optional': 'has({}.?a.b)',
  'optional field': '{}.?a.hasValue()',
  'optional field of nothing': '{}.?a.?b.?c.?d.hasValue()',
  'optional item': '[][?0].hasValue()',
  'optional index of a wrong type': 'dyn([])[?"a"].hasValue() && false',
  field: '{"a": i}.a == -1',
  item: '[i][0] == -1',
  'item that is not there': '[i][1] == 1 && false',
  'pattern that is constant': '"".matches("a")',
  'address that is constant': 'isIP("")',
};

/** The macros over empty collections: each evaluation reports work. */
const MACROS: Readonly<Record<string, string>> = {
  has: 'has({"a": 1}.b)',
  all: '![].all(x, false)',
  exists: '[].exists(x, true)',
  exists_one: '[].exists_one(x, true)',
  existsOne: '[].existsOne(x, y, true)',
  filter: '[].filter(x, true) != []',
  map: '[].map(x, x) != []',
  'map with a condition': '[].map(x, true, x) != []',
  'all of two variables': '!{}.all(x, y, false)',
  'exists of two variables': '{}.exists(x, y, true)',
  transformList: '{}.transformList(x, y, y) != []',
  transformMap: '{}.transformMap(x, y, y) != {}',
  transformMapEntry: '{}.transformMapEntry(x, y, {x: y}) != {}',
  bind: 'cel.bind(x, true, false)',
  'bind, of a value that is read': 'cel.bind(x, false, x)',
  optMap: 'optional.none().optMap(x, x).hasValue()',
  optFlatMap: 'optional.none().optFlatMap(x, optional.of(x)).hasValue()',
  or: 'optional.none().or(optional.none()).hasValue()',
  orValue: 'optional.none().orValue(false)',
  sortBy: '[1].filter(x, false).sortBy(x, x) != []',
};

/** The macros over many items: each round reports work. `l` is a list of ints, `m` a map. */
const ROUNDS: Readonly<Record<string, string>> = {
  'all, rounds': '!l.all(x, true)',
  'exists, rounds': 'l.exists(x, false)',
  'exists_one, rounds': 'l.exists_one(x, false)',
  'existsOne, rounds': 'l.existsOne(x, y, false)',
  'filter, rounds': 'l.filter(x, false) != []',
  'filter that keeps, rounds': 'l.filter(x, true) == []',
  'map, rounds': 'l.map(x, 1) == []',
  'map with a condition, rounds': 'l.map(x, false, 1) != []',
  'map of variables, rounds': 'l.map(x, x) == []',
  'all over a map, rounds': '!m.all(x, true)',
  'all of two variables over a map, rounds': '!m.all(x, y, true)',
  'transformList, rounds': 'm.transformList(x, y, y) == []',
  'transformList with a condition, rounds': 'm.transformList(x, y, false, y) != []',
  'transformMap, rounds': 'l.transformMap(x, y, y) == {}',
  'transformMap with a condition, rounds': 'l.transformMap(x, y, false, y) != {}',
  'transformMapEntry, rounds': 'l.transformMapEntry(x, y, {x: y}) == {}',
  'sortBy, rounds': 'z.sortBy(x, -x) == []',
};

const constructsOf = (table: Readonly<Record<string, string>>): readonly Construct[] =>
  Object.entries(table).map(([name, condition]) => ({ name, condition }));

/** Parts that are evaluated as often as they are written. */
export const CONSTRUCTS: readonly Construct[] = [BOOLEANS, LITERALS, READS, MACROS].flatMap(constructsOf);

/** Macros over lists and maps of a certain size. */
export const LOOPS: readonly Construct[] = constructsOf(ROUNDS);

/** Returns a selector that evaluates a condition several times in each of several rounds. It is never true. */
export function evaluatedOften(condition: string, times: number, rounds: number): string {
  return `lists.range(${rounds}).exists_one(i, ${Array.from({ length: times }, () => `(${condition})`).join(' || ')})`;
}

/** Returns a selector that evaluates a condition on a list and a map of a certain size. */
export function evaluatedOn(condition: string, size: number): string {
  const values = `cel.bind(l, lists.range(${size}), cel.bind(m, l.transformMap(x, y, y), cel.bind(z, lists.range(${Math.min(size, 400)}), `;
  return `${values}m.size() == -1 || z.size() == -1 || ${condition})))`;
}
