// Implements the library of URLs. Source: k8s.io/apiserver pkg/cel/library/urls.go.

import { parseUrl, requestUriProblem, type Url } from '../values/url.js';
import { CelMap, type Value } from '../values/values.js';
import { type Declaration, declare } from './declaration.js';
import { HASHED, spellingOf } from './work.js';

/** Parsing checks each character several times, and a text that is not a request URI is parsed twice. */
const reading = (text: string): number => 200 + spellingOf(text, readShare(text) * 7);
const checking = (text: string): number => 200 + spellingOf(text, readShare(text) * 3.5);
/** A query is only parsed on demand. */
function readShare(text: string): number {
  const query = text.includes('#') ? -1 : text.indexOf('?');
  return query === -1 ? 1 : QUERY_SHARE + (query / text.length) * (1 - QUERY_SHARE);
}
const QUERY_SHARE = 0.1;
/** Parts are joined on demand. A path character may need an escape, and a query character may form a pair. */
const getting = (url: Url): number => 15 + url.size * HASHED;
const escaping = (url: Url): number => 15 + url.size;
const querying = (url: Url): number => 200 + url.size * 1.5;

const getter = (id: string, name: string, get: (url: Url) => string, work = getting): Declaration =>
  declare<[Url]>(id, `URL.${name}() string`, work, (_, url) => get(url));

export const URLS: readonly Declaration[] = [
  declare<[string]>('string_to_url', 'url(string) URL', reading, (_, text) => parseUrl(text)),
  declare<[string]>('is_url_string', 'isURL(string) bool', checking, (_, text) => requestUriProblem(text) === undefined),
  getter('url_get_scheme', 'getScheme', (url) => url.scheme),
  getter('url_get_host', 'getHost', (url) => url.host),
  getter('url_get_hostname', 'getHostname', (url) => url.hostname),
  getter('url_get_port', 'getPort', (url) => url.port),
  getter('url_get_escaped_path', 'getEscapedPath', (url) => url.escapedPath, escaping),
  declare<[Url]>(
    'url_get_query',
    'URL.getQuery() map(string, list(string))',
    querying,
    (_, url) => new CelMap(Array.from(url.query, ([name, values]): [Value, Value] => [name, values])),
  ),
];
