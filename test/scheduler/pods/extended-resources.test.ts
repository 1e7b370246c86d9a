import { describe, expect, test } from 'vitest';
import { ExtendedResourceClasses, isExtendedResource } from '../../../src/scheduler/pods/extended-resources.js';
import { objectsOf } from './objects.js';

const deviceClass = (name: string, resource: string, created = ''): string =>
  `{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: ${name}, creationTimestamp: "${created}"}, spec: {extendedResourceName: ${resource}}}\n`;

const classesOf = (...texts: string[]): ExtendedResourceClasses =>
  new ExtendedResourceClasses(objectsOf(texts.join('---\n')).deviceClasses);

describe('an extended resource', () => {
  test.each(['example.com/gpu', 'a/b', 'example.com/Gpu_1.x', 'deviceclass.resource.kubernetes.io/gpu'])('%s is one', (name) => {
    expect(isExtendedResource(name)).toBe(true);
  });

  test.each([
    'cpu',
    'hugepages-2Mi',
    'kubernetes.io/batch-cpu',
    'sub.kubernetes.io/x',
    'requests.example.com/gpu',
    'example.com/',
    '/gpu',
    'example.com/a/b',
    'Example.com/gpu',
    'example.com/-gpu',
    `example.com/${'x'.repeat(64)}`,
    `${'x'.repeat(245)}/gpu`,
    `${'-'.repeat(1_000_000)}/gpu`,
  ])('%.40s is none', (name) => {
    expect(isExtendedResource(name)).toBe(false);
  });
});

describe('the class behind a resource', () => {
  test('is the one that names it, or that the resource itself spells', () => {
    const classes = classesOf(deviceClass('a', 'example.com/gpu'));
    expect(classes.classOf('example.com/gpu')).toBe('a');
    expect(classes.classOf('deviceclass.resource.kubernetes.io/a')).toBe('a');
    expect(classes.classOf('deviceclass.resource.kubernetes.io/b')).toBeUndefined();
    expect(classes.classOf('example.com/nic')).toBeUndefined();
  });

  test('serves a resource by its own name and by the one that it names, as the list of all tells', () => {
    const classes = classesOf(deviceClass('a', 'example.com/gpu'), deviceClass('b', 'example.com/gpu'));
    expect(classes.resources()).toEqual([
      'example.com/gpu',
      'deviceclass.resource.kubernetes.io/a',
      'deviceclass.resource.kubernetes.io/b',
    ]);
  });

  test('is the newer one of two, whatever their order', () => {
    const older = deviceClass('a', 'example.com/gpu', '2025-12-31T23:59:59Z');
    const newer = deviceClass('b', 'example.com/gpu', '2026-01-01T00:00:00Z');
    for (const classes of [classesOf(older, newer), classesOf(newer, older)]) {
      expect(classes.classOf('example.com/gpu')).toBe('b');
      expect(classes.classOf('deviceclass.resource.kubernetes.io/a')).toBe('a');
    }
  });

  test('is the one with the lower name among equally old ones', () => {
    const [a, b] = ['a', 'b'].map((name) => deviceClass(name, 'example.com/gpu', '2026-01-01T00:00:00Z')) as [string, string];
    for (const classes of [classesOf(a, b), classesOf(b, a)]) expect(classes.classOf('example.com/gpu')).toBe('a');
  });

  test('without a time is older than any with one', () => {
    const classes = classesOf(deviceClass('a', 'example.com/gpu'), deviceClass('b', 'example.com/gpu', '1970-01-01T00:00:00Z'));
    expect(classes.classOf('example.com/gpu')).toBe('b');
    expect(classesOf(deviceClass('b', 'example.com/gpu'), deviceClass('a', 'example.com/gpu', 'x')).classOf('example.com/gpu')).toBe('a');
  });
});
