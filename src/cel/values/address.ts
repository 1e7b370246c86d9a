// Parses and prints IP addresses and networks as Go's net/netip does, with Kubernetes' restrictions: no zones, no
// IPv4-mapped IPv6 addresses. Sources: Go net/netip; k8s.io/apiserver pkg/cel/library/ip.go and cidr.go.

import { goQuote } from '../../core/base/go-quote.js';
import { MAX_INT64 } from '../../core/base/integers.js';
import { Failure } from './failure.js';

/** An address: 4 or 16 bytes as one number. */
export class IpAddress {
  readonly value: bigint;
  readonly family: 4 | 6;

  constructor(value: bigint, family: 4 | 6) {
    this.value = value;
    this.family = family;
  }

  get bits(): 32 | 128 {
    return this.family === 4 ? 32 : 128;
  }

  equals(other: IpAddress): boolean {
    return this.family === other.family && this.value === other.value;
  }

  /** Returns whether the first `length` bits equal `value`, a number of that many bits. */
  startsWith(value: bigint, length: number): boolean {
    return this.value >> BigInt(this.bits - length) === value;
  }

  /** Returns the canonical form: the longest run of zeros becomes `::`. */
  toString(): string {
    if (this.family === 4) return [24n, 16n, 8n, 0n].map((shift) => String((this.value >> shift) & 0xffn)).join('.');
    const groups = Array.from({ length: 8 }, (_, at) => (this.value >> BigInt(112 - at * 16)) & 0xffffn);
    const zeros = longestZeros(groups);
    const text = (from: number, to: number): string => groups.slice(from, to).map((group) => group.toString(16)).join(':'); // biome-ignore format: one thought
    return zeros === undefined ? text(0, 8) : `${text(0, zeros.start)}::${text(zeros.end, 8)}`;
  }
}

/** Returns the first of the longest runs of at least two zeros. */
function longestZeros(groups: readonly bigint[]): { readonly start: number; readonly end: number } | undefined {
  let longest: { readonly start: number; readonly end: number } | undefined;
  for (let start = 0; start < groups.length; start += 1) {
    let end = start;
    while (end < groups.length && groups[end] === 0n) end += 1;
    if (end - start >= 2 && end - start > (longest === undefined ? 0 : longest.end - longest.start)) longest = { start, end };
  }
  return longest;
}

/** A network: an address, possibly with bits beyond the prefix, and the length of the prefix. */
export class Cidr {
  readonly address: IpAddress;
  readonly length: number;

  constructor(address: IpAddress, length: number) {
    this.address = address;
    this.length = length;
  }

  /** Returns the network with zero bits beyond the prefix. */
  masked(): Cidr {
    const rest = BigInt(this.address.bits - this.length);
    return new Cidr(new IpAddress((this.address.value >> rest) << rest, this.address.family), this.length);
  }

  contains(address: IpAddress): boolean {
    const { family, bits, value } = this.address;
    return address.family === family && address.startsWith(value >> BigInt(bits - this.length), this.length);
  }

  /** Returns whether this network contains the whole other network. */
  containsNetwork(other: Cidr): boolean {
    return this.length <= other.length && this.contains(other.address);
  }

  equals(other: Cidr): boolean {
    return this.length === other.length && this.address.equals(other.address);
  }

  toString(): string {
    return `${this.address}/${this.length}`;
  }
}

/** Parses an address, with the messages of `ip()`. */
export function parseIp(text: string): IpAddress | Failure {
  const parsed = parseAddress(text);
  if (typeof parsed === 'string') return new Failure(`IP Address ${goQuote(text)} parse error during conversion from string: ${parsed}`);
  if (parsed.zone !== '') return new Failure(`IP address ${goQuote(text)} with zone value is not allowed`);
  return isMapped(parsed.address) ? new Failure(`IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`) : parsed.address;
}

/** Parses a network, with the messages of `cidr()`, which repeat their prefix. */
export function parseCidr(text: string): Cidr | Failure {
  const failed = 'network address parse error during conversion from string: ';
  const parsed = parsePrefix(text);
  if (typeof parsed === 'string') return new Failure(`${failed}${failed}netip.ParsePrefix(${goQuote(text)}): ${parsed}`);
  return isMapped(parsed.address) ? new Failure(`${failed}IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`) : parsed;
}

function isMapped(address: IpAddress): boolean {
  return address.family === 6 && address.startsWith(0xffffn, 96);
}

function parsePrefix(text: string): Cidr | string {
  const slash = text.lastIndexOf('/');
  if (slash === -1) return "no '/'";
  const parsed = parseAddress(text.slice(0, slash));
  if (typeof parsed === 'string') return parsed;
  if (parsed.zone !== '') return 'IPv6 zones cannot be present in a prefix';
  const length = text.slice(slash + 1);
  if (!/^(?:[0-9]|[1-9][0-9]{0,18})$/.test(length) || BigInt(length) > MAX_INT64) return `bad bits after slash: ${goQuote(length)}`;
  return Number(length) > parsed.address.bits ? 'prefix length out of range' : new Cidr(parsed.address, Number(length));
}

