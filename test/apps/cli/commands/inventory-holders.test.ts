import { describe, expect, test } from 'vitest';
import { documents, gpuClaim, gpuSlice, runProgram } from '../run-program.js';

const inventory = (input: string, ...options: string[]) => runProgram(['inventory', '-f', '-', ...options], input);
const held = (name: string, device: string, rest = ''): string =>
  gpuClaim(name).replace(
    '}}\n',
    `}, status: {allocation: {devices: {results: [{request: gpu, driver: gpu.example.com, pool: node-a, device: ${device}${rest}}]}}}}\n`,
  );
const node = (name: string): string => `{apiVersion: v1, kind: Node, metadata: {name: ${name}}}\n`;

/** Counts of a total that are zero in most tests. */
const NONE = { shared: 0, blocked: 0, admin: 0, tainted: 0 };

describe('totals', () => {
  const consumes = (mem: string): string => `consumesCounters: [{counterSet: set, counters: {mem: {value: ${mem}}}}]`;
  const counters = `apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: counters}
spec:
  driver: gpu.example.com
  nodeName: node-a
  pool: {name: node-a, generation: 1, resourceSliceCount: 2}
  sharedCounters: [{name: set, counters: {mem: {value: 40Gi}}}]
`;
  const partitions = (count: number): string =>
    gpuSlice('node-a', 0).replace('resourceSliceCount: 1', 'resourceSliceCount: 2') +
    Array.from({ length: count }, (_, index) => `  - {name: gpu-${index}, ${consumes(index === 0 ? '40Gi' : '10Gi')}}\n`).join('');

  test('count partitions that exclude each other as many as fit at once', async () => {
    const text = documents(node('node-a'), counters, partitions(8), held('c', 'gpu-1'));
    expect((await inventory(text)).out.split('\n').slice(-6, -2)).toEqual([
      'Totals:',
      'DRIVER            DEVICES   FREE   AT-ONCE   TAKEN   SHARED   ADMIN   BLOCKED',
      'gpu.example.com   8         6      3         1       0        0       1',
      '',
    ]);
    const { totals } = JSON.parse((await inventory(text, '-o', 'json')).out) as { totals: object };
    const { admin, tainted, shared } = NONE;
    const counts = { devices: 8, free: 6, freeAtOnce: 3, taken: 1, shared, blocked: 1, admin, tainted };
    expect(totals).toEqual({ drivers: [{ driver: 'gpu.example.com', ...counts }], all: counts });
  });

  test('say where they are not exact', async () => {
    const amount = (device: number, counter: number): number => 1000 + ((device * 7919 + counter * 104_729 + device * counter * 31) % 997);
    const names = Array.from({ length: 30 }, (_, index) => index);
    const values = (of: (counter: number) => number): string => names.map((name) => `c${name}: {value: "${of(name)}"}`).join(', ');
    const hard =
      gpuSlice('node-a', 0).replace('resourceSliceCount: 1', 'resourceSliceCount: 2') +
      Array.from(
        { length: 120 },
        (_, device) =>
          `  - {name: gpu-${device}, consumesCounters: [{counterSet: set, counters: {${values((name) => amount(device, name))}}}]}\n`,
      ).join('');
    const text = documents(
      node('node-a'),
      counters.replace(
        'mem: {value: 40Gi}',
        values(() => 84_000),
      ),
      hard,
    );
    const { out, err } = await inventory(text, '--no-validate');
    expect(out).toMatch(/^gpu\.example\.com {3}120 {7}120 {4}\d+\.\.\d+ /m);
    expect(err).toMatch(
      /^note: between \d+ and \d+ of the free devices can be allocated at the same time \(an exact count would take too long\)\n$/,
    );
    const { totals } = JSON.parse((await inventory(text, '--no-validate', '-o', 'json')).out) as { totals: { all: object } };
    expect(Object.keys(totals.all).slice(1, 4)).toEqual(['free', 'freeAtOnceAtLeast', 'freeAtOnceAtMost']);
  });
});

describe('holders', () => {
  const reserved = (claim: string, ...pods: readonly string[]): string =>
    claim.replace(
      'status: {',
      `status: {reservedFor: [${pods.map((pod) => `{resource: pods, name: ${pod}, uid: u-${pod}}`).join(', ')}], `,
    );

  test('are pods that claims are reserved for', async () => {
    const text = documents(node('node-a'), gpuSlice('node-a', 2), reserved(held('c', 'gpu-1'), 'train-0', 'train-1'));
    expect((await inventory(text)).out.split('\n').slice(0, 2)).toEqual([
      'NODE     DRIVER            POOL     DEVICES   FREE   TAKEN   SHARED   ADMIN   CLAIMS      PODS',
      'node-a   gpu.example.com   node-a   2         1      1       0        0       default/c   default/train-0,default/train-1',
    ]);
    expect((await inventory(text, '-o', 'wide')).out).toContain('gpu-1    taken   default/c   -       default/train-0,default/train-1\n');
    const { pools } = JSON.parse((await inventory(text, '-o', 'json')).out) as { pools: { devices: { pods?: unknown }[] }[] };
    expect(pools[0]?.devices.map(({ pods }) => pods)).toEqual([undefined, ['default/train-0', 'default/train-1']]);
  });
});

