import { describe, expect, it } from 'vitest';
import { type Cidr, type IpAddress, parseAddress, parseCidr, parseIp } from '../../../src/cel/values/address.js';
import { Failure } from '../../../src/cel/values/failure.js';

const ip = (text: string): IpAddress => parseIp(text) as IpAddress;
const cidr = (text: string): Cidr => parseCidr(text) as Cidr;
const problem = (parsed: IpAddress | Cidr | Failure): string => (parsed as Failure).message;

describe('parseIp', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
    ['::1.2.3.4', '::102:304'],
    ['::', '::'],
    ['1::', '1::'],
  ])('reads %s and prints %s', (text, printed) => {
    expect(String(ip(text))).toBe(printed);
  });

  it.each([
    ['01.2.3.4', 'IPv4 field has octet with leading zero'],
    ['1.2.3.256', 'IPv4 field has value >255'],
    ['1.2.3', 'IPv4 address too short'],
    ['1.2.3.4.5', 'IPv4 address too long'],
    ['1..2.3', 'IPv4 field must have at least one digit (at ".2.3")'],
    ['1:2', 'address string too short'],
    ['::1::', 'multiple :: in address (at ":")'],
    ['1:2:3:4:5:6:7::8', 'the :: must expand to at least one field of zeros'],
    ['12345::', 'each group must have 4 or less digits (at "12345::")'],
    ['fe80::1%eth0', 'with zone value is not allowed'],
    ['::ffff:1.2.3.4', 'IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed'],
    ['abc', 'unable to parse IP'],
  ])('refuses %s: %s', (text, message) => {
    expect(parseIp(text)).toBeInstanceOf(Failure);
    expect(problem(parseIp(text))).toContain(message);
  });

  it('keeps zones apart for URLs, which may have them', () => {
    expect(parseAddress('fe80::1%eth0')).toMatchObject({ zone: 'eth0' });
  });
});

describe('a network', () => {
  it('contains addresses of its family that share its prefix', () => {
    expect(cidr('10.0.0.0/8').contains(ip('10.1.1.1'))).toBe(true);
    expect(cidr('10.0.0.0/8').contains(ip('11.1.1.1'))).toBe(false);
    expect(cidr('0.0.0.0/0').contains(ip('::1'))).toBe(false);
  });

  it('contains smaller networks and itself, not greater ones', () => {
    expect(cidr('10.0.0.0/8').containsNetwork(cidr('10.2.0.0/16'))).toBe(true);
    expect(cidr('10.0.0.0/8').containsNetwork(cidr('10.0.0.0/8'))).toBe(true);
    expect(cidr('10.0.0.0/8').containsNetwork(cidr('10.0.0.0/7'))).toBe(false);
  });

  it('masks what is beyond its prefix', () => {
    expect(String(cidr('10.1.2.3/8').masked())).toBe('10.0.0.0/8');
    expect(cidr('10.1.2.3/8').equals(cidr('10.0.0.0/8'))).toBe(false);
    expect(cidr('10.1.2.3/8').masked().equals(cidr('10.0.0.0/8'))).toBe(true);
  });

  it.each(['1.2.3.4', '1.2.3.4/33', '1.2.3.4/08', '1.2.3.4/+8', '::1%a/64', '1.2.3.4/'])('is not %s', (text) => {
    expect(problem(parseCidr(text))).toContain('network address parse error during conversion from string');
  });
});