/** Parses like Go's netip.ParseAddr: returns an address and its zone, or the error message. */
export function parseAddress(text: string): { readonly address: IpAddress; readonly zone: string } | string {
  const problem = (message: string, at = ''): string => `ParseAddr(${goQuote(text)}): ${message}${at === '' ? '' : ` (at ${goQuote(at)})`}`;
  const first = /[.:%]/.exec(text)?.[0];
  if (first === undefined) return problem('unable to parse IP');
  if (first === '%') return problem('missing IPv6 address');
  if (first === '.') {
    const value = parseIpv4(text, problem);
    return typeof value === 'string' ? value : { address: new IpAddress(value, 4), zone: '' };
  }
  const percent = text.indexOf('%');
  const zone = percent === -1 ? '' : text.slice(percent + 1);
  if (percent !== -1 && zone === '') return problem('zone must be a non-empty string');
  const value = new Ipv6Reader(percent === -1 ? text : text.slice(0, percent), problem).read();
  return typeof value === 'string' ? value : { address: new IpAddress(value, 6), zone };
}

/** Returns the error message of an address. */
type Problem = (message: string, at?: string) => string;

const ZERO = '0'.charCodeAt(0);

function parseIpv4(text: string, problem: Problem): bigint | string {
  let value = 0;
  let dots = 0;
  let field = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit >= 0 && digit <= 9) {
      if (digits === 1 && field === 0) return problem('IPv4 field has octet with leading zero');
      field = field * 10 + digit;
      digits += 1;
      if (field > 255) return problem('IPv4 field has value >255');
      continue;
    }
    if (text[at] !== '.') return problem('unexpected character', text.slice(at));
    if (digits === 0 || at === text.length - 1) return problem('IPv4 field must have at least one digit', text.slice(at));
    if (dots === 3) return problem('IPv4 address too long');
    value = value * 256 + field;
    dots += 1;
    field = 0;
    digits = 0;
  }
  return dots < 3 ? problem('IPv4 address too short') : BigInt(value * 256 + field);
}

/** Parses an IPv6 address without its zone. */
class Ipv6Reader {
  readonly #problem: Problem;
  /** The remaining text. */
  #rest: string;
  readonly #groups: bigint[] = [];
  /** The number of groups before `::`. */
  #ellipsis: number | undefined;

  constructor(text: string, problem: Problem) {
    this.#rest = text;
    this.#problem = problem;
  }

  read(): bigint | string {
    if (this.#rest.startsWith('::')) {
      this.#ellipsis = 0;
      this.#rest = this.#rest.slice(2);
      if (this.#rest === '') return 0n;
    }
    while (this.#groups.length < 8) {
      const more = this.#group();
      if (typeof more === 'string') return more;
      if (!more) break;
    }
    return this.#rest === '' ? this.#expand() : this.#problem('trailing garbage after address', this.#rest);
  }

  /** Reads a group and the colon after it. Returns whether there is more, or an error message. */
  #group(): boolean | string {
    const digits = /^[0-9a-fA-F]*/.exec(this.#rest)?.[0] ?? '';
    if (digits.length > 4) return this.#problem('each group must have 4 or less digits', this.#rest);
    if (digits === '') return this.#problem('each colon-separated field must have at least one digit', this.#rest);
    if (this.#rest[digits.length] === '.') return this.#embedded();
    this.#groups.push(BigInt(`0x${digits}`));
    this.#rest = this.#rest.slice(digits.length);
    return this.#rest !== '' && this.#colon();
  }

  #colon(): boolean | string {
    if (this.#rest[0] !== ':') return this.#problem('unexpected character, want colon', this.#rest);
    if (this.#rest.length === 1) return this.#problem('colon must be followed by more characters', this.#rest);
    this.#rest = this.#rest.slice(1);
    if (this.#rest[0] !== ':') return true;
    if (this.#ellipsis !== undefined) return this.#problem('multiple :: in address', this.#rest);
    this.#ellipsis = this.#groups.length;
    this.#rest = this.#rest.slice(1);
    return this.#rest !== '';
  }

  /** An IPv4 address replaces the last two groups. */
  #embedded(): false | string {
    if (this.#ellipsis === undefined && this.#groups.length !== 6)
      return this.#problem('embedded IPv4 address must replace the final 2 fields of the address', this.#rest);
    if (this.#groups.length > 6) return this.#problem('too many hex fields to fit an embedded IPv4 at the end of the address', this.#rest);
    const value = parseIpv4(this.#rest, this.#problem);
    if (typeof value === 'string') return value;
    this.#groups.push(value >> 16n, value & 0xffffn);
    this.#rest = '';
    return false;
  }

  #expand(): bigint | string {
    const missing = 8 - this.#groups.length;
    if (missing > 0 && this.#ellipsis === undefined) return this.#problem('address string too short');
    if (missing === 0 && this.#ellipsis !== undefined) return this.#problem('the :: must expand to at least one field of zeros');
    const at = this.#ellipsis ?? 0;
    const groups = [...this.#groups.slice(0, at), ...new Array<bigint>(missing).fill(0n), ...this.#groups.slice(at)];
    return groups.reduce((value, group) => (value << 16n) | group, 0n);
  }
}
