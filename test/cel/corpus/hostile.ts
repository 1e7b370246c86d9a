// Generates hostile texts: damaged expressions, growing values, sequences of
// tokens, repetitions up to the maximum length, and random characters or bytes.

import { Random } from '../../differential/generate/random.js';
import { listed } from './grammar/listed.js';
import { mutate, vary } from './mutate.js';

/** The maximum length of an expression, plus a few characters. */
const MAX_LENGTH = 10 * 1024 + 16;

const TOKENS = [
  ...listed(String.raw`
    (  )  [  ]  {  }  ,  .  ?  :  !  -  +  *  /  %  &&  ||  ==  !=  <  <=  >  >=  .?  [?  //  /*  "  '  """  '''  r"  b"  \  @  #  $  \u12  \xff
    0  1  -1  1u  1.5  .5  1e9  1e999  0x  0xFF  9223372036854775808  18446744073709551616u  99999999999999999999
    true  false  null  x  i  device  attributes  capacity  driver  "d.example.com"  model  __proto__  constructor  as  break  loop  package
    has(  all(  .all(x,  .exists(i, x,  .map(x,  .filter(x,  .transformMap(i, x,  cel.bind(x,  .optMap(x,  .sortBy(x,  .size()  size(
    .matches("(a+)+$")  .format([  "%s"  "%.999999f"  lists.range(  .flatten(  .join(  .split(  .replace(  .includes(  dyn(  type(  string(
    quantity("1")  semver("1.0.0")  ip("::1")  cidr("::/0")  url("/")  timestamp(0)  duration("1h")  optional.of(  optional.none()  int(
  `),
  // Mistakes that help recognizes.
  ...listed(String.raw`
    ===  !==  <>  =>  =~  ~  ->  ?.  ??  =  &  |  ;  "\d+"  40Gi  1.2.3  H100-80GB  quantity("40GB")  quantity(  .compareTo(  semver("v1")  .isLessThan(
    .value  .major  .startsWith(  .length  self.  object.  nil  driver  device.attributes.model  device.attributes["d/m"]  .?model  has(device.capacity.
    == null  ("a",  device.Driver  name  .model-name  .matches(r"(?!a)"  any(  .get(  len(
  `),
  ...[' not ', ' and ', ' or ', ' is ', ' not in ', '\u201c', '\u201d', '\u2018', '\u2265', '\u2013'],
  ...[' in ', ' ', '\n', '\r', '\t', '`', '\u00e9', '\u{1f600}', '\ud800', '\u0000', '\u2028', '\ufeff'],
];

const REPEATED = [
  ...listed(String.raw`
    (  [  {  ((  [[  !  -  !-  "  '  \  .  ?  :  ,  1+  a.  a||  true||  [1].all(x,  cel.bind(x, 1,  {1:  dyn(  has(a.b).  1?  true?1:
    [?  {?1:  a[  a[0]  .size()  x.?y  "a"+  [1]+  [dyn(1),  "%s".format([  size(  //  1u<  a==  optional.of(  .optMap(x,  0x  1e  9  a  "a",
    [0,1,2,3,4,5,6,7].map(a,  [[1]].flatten(  x.map(x,  x.exists(i, x,  .transformList(i, x,  b'\xff'+
  `),
  ...['`', '- -', '1 + ', 'true && ', '1 in ', '//\n', '\n', ' ', '\ud83d', '\u{1f600}'],
];

/** Returns a hostile text. `corpus` contains well-formed expressions to damage. */
export function hostileText(seed: number, index: number, corpus: readonly string[]): string {
  const random = new Random(seed, index);
  const choice = random.next();
  if (choice < 0.28) return vary(random, random.pick(corpus));
  if (choice < 0.595) return damaged(random, corpus);
  if (choice < 0.6) return growing(random);
  const length = Math.floor(MAX_LENGTH ** (0.15 + 0.86 * random.next()));
  if (choice < 0.8) return row(random, length);
  if (choice < 0.89) return repeated(random, length);
  if (choice < 0.9) return long(random, corpus);
  return noise(random, length);
}

function damaged(random: Random, corpus: readonly string[]): string {
  let text = random.pick(corpus);
  for (let times = random.pick([1, 1, 2, 4]); times > 0; times -= 1) text = mutate(random, text);
  if (random.chance(0.1)) text = `${text} ${random.pick(['||', '==', '?', '+', ','])} ${random.pick(corpus)}`;
  return text;
}

