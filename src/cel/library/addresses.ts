// Implements the libraries of IP addresses and networks. Sources: k8s.io/apiserver pkg/cel/library/ip.go and cidr.go.

import type { Frame } from '../run/frame.js';
import { type Cidr, type IpAddress, parseCidr, parseIp } from '../values/address.js';
import { Failure, NO_SUCH_OVERLOAD } from '../values/failure.js';
import type { Value } from '../values/values.js';
import { CONSTANT, type Declaration, declare } from './declaration.js';
import { spellingOf } from './work.js';

function startsWith(bits: bigint, length: number): (address: IpAddress) => boolean {
  return (address) => address.startsWith(bits, length);
}

/** A property that the two address families define differently. */
function property(ofIpv4: (address: IpAddress) => boolean, ofIpv6: (address: IpAddress) => boolean): (address: IpAddress) => boolean {
  return (address) => (address.family === 4 ? ofIpv4(address) : ofIpv6(address));
}

const isUnspecified = ({ value }: IpAddress): boolean => value === 0n;
const isLoopback = property(startsWith(0x7fn, 8), ({ value }) => value === 1n);
const isMulticast = property(startsWith(0xen, 4), startsWith(0xffn, 8));
/** ff02::/16 with any flags. */
const isLinkLocalMulticast = property(startsWith(0xe00000n, 24), ({ value }) => ((value >> 112n) & 0xff0fn) === 0xff02n);
const isLinkLocalUnicast = property(startsWith(0xa9fen, 16), startsWith(0x3fan, 10));
const isBroadcast = property(
  ({ value }) => value === 0xffffffffn,
  () => false,
);

function isGlobalUnicast(address: IpAddress): boolean {
  return ![isUnspecified, isBroadcast, isLoopback, isMulticast, isLinkLocalUnicast].some((holds) => holds(address));
}

/** The work of parsing an address. Messages repeat the text. */
const reading = (text: string): number => 120 + spellingOf(text, SPELLED);
const SPELLED = 0.3;
/** The work of other functions, which use big integers. */
const ARITHMETIC_WORK = 7;
const PRINTING_WORK = 100;

function isCanonical(_: Frame, text: string): Value {
  const address = parseIp(text);
  return address instanceof Failure ? address : address.toString() === text;
}

/** The reference does not report why an address does not parse. */
function containsIpText(_: Frame, cidr: Cidr, text: string): Value {
  const address = parseIp(text);
  return address instanceof Failure ? NO_SUCH_OVERLOAD : cidr.contains(address);
}

function containsCidrText(_: Frame, cidr: Cidr, text: string): Value {
  const other = parseCidr(text);
  return other instanceof Failure ? other : cidr.containsNetwork(other);
}

const question = (id: string, name: string, holds: (address: IpAddress) => boolean): Declaration =>
  declare<[IpAddress]>(id, `IP.${name}() bool`, holds === isGlobalUnicast ? 4 * ARITHMETIC_WORK : ARITHMETIC_WORK, (_, address) =>
    holds(address),
  );

export const ADDRESSES: readonly Declaration[] = [
  declare<[string]>('string_to_ip', 'ip(string) IP', reading, (_, text) => parseIp(text)),
  declare<[Cidr]>('cidr_ip', 'CIDR.ip() IP', CONSTANT, (_, { address }) => address),
  declare<[string]>('is_ip', 'isIP(string) bool', reading, (_, text) => !(parseIp(text) instanceof Failure)),
  declare<[string]>('ip_is_canonical', 'ip.isCanonical(string) bool', (text) => PRINTING_WORK + reading(text), isCanonical),
  declare<[IpAddress]>('ip_family', 'IP.family() int', CONSTANT, (_, { family }) => BigInt(family)),
  question('ip_is_unspecified', 'isUnspecified', isUnspecified),
  question('ip_is_loopback', 'isLoopback', isLoopback),
  question('ip_is_link_local_multicast', 'isLinkLocalMulticast', isLinkLocalMulticast),
  question('ip_is_link_local_unicast', 'isLinkLocalUnicast', isLinkLocalUnicast),
  question('ip_is_global_unicast', 'isGlobalUnicast', isGlobalUnicast),
  declare<[IpAddress]>('ip_to_string', 'string(IP) string', PRINTING_WORK, (_, address) => address.toString()),
  declare<[string]>('string_to_cidr', 'cidr(string) CIDR', reading, (_, text) => parseCidr(text)),
  declare<[string]>('is_cidr', 'isCIDR(string) bool', reading, (_, text) => !(parseCidr(text) instanceof Failure)),
  declare<[Cidr, string]>('cidr_contains_ip_string', 'CIDR.containsIP(string) bool', (_, text) => reading(text), containsIpText),
  declare<[Cidr, IpAddress]>('cidr_contains_ip_ip', 'CIDR.containsIP(IP) bool', ARITHMETIC_WORK, (_, cidr, address) =>
    cidr.contains(address),
  ),
  declare<[Cidr, string]>('cidr_contains_cidr_string', 'CIDR.containsCIDR(string) bool', (_, text) => reading(text), containsCidrText),
  declare<[Cidr, Cidr]>('cidr_contains_cidr', 'CIDR.containsCIDR(CIDR) bool', ARITHMETIC_WORK, (_, cidr, other) =>
    cidr.containsNetwork(other),
  ),
  declare<[Cidr]>('cidr_prefix_length', 'CIDR.prefixLength() int', CONSTANT, (_, { length }) => BigInt(length)),
  declare<[Cidr]>('cidr_masked', 'CIDR.masked() CIDR', ARITHMETIC_WORK, (_, cidr) => cidr.masked()),
  declare<[Cidr]>('cidr_to_string', 'string(CIDR) string', PRINTING_WORK, (_, cidr) => cidr.toString()),
];
