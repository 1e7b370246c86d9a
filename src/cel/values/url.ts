// Parses and prints URLs as Go's net/url does. Sources: Go net/url, Parse and ParseRequestURI; k8s.io/apiserver pkg/cel/library/urls.go.
// Within this file, texts are UTF-8 bytes, one character per byte, since `%ff` represents a byte.

import { entryIn } from '../../core/base/entry-in.js';
import { goQuote } from '../../core/base/go-quote.js';
import { parseAddress } from './address.js';
import { cut, isAscii } from './characters.js';
import { Failure } from './failure.js';

/** The parts of a URL with different escapes. */
type Part = 'path' | 'host' | 'zone' | 'user' | 'query' | 'fragment';

/** The unescaped characters of each part, besides letters, digits and `-_.~`. */
const UNESCAPED: Readonly<Record<Part, string>> = {
  path: '$&+,/:;=@',
  host: '!$&\'()*+,;=:[]<>"',
  zone: '!$&\'()*+,;=:[]<>"',
  user: '$&+,;=',
  query: '',
  fragment: '$&+,/:;=?@!()*',
};

/** The parsed parts, as bytes. */
interface UrlParts {
  readonly scheme: string;
  readonly opaque: string;
  readonly user: string | undefined;
  readonly host: string;
  readonly omitsHost: boolean;
  readonly path: string;
  /** The path as written. */
  readonly writtenPath: string;
  readonly query: string;
  readonly forcesQuery: boolean;
}

/** A parsed URL. */
export class Url {
  readonly #parts: UrlParts;
  readonly #fragment: string;
  readonly #writtenFragment: string;

  constructor(parts: UrlParts, fragment: string, writtenFragment: string) {
    this.#parts = parts;
    this.#fragment = fragment;
    this.#writtenFragment = writtenFragment;
  }

