// Lists literals of every type, many of them at a limit.

import { listed } from './listed.js';
import { parts } from './types.js';

const STRINGS = [
  ...listed(String.raw`
    ""  "a"  "b"  'x'  "abc"  "A100"  "1g.5gb"  "d.example.com"  "Hello World"  'it\'s'  "a,b,,c"  "-"  ","  "1"  "-42"
    "9223372036854775808"  "1.5"  "1e400"  "NaN"  "true"  "True"  "t"  "10Gi"  "1.2.3"  "1.2.3.4"  "10.0.0.0/8"  "::1"
    "2009-02-13T23:31:30Z"  "1h30m"  "https://user@example.com:8080/a%20b?x=1&x=2&y"  "héllo wörld"  "😀a😀"  "日本語"
    r"a\nb"  '''a'b"c'''  "\u00e9\U0001F600\x41\101\\\"\'\`\?\a\b\f\v\r"  "\u0000"  "[a-z]+"  "(a+)+$"  "%s"  "my-label"  "a.b/c"
  `),
  '"  trim\\t\\n"',
  '"""two\nlines"""',
  `"${'abcdefghij'.repeat(10)}"`,
  `"${'a'.repeat(63)}"`,
];

/** Literals by type. */
export const LITERALS: ReadonlyMap<string, readonly string[]> = new Map([
  ['bool', ['true', 'false']],
  [
    'int',
    listed(`
      0  1  1  2  3  -1  5  7  10  64  100  1000000  0x1F  -0x10  2147483647  -2147483648  4294967296  9007199254740993
      9223372036854775807  -9223372036854775808  9223372036854775806  4611686018427387904
    `),
  ],
  ['uint', listed('0u  1u  2u  7u  0xFFu  10U  9223372036854775808u  18446744073709551615u  9223372036854775807u')],
  [
    'double',
    listed(`
      0.0  1.0  -1.0  0.5  2.5  -0.0  1e3  1.5e-3  .5  3.141592653589793  1e21  1e-7  123456789.125  100000.0  1e6  12345678.9
      1e308  5e-324  9007199254740993.0  9223372036854775807.0  -9223372036854775808.0  18446744073709551616.0
      double("NaN")  double("Infinity")  double("-Inf")
    `),
  ],
  ['string', STRINGS],
  ['bytes', listed(String.raw`b""  b"abc"  b'\xff\x00'  b"\303\277"  b"héllo"  rb"\n"  b"😀"`)],
  ['null', ['null']],
  [
    'duration',
    listed(`
      duration("0s")  duration("1s")  duration("-1s")  duration("1h30m")  duration("1.5s")  duration("1ms")  duration("1ns")
      duration("100us")  duration("2562047h")  duration("-2562047h47m16.854775808s")  duration("9223372036s")  duration("1d")  duration("")
    `),
  ],
  [
    'timestamp',
    listed(`
      timestamp("2009-02-13T23:31:30Z")  timestamp("1970-01-01T00:00:00Z")  timestamp("0001-01-01T00:00:00Z")  timestamp(0)
      timestamp("9999-12-31T23:59:59.999999999Z")  timestamp("2024-02-29T12:00:00.123456789+05:30")  timestamp(1700000000)
      timestamp("2023-12-25T00:00:00-08:00")  timestamp(253402300799)  timestamp(-62135596801)  timestamp("2023-13-25T00:00:00Z")
    `),
  ],
  ['type', listed('int  string  bool  double  uint  bytes  list  map  null_type  type  type(null)  optional_type  type(1)')],
  [
    'quantity',
    listed('quantity("1")  quantity("10Gi")  quantity("0")  quantity("-1500m")  quantity("1.5")  quantity("9223372036854775807")'),
  ],
  ['semver', listed('semver("1.2.3")  semver("0.0.0")  semver("2.0.0-rc.1+build.5")  semver("10.20.30")  semver("v1.0", true)')],
  ['ip', listed('ip("1.2.3.4")  ip("::1")  ip("127.0.0.1")  ip("fe80::1")  ip("0.0.0.0")  ip("224.0.0.1")  ip("2001:db8::ff00:42:8329")')],
  ['cidr', listed('cidr("10.0.0.0/8")  cidr("1.2.3.4/24")  cidr("::/0")  cidr("2001:db8::/32")  cidr("1.2.3.4/32")')],
  ['url', listed('url("https://a.b:8080/c/d?e=f&e=g#h")  url("/path")  url("http://[::1]:80/")  url("ftp://example.com")')],
  ['format', listed('format.dns1123Label()  format.uuid()  format.date()')],
  ['dyn', listed('dyn(1)  dyn("a")  dyn(true)  dyn(1.5)  dyn(2u)  dyn([1, 2])  dyn(["a", "b"])  dyn({"a": 1})  dyn(null)  dyn([])')],
]);

/** Returns the simplest expression of a type, which can replace any expression of the type. */
export function simplest(type: string): string {
  const [name, params] = parts(type);
  if (name === 'list') return '[]';
  if (name === 'map') return '{}';
  if (name === 'optional') return `optional.of(${simplest(params[0] as string)})`;
  return LITERALS.get(type)?.[0] ?? 'null';
}
