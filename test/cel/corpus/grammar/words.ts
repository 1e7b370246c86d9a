// Lists words for templates: names of fields, domains and attributes, and texts that libraries parse.

import { listed } from './listed.js';

/** Names of attributes by type. */
export const ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ['int', ['index', 'numa', 'big']],
  ['string', ['model', 'uuid', 'address']],
  ['bool', ['healthy', 'rdma']],
  ['semver', ['driverVersion', 'firmware']],
  ['list(int)', ['ports']],
  ['list(string)', ['profiles', 'links']],
  ['list(bool)', ['flags']],
  ['list(semver)', ['versions']],
]);

export const CAPACITIES = ['memory', 'cores', 'share'];

const LISTS: Readonly<Record<string, readonly string[]>> = {
  // Fields of maps, some of which have special meanings elsewhere.
  field: listed('a  a  b  x  model  constructor  __proto__  toString  size  in_  in  if  package  null  `a-b`  `a.b/c`'),
  // No device has the last domain.
  domain: listed('d.example.com  d.example.com  d.example.com  d.example.com  other.example.com  nope.example.com'),
  capacity: [...CAPACITIES, ...CAPACITIES, ...CAPACITIES, 'gone'],
  pattern: listed(String.raw`
    "a"  "^a.*z$"  "[a-z]+"  "(a+)+$"  "^(\\d+)\\.(\\d+)$"  r"^\w+-\d{2,4}$"  "(?i)ABC"  "(?s)a.b"  "\\pL+"  "[^[:alpha:]]"  "a|b|"
    "a{2,3}?"  "a{1001}"  "("  "a**"  "\\1"  "(?=a)"  "(?P<n>a)"  "\\bfoo\\B"  "\\x{1F600}"  "é"  "."  ""  "x*"
  `),
  zone: listed('"UTC"  "America/New_York"  "Asia/Kolkata"  "+05:30"  "-02:00"  "05:30"  ""  "Nowhere/City"  "Local"  "23:59"  "1:2"'),
  format: listed(`
    "%s"  "%d"  "%f"  "%e"  "%b"  "%x"  "%X"  "%o"  "%.2f"  "%.100f"  "%s %s"  "%d and %s"  "%%"  "%"  "%q"  "%.s"  "%5d"  "%.-1f"
    "%.99999999999f"  "plain"  ""
  `),
  url: listed(`
    "https://a.b:8080/c/d?e=f&e=g#h"  "http://example.com"  "https://example.com:443/"  "/absolute/path"  "relative/path"
    "http://[::1]:80/x"  "http://[fe80::1%25eth0]/"  "mailto:user@example.com"  "http://user:pass@host/p?q=a%20b&r=a+b&s"
    "http://host/%zz"  "http://host:port/"  "http://a b/"  "://"  ""  "https://ä.example/ü?ö=1"  "http://example.com/a%2Fb/c"
    "HTTP://EXAMPLE.com"  "http://h/?a=1;b=2"
  `),
  ip: listed(`
    "1.2.3.4"  "127.0.0.1"  "::1"  "::"  "0.0.0.0"  "fe80::1"  "ff02::1"  "224.0.0.5"  "169.254.1.1"  "255.255.255.255"  "2001:DB8::1"
    "2001:db8:0:0:0:0:0:1"  "::ffff:1.2.3.4"  "1.2.3.04"  "1.2.3"  "1.2.3.256"  "fe80::1%eth0"  ":::"  "1:2:3:4:5:6:7:8:9"  ""  "x"
  `),
  cidr: listed(`
    "10.0.0.0/8"  "192.168.1.7/24"  "1.2.3.4/32"  "0.0.0.0/0"  "::/0"  "2001:db8::/32"  "2001:DB8::1/64"  "::ffff:1.2.3.4/112"
    "fe80::1%eth0/64"  "10.0.0.0/33"  "10.0.0.0/08"  "10.0.0.0"  "10.0.0.0/"  "/8"  ""
  `),
  quantity: listed(`
    "1"  "0"  "-1"  "1.5"  "10Gi"  "1500m"  "100u"  "1n"  "0.1n"  "5Ki"  "1Ei"  "8Ei"  "9223372036854775807"  "9223372036854775808"
    "1e3"  "1E3"  "1e-10"  "1E"  "1k"  "1K"  "+3M"  ".5"  "5."  "1.23456789012345678901234567890"  "12345678901234567890Gi"
    "1Gi "  ""  "abc"  "1mi"  "--1"
  `),
  version: listed(`
    "1.2.3"  "0.0.0"  "1.2.3-rc.1"  "1.2.3-rc.1+build.7"  "1.2.3+build.8"  "1.2.3-alpha.beta"  "1.2.3-1"  "1.2.3-01"  "v1.2.3"  "1.2"  "1"
    "01.2.3"  "1.2.3.4"  "18446744073709551615.0.0"  "9223372036854775808.0.0"  "18446744073709551616.0.0"  " 1.2.3"  "1.2.3-"  "1.2.3+"
    "1.2.3-é"  "V1.2"  "v01.002.0003"  ""
  `),
  formatName: listed(`
    dns1123Label  dns1123Subdomain  dns1035Label  qualifiedName  dns1123LabelPrefix  dns1123SubdomainPrefix  dns1035LabelPrefix
    labelValue  uri  uuid  byte  date  datetime
  `),
  formatNameText: listed('"dns1123Label"  "uuid"  "datetime"  "labelValue"  "nope"  "dns1123label"'),
  formatted: listed(`
    "my-label"  "My-Label"  "a.b.c"  "a.b.c/d_e"  "-a"  "a-"  "a."  "1a"  ""  "https://example.com"  "nope nope"  "é"  "${'a'.repeat(64)}"
    "123e4567-e89b-12d3-a456-426614174000"  "123E4567E89B12D3A456426614174000"  "aGVsbG8="  "aGVsbG8"  "2021-01-01"  "2021-02-30"
    "2021-01-01T00:00:00Z"  "2021-01-01T25:00:00Z"
  `),
};

/** Returns the words of a list, for a type if the list depends on it. */
export function words(list: string, type: string): readonly string[] {
  if (list === 'name') return ATTRIBUTES.get(type) ?? ['gone'];
  const found = LISTS[list];
  if (found === undefined) throw new Error(`no words for '${list}'`);
  return found;
}