  /** The total number of characters of its parts. */
  get size(): number {
    const { scheme, opaque, user = '', host, path, writtenPath, query } = this.#parts;
    const parts = [scheme, opaque, user, host, path, writtenPath, query, this.#fragment, this.#writtenFragment];
    return parts.reduce((sum, { length }) => sum + length, 0);
  }

  get scheme(): string {
    return toText(this.#parts.scheme);
  }

  /** Host and port. */
  get host(): string {
    return toText(this.#parts.host);
  }

  /** The host without port and brackets. */
  get hostname(): string {
    return toText(splitPort(this.#parts.host).hostname);
  }

  get port(): string {
    return splitPort(this.#parts.host).port;
  }

  get escapedPath(): string {
    return toText(this.#escapedPath());
  }

  /** The values of each name in the query, without malformed pairs. */
  get query(): ReadonlyMap<string, readonly string[]> {
    const values = new Map<string, string[]>();
    const pairs = this.#parts.query.split('&');
    if (pairs.length > MAX_QUERY_PARAMETERS) return values;
    for (const pair of pairs) {
      if (pair === '' || pair.includes(';')) continue;
      const [written, writtenValue = ''] = cut(pair, '=');
      const name = unescapePart(written, 'query');
      const value = unescapePart(writtenValue, 'query');
      if (name instanceof Failure || value instanceof Failure) continue;
      entryIn(values, toText(name), (): string[] => []).push(toText(value));
    }
    return values;
  }

  #escapedPath(): string {
    const { path, writtenPath } = this.#parts;
    return isEncoded(writtenPath, 'path') ? writtenPath : path === '*' ? '*' : escapePart(path, 'path');
  }

  toString(): string {
    const { scheme, opaque, query, forcesQuery } = this.#parts;
    let text = scheme === '' ? '' : `${scheme}:`;
    text += opaque === '' ? this.#authorityAndPath() : opaque;
    if (forcesQuery || query !== '') text += `?${query}`;
    const written = this.#writtenFragment;
    if (this.#fragment !== '') text += `#${isEncoded(written, 'fragment') ? written : escapePart(this.#fragment, 'fragment')}`;
    return toText(text);
  }

  #authorityAndPath(): string {
    const { scheme, user, host, omitsHost, path } = this.#parts;
    let text = '';
    if ((scheme !== '' || host !== '' || user !== undefined) && !(omitsHost && host === '' && user === undefined)) {
      if (host !== '' || path !== '' || user !== undefined) text = '//';
      text += `${user === undefined ? '' : `${user}@`}${escapePart(host, 'host')}`;
    }
    const escaped = this.#escapedPath();
    if (escaped !== '' && !escaped.startsWith('/') && host !== '') text += '/';
    return text + escaped;
  }
}

/** Go's limit. */
const MAX_QUERY_PARAMETERS = 10_000;

/** Parses an absolute URL or an absolute path, with the messages of `url()`. */
export function parseUrl(text: string): Url | Failure {
  const bytes = toBytes(text);
  const asRequest = parseParts(bytes, true);
  if (asRequest instanceof Failure) return parseFailure(text, asRequest);
  // A request URI has no fragment, so the text is parsed again.
  const [bare, writtenFragment = ''] = cut(bytes, '#');
  const parts = parseParts(bare, false);
  if (parts instanceof Failure) return parseFailure(toText(bare), parts);
  const fragment = unescapePart(writtenFragment, 'fragment');
  return fragment instanceof Failure ? parseFailure(text, fragment) : new Url(parts, fragment, writtenFragment);
}

/** Returns why a text is not an absolute URL or path, as in Go's ParseRequestURI; undefined if it is one. */
export function requestUriProblem(text: string): string | undefined {
  const parts = parseParts(toBytes(text), true);
  return parts instanceof Failure ? `parse ${goQuote(text)}: ${parts.message}` : undefined;
}

function parseFailure(text: string, { message }: Failure): Failure {
  return new Failure(`URL parse error during conversion from string: parse ${goQuote(text)}: ${message}`);
}

const fail = (message: string): Failure => new Failure(message);

function parseParts(url: string, asRequest: boolean): UrlParts | Failure {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\0-\x1f\x7f]/.test(url)) return fail('net/url: invalid control character in URL');
  if (url === '' && asRequest) return fail('empty url');
  if (url === '*') return { ...EMPTY, path: '*', writtenPath: '*' };
  if (url.startsWith(':')) return fail('missing protocol scheme');
  const [, written = '', afterScheme = url] = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(.*)$/s.exec(url) ?? [];
  const scheme = written.toLowerCase();
  const forcesQuery = afterScheme.indexOf('?') === afterScheme.length - 1 && afterScheme !== '';
  const [rest, query = ''] = cut(afterScheme, '?');
  const common = { ...EMPTY, scheme, query, forcesQuery };
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...common, opaque: rest };
    if (asRequest) return fail('invalid URI for request');
    if (cut(rest, '/')[0].includes(':')) return fail('first path segment in URL cannot contain colon');
  }
  return parseAuthorityAndPath(common, rest, asRequest);
}

const EMPTY: UrlParts = {
  scheme: '',
  opaque: '',
  user: undefined,
  host: '',
  omitsHost: false,
  path: '',
  writtenPath: '',
  query: '',
  forcesQuery: false,
};

function parseAuthorityAndPath(common: UrlParts, rest: string, asRequest: boolean): UrlParts | Failure {
  const { scheme } = common;
  let authority: { readonly user: string | undefined; readonly host: string } | Failure = { user: undefined, host: '' };
  let writtenPath = rest;
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || (!asRequest && !rest.startsWith('///')));
  if (hasAuthority) {
    const slash = rest.indexOf('/', 2);
    writtenPath = slash === -1 ? '' : rest.slice(slash);
    authority = parseAuthority(scheme, rest.slice(2, slash === -1 ? undefined : slash));
    if (authority instanceof Failure) return authority;
  }
  const path = unescapePart(writtenPath, 'path');
  if (path instanceof Failure) return path;
  return { ...common, ...authority, omitsHost: !hasAuthority && scheme !== '' && rest.startsWith('/'), path, writtenPath };
}

function parseAuthority(scheme: string, authority: string): { readonly user: string | undefined; readonly host: string } | Failure {
  const at = authority.lastIndexOf('@');
  const host = parseHost(scheme, authority.slice(at + 1));
  if (host instanceof Failure) return host;
  if (at === -1) return { user: undefined, host };
  const userInfo = authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(userInfo)) return fail('net/url: invalid userinfo');
  const escaped: string[] = [];
  for (const part of cut(userInfo, ':').filter((text) => text !== undefined)) {
    const unescaped = unescapePart(part, 'user');
    if (unescaped instanceof Failure) return unescaped;
    escaped.push(escapePart(unescaped, 'user'));
  }
  return { user: escaped.join(':'), host };
}

function parseHost(scheme: string, host: string): string | Failure {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) return fail('invalid IP-literal');
  if (bracket === 0) return parseLiteral(host);
  const first = host.indexOf(':');
  // Only these schemes reject further colons.
  const colon = scheme === 'http' || scheme === 'https' ? first : host.lastIndexOf(':');
  if (first !== -1 && !isPort(host.slice(colon))) return invalidPort(host.slice(colon));
  return unescapePart(host, 'host');
}