describe('conflicts', () => {
  const warningOf = async (...texts: readonly string[]): Promise<string> => {
    const { code, err } = await inventory(documents(node('node-a'), ...texts), '--no-validate');
    expect(code).toBe(0);
    return err;
  };
  const share = (id: number, consumed = ''): string => `, shareID: 5a6b4d34-8f0a-4c3e-9a43-6d9a9a1f0d1${id}${consumed}`;

  test('are devices that two claims have', async () => {
    const text = documents(node('node-a'), gpuSlice('node-a', 2), held('a', 'gpu-1'), held('b', 'gpu-1'));
    const { code, out, err } = await inventory(text);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'NODE     DRIVER            POOL     DEVICES   FREE   TAKEN   SHARED   ADMIN   CONFLICTS   CLAIMS',
        'node-a   gpu.example.com   node-a   2         1      1       0        0       1           default/a,default/b',
        '',
      ].join('\n'),
    );
    const what = 'allocated 2 times, but not each time as a share: default/a, default/b';
    expect(err).toBe(`warning: conflict on gpu.example.com/node-a/gpu-1: ${what}\n`);
    expect((await inventory(text, '-o', 'wide')).out).toContain(`gpu-1    taken   default/a,default/b   -       ${what}\n`);
    const { conflicts } = JSON.parse((await inventory(text, '-o', 'json')).out) as { conflicts: unknown };
    expect(conflicts).toEqual([{ driver: 'gpu.example.com', pool: 'node-a', devices: ['gpu-1'], what }]);
  });

  test('are none with admin access, and with shares of a device that can be shared', async () => {
    expect(await warningOf(gpuSlice('node-a', 1), held('a', 'gpu-0'), held('b', 'gpu-0', ', adminAccess: true'))).toBe('');
    const shareable = gpuSlice('node-a', 1, ', allowMultipleAllocations: true');
    expect(await warningOf(shareable, held('a', 'gpu-0', share(1)), held('b', 'gpu-0', share(2)))).toBe('');
  });

  test('are shares beside the whole device, or of one that cannot be shared', async () => {
    const shareable = gpuSlice('node-a', 1, ', allowMultipleAllocations: true');
    expect(await warningOf(shareable, held('a', 'gpu-0', share(1)), held('b', 'gpu-0'))).toContain('but not each time as a share');
    expect(await warningOf(gpuSlice('node-a', 1), held('a', 'gpu-0', share(1)), held('b', 'gpu-0', share(2)))).toContain(
      'allocated as 2 shares, but it cannot be shared: default/a, default/b\n',
    );
  });

  test('are more capacity or counters than there are', async () => {
    const card = gpuSlice('node-a', 1, ', allowMultipleAllocations: true, capacity: {memory: {value: 8Gi}}');
    const consuming = (name: string, id: number): string => held(name, 'gpu-0', share(id, ', consumedCapacity: {memory: 5Gi}'));
    expect(await warningOf(card, consuming('a', 1), consuming('b', 2))).toBe(
      'warning: conflict on gpu.example.com/node-a/gpu-0: shares consume 10Gi of its capacity memory, but it has only 8Gi: default/a, default/b\n',
    );
    const counters = gpuSlice('node-a', 0)
      .replace('name: node-a-gpu', 'name: counters')
      .replace('resourceSliceCount: 1', 'resourceSliceCount: 2')
      .replace('devices:\n', 'sharedCounters: [{name: set, counters: {mem: {value: 10Gi}}}]\n');
    const taking = gpuSlice('node-a', 2, ', consumesCounters: [{counterSet: set, counters: {mem: {value: 6Gi}}}]').replace(
      'resourceSliceCount: 1',
      'resourceSliceCount: 2',
    );
    expect(await warningOf(counters, taking, held('a', 'gpu-0'), held('b', 'gpu-1'))).toBe(
      'warning: conflict on gpu.example.com/node-a/gpu-0, gpu.example.com/node-a/gpu-1: allocated devices consume 12Gi of counter set/mem, which has 10Gi\n',
    );
  });
});
