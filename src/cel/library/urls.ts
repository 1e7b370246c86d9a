// The library of URLs. Source: k8s.io/apiserver pkg/cel/library/urls.go.

import type { Frame } from '../frame.js';
import { parseUrl, requestUriProblem, type Url } from '../url.js';
import { CelMap, type Value } from '../values.js';
import { type Declaration, declare } from './declaration.js';

/** Reading looks at each character several times. */
function announce(frame: Frame, text: string): void {
  frame.work(200 + text.length * 32);
}

const getter = (id: string, name: string, get: (url: Url) => string): Declaration =>
  declare<[Url]>(id, `URL.${name}() string`, (_, url) => get(url));

export const URLS: readonly Declaration[] = [
  declare<[string]>('string_to_url', 'url(string) URL', (frame, text) => {
    announce(frame, text);
    return parseUrl(text);
  }),
  declare<[string]>('is_url_string', 'isURL(string) bool', (frame, text) => {
    announce(frame, text);
    return requestUriProblem(text) === undefined;
  }),
  getter('url_get_scheme', 'getScheme', (url) => url.scheme),
  getter('url_get_host', 'getHost', (url) => url.host),
  getter('url_get_hostname', 'getHostname', (url) => url.hostname),
  getter('url_get_port', 'getPort', (url) => url.port),
  getter('url_get_escaped_path', 'getEscapedPath', (url) => url.escapedPath),
  declare<[Url]>('url_get_query', 'URL.getQuery() map(string, list(string))', (frame, url) => {
    announce(frame, url.toString());
    return new CelMap(Array.from(url.query, ([name, values]): [Value, Value] => [name, values]));
  }),
];
