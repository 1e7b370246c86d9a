import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/cel/values/failure.js';
import { parseUrl, requestUriProblem, type Url } from '../../../src/cel/values/url.js';

const read = (text: string): Url => parseUrl(text) as Url;

describe('parseUrl', () => {
  it('takes a URL apart', () => {
    const url = read('HTTPS://user:p%40ss@example.com:8080/a%20b/c%2Fd?x=1&y=a+b&x=2&z;=3#f%20g');
    expect(url).toMatchObject({ scheme: 'https', host: 'example.com:8080', hostname: 'example.com', port: '8080' });
    expect(url.escapedPath).toBe('/a%20b/c%2Fd');
    expect([...url.query]).toEqual([
      ['x', ['1', '2']],
      ['y', ['a b']],
    ]);
    expect(String(url)).toBe('https://user:p%40ss@example.com:8080/a%20b/c%2Fd?x=1&y=a+b&x=2&z;=3#f%20g');
  });

  it.each([
    ['http://[fe80::1%25en0]:80/', '[fe80::1%en0]:80', 'fe80::1%en0'],
    ['mailto:a@b.c', '', ''],
    ['/only/path?q', '', ''],
    ['http:///path', '', ''],
  ])('finds the host of %s', (text, host, hostname) => {
    expect(read(text)).toMatchObject({ host, hostname });
  });

  it.each(['https://h/?', 'http:', 'a:b?c', 'http://h/*', '/p#f', 'x:/p'])('prints %s as it was', (text) => {
    expect(String(read(text))).toBe(text);
  });

  it.each([
    ['', 'empty url'],
    ['a/b', 'invalid URI for request'],
    ['http://a b/', 'invalid character " " in host name'],
    ['http://h:port/', 'invalid port ":port" after host'],
    ['http://h:1:2/', 'invalid port ":1:2" after host'],
    ['http://[1.2.3.4]/', 'invalid IP-literal'],
    ['http://[::1', "missing ']' in host"],
    ['http://h/%zz', 'invalid URL escape "%zz"'],
    ['http://u@h@ x/', 'invalid character " " in host name'],
    ['http://u<@h/', 'net/url: invalid userinfo'],
    [':a', 'missing protocol scheme'],
    ['http://h/\n', 'net/url: invalid control character in URL'],
  ])('refuses %j', (text, message) => {
    const parsed = parseUrl(text);
    expect(parsed).toBeInstanceOf(Failure);
    expect((parsed as Failure).message).toContain(message);
    expect(requestUriProblem(text)).toContain(message);
  });

  it('takes several colons for a host where the scheme is not that of the web', () => {
    expect(read('db://h:1,i:2/').host).toBe('h:1,i:2');
  });

  it('has a character for each byte that is no UTF-8', () => {
    expect(read('http://h%e4%c3%a4/').host).toBe('h\ufffd\u00e4');
  });
});