const isPort = (text: string): boolean => /^(?::[0-9]*)?$/.test(text);
const invalidPort = (text: string): Failure => fail(`invalid port ${goQuote(toText(text))} after host`);

/** Parses an IPv6 address in brackets, with its zone after `%25`. */
function parseLiteral(host: string): string | Failure {
  const end = host.lastIndexOf(']');
  if (end === -1) return fail("missing ']' in host");
  const port = host.slice(end + 1);
  if (!isPort(port)) return invalidPort(port);
  const written = host.slice(1, end);
  const zoneStart = written.indexOf('%25');
  const address = unescapePart(zoneStart === -1 ? written : written.slice(0, zoneStart), 'host');
  if (address instanceof Failure) return address;
  const zone = zoneStart === -1 ? '' : unescapePart(written.slice(zoneStart), 'zone');
  if (zone instanceof Failure) return zone;
  const parsed = parseAddress(toText(address + zone));
  if (typeof parsed === 'string') return fail(`invalid host: ${parsed}`);
  return parsed.address.family === 4 ? fail('invalid IP-literal') : `[${address}${zone}]${port}`;
}

function splitPort(host: string): { readonly hostname: string; readonly port: string } {
  const colon = host.lastIndexOf(':');
  const hasPort = colon !== -1 && isPort(host.slice(colon));
  const bare = hasPort ? host.slice(0, colon) : host;
  const hostname = bare.startsWith('[') && bare.endsWith(']') ? bare.slice(1, -1) : bare;
  return { hostname, port: hasPort ? host.slice(colon + 1) : '' };
}

function mustEscape(byte: string, part: Part): boolean {
  return !/[A-Za-z0-9\-_.~]/.test(byte) && !UNESCAPED[part].includes(byte);
}

function unescapePart(text: string, part: Part): string | Failure {
  const isHost = part === 'host' || part === 'zone';
  let result = '';
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] as string;
    if (byte === '%') {
      const escaped = text.slice(at, at + 3);
      if (!/^%[0-9A-Fa-f]{2}$/.test(escaped) || !mayEscape(escaped, part)) return fail(`invalid URL escape ${quoteBytes(escaped)}`);
      result += String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
      at += 2;
    } else if (isHost && byte < '\x80' && mustEscape(byte, part)) return fail(`invalid character ${goQuote(byte)} in host name`);
    else result += byte === '+' && part === 'query' ? ' ' : byte;
  }
  return result;
}

/** A host may escape only non-ASCII bytes. A zone may escape only bytes that it may also contain unescaped. */
function mayEscape(escaped: string, part: Part): boolean {
  const code = Number.parseInt(escaped.slice(1), 16);
  if (escaped === '%25' || (part !== 'host' && part !== 'zone')) return true;
  return part === 'host' ? code >= 0x80 : code === 0x20 || !mustEscape(String.fromCharCode(code), 'host');
}

function escapePart(text: string, part: Part): string {
  return Array.from(text, (byte) =>
    mustEscape(byte, part) ? `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}` : byte,
  ).join('');
}

/** Returns whether a text without further escapes is valid: it needs no escapes besides the written ones. */
function isEncoded(written: string, part: Part): boolean {
  return Array.from(written).every((byte) => "!$&'()*+,;=:@[]%".includes(byte) || !mustEscape(byte, part));
}

function toBytes(text: string): string {
  if (isAscii(text)) return text;
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}

/** Replaces each invalid UTF-8 byte by U+FFFD, as Go does when it counts characters. */
function toText(bytes: string): string {
  return decode(bytes, () => '\ufffd');
}

/** Quotes bytes as Go does. */
function quoteBytes(bytes: string): string {
  const escaped: string[] = [];
  const text = decode(bytes, (byte) => {
    escaped.push(`\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
    return '\ufffd';
  });
  return goQuote(text).replaceAll('\ufffd', (character) => escaped.shift() ?? character);
}

/** Decodes UTF-8. `replace` returns the replacement of an invalid byte. */
function decode(bytes: string, replace: (byte: string) => string): string {
  if (isAscii(bytes)) return bytes;
  return bytes.replace(/[\0-\x7f]+|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\s\S]/g, (part) => {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(part, (byte) => byte.charCodeAt(0)));
    return text.includes('\ufffd') ? Array.from(part, replace).join('') : text;
  });
}
