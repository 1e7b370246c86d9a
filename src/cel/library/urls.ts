// The library of URLs. Source: k8s.io/apiserver pkg/cel/library/urls.go.

import { parseUrl, requestUriProblem, type Url } from '../url.js';
import { CelMap, type Value } from '../values.js';
import { type Declaration, declare } from './declaration.js';
import { HASHED, readingOf } from './work.js';

/** Reading looks at each character several times; what is no request is read twice. */
const reading = readingOf(200, 5);
const checking = readingOf(200, 2.5);
/** Parts are put together when they are asked for; a character of a path may have to be escaped, one of a query may be a pair. */
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
