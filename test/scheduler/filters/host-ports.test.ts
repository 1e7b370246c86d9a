import { describe, expect, test } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { type HostPort, hostPorts, UsedPorts } from '../../../src/scheduler/filters/host-ports.js';
import { pod } from './objects.js';

const ports = (...list: object[]): object => ({ ports: list });

test('containers and sidecars take ports, init containers that end take none', () => {
  const of = pod({
    initContainers: [ports({ hostPort: 1 }), { ...ports({ hostPort: 2, protocol: 'UDP' }), restartPolicy: 'Always' }],
    containers: [ports({ containerPort: 5 }, { hostPort: 3, hostIP: '10.0.0.1' }), ports({ hostPort: -4 })],
  });
  expect(inOneGo(hostPorts(of, UNLIMITED))).toEqual([
    { ip: '0.0.0.0', port: 'UDP/2' },
    { ip: '10.0.0.1', port: 'TCP/3' },
  ]);
});

describe('a port is taken', () => {
  const used = (...list: HostPort[]): UsedPorts => inOneGo(new UsedPorts().with([{ name: 'ns/a', hostPorts: list }], UNLIMITED));
  const holder = (taken: UsedPorts, ip: string, port = 'TCP/80'): string | undefined => taken.holderOf({ ip, port });

  test('on the same address, and on all of them for those on one', () => {
    const one = used({ ip: '10.0.0.1', port: 'TCP/80' });
    expect([holder(one, '10.0.0.1'), holder(one, '10.0.0.2'), holder(one, '0.0.0.0')]).toEqual(['ns/a', undefined, 'ns/a']);
    const all = used({ ip: '0.0.0.0', port: 'TCP/80' });
    expect([holder(all, '10.0.0.1'), holder(all, '0.0.0.0')]).toEqual(['ns/a', 'ns/a']);
  });

  test('for one protocol and number', () => {
    const all = used({ ip: '0.0.0.0', port: 'TCP/80' });
    expect([holder(all, '0.0.0.0', 'UDP/80'), holder(all, '0.0.0.0', 'TCP/81')]).toEqual([undefined, undefined]);
  });

  test('until its pod goes, and as long as another pod has it', () => {
    const port = { ip: '10.0.0.1', port: 'TCP/80' };
    const [a, b] = [
      { name: 'ns/a', hostPorts: [port] },
      { name: 'ns/b', hostPorts: [{ ...port, ip: '10.0.0.2' }] },
    ];
    const both = inOneGo(inOneGo(new UsedPorts().with([a], UNLIMITED)).with([b], UNLIMITED));
    expect(holder(both.without(a), '0.0.0.0')).toBe('ns/b');
    expect(holder(both.without(a).without(b), '0.0.0.0')).toBeUndefined();
    expect(holder(both, '0.0.0.0')).toBe('ns/a');
  });

  test('by no more pods than before, where one left', () => {
    const [a, b] = ['10.0.0.1', '10.0.0.2'].map((ip, index) => ({ name: `ns/${index}`, hostPorts: [{ ip, port: 'TCP/80' }] }));
    const one = inOneGo(new UsedPorts().with([a as never], UNLIMITED));
    const both = inOneGo(one.with([b as never], UNLIMITED));
    expect([one.isWithin(both), both.without(b as never).isWithin(both), one.without(a as never).isWithin(one)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([both.isWithin(one), both.without(a as never).isWithin(one), used({ ip: '10.0.0.1', port: 'TCP/81' }).isWithin(one)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('by the first pod by name that has it, of many', () => {
    const on = (first: number, ip: string): UsedPorts => {
      const pods = Array.from({ length: 40 }, (_, index) => ({
        name: `ns/p${index}`,
        hostPorts: [{ ip: index === first ? ip : `10.0.0.${index}`, port: 'TCP/80' }],
      }));
      return inOneGo(new UsedPorts().with(pods, UNLIMITED));
    };
    const many = on(30, '0.0.0.0');
    expect(['10.0.0.7', '10.0.0.35', '10.1.0.0', '0.0.0.0'].map((ip) => holder(many, ip))).toEqual(['ns/p30', 'ns/p30', 'ns/p30', 'ns/p0']);
    const none = on(30, '10.0.0.7');
    expect(['10.0.0.7', '10.0.0.30', '10.0.0.35'].map((ip) => holder(none, ip))).toEqual(['ns/p30', undefined, 'ns/p35']);
  });
});