/** Generates values that each consist of previous ones, or nested comprehensions. */
function growing(random: Random): string {
  const rounds = random.integer(1, 40);
  const end = random.pick(ENDS);
  if (random.chance(0.3)) {
    const depth = random.integer(1, 9);
    return `${random.pick(NESTING).repeat(depth)}${end}${')'.repeat(depth)}`;
  }
  const step = random.pick(GROWTH);
  return `cel.bind(v, ${random.pick(SEEDS)}, ${`cel.bind(v, ${step}, `.repeat(rounds)}${end}${')'.repeat(rounds + 1)}`;
}

const SEEDS = listed('"aaaaaaaaaa"  dyn("ab")  [1, 2]  dyn([1])  {1: 2}  dyn({})  ["a", "b"]  1  []  b"ab"  quantity("1Ei")  device');
const GROWTH = listed(`
  v + v  [v, v]  dyn(v) + dyn(v)  [dyn(v), dyn(v)]  {"a": v, "b": v}  v.replace("a", v)  [v, v, v].join(v)  v * v  v.add(v)
  "%s%s".format([v, v])  "%.9999f".format([1.5])  v.map(x, v)  v.map(x, x + x)  v.filter(x, v == v)  [v, v].flatten()  dyn(v).flatten(9)
  v.split("")  v.findAll("a*")  lists.range(size(v) * 1000)  v.transformList(i, x, v)  optional.of(v)  v.sort()  v.distinct()
  v.transformMapEntry(i, x, {string(i): v})  v.lowerAscii() + v  string(v) + string(v)  v.sortBy(x, v)  [v].reverse() + [v]
  strings.quote(v)  v.includes(v) ? v : v
`);
const ENDS = listed('v == v  true  size(v) > 0  v != v  v.includes(v)  "%s".format([v]) == ""  type(v) == int  x == x  v in [v, v]');
const NESTING = [
  ...['[0,1,2,3,4,5,6,7,8,9].all(x, ', 'device.attributes["d.example.com"].links.all(x, ', 'lists.range(64).exists(x, '],
  ...['lists.range(99999).all(i, x, ', 'device.attributes["d.example.com"].exists(x, '],
  'device.attributes["d.example.com"].links.exists(x, x.matches("(a|a)*$") || ',
];

function row(random: Random, length: number): string {
  let text = '';
  while (text.length < length) text += random.pick(TOKENS);
  return text.slice(0, length);
}

/** Repeats a piece, with text before, between and after, closed or not. */
function repeated(random: Random, length: number): string {
  const piece = random.pick(REPEATED);
  const middle = random.pick(['', '1', 'true', 'device', '"a"', '[1]', 'x']);
  const closing = random.pick(['', ')', ']', '}', ':1}', ')]', ', 1)', ': 1']);
  const count = Math.max(1, Math.floor(length / (piece.length + closing.length)));
  return random.pick(['', '', '1', 'a', 'device.attributes']) + piece.repeat(count) + middle + closing.repeat(count);
}

/** Repeats one expression, possibly damaged, up to the maximum length. */
function long(random: Random, corpus: readonly string[]): string {
  const expression = random.pick(corpus);
  const between = random.pick([' || ', ' && ', ' == ', ', ', ' + ', ' ? ', '.', '\n', '', ' not ', ' and ', '[', '(']);
  const piece = `${random.chance(0.5) ? mutate(random, expression) : expression}${between}`;
  const text = piece.repeat(Math.ceil(MAX_LENGTH / Math.max(piece.length, 1)));
  return random.chance(0.5) ? text.slice(0, MAX_LENGTH) : text.slice(0, Math.floor(MAX_LENGTH / piece.length) * piece.length) + expression;
}

/** Generates UTF-16 units with unpaired surrogates, or bytes decoded as UTF-8. */
function noise(random: Random, length: number): string {
  if (random.chance(0.2)) return new TextDecoder().decode(Uint8Array.from({ length }, () => random.integer(0, 0xff)));
  const top = random.pick([0x7f, 0x7f, 0xff, 0xffff]);
  return String.fromCharCode(...Array.from({ length }, () => random.integer(0, top)));
}
