import { describe, expect, it } from 'vitest';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import type { Suggestion } from '../../../src/explain/explanation.js';
import { remediesOf, suggestionsOf } from '../../../src/explain/suggest/suggest.js';
import type { AllocateInput } from '../../../src/index.js';
import { asVersion1Beta1 } from '../../differential/rewrite.js';
import { input, solve } from '../../support/allocate.js';
import { escalating as kernel } from '../../support/kernels.js';
import { claim, device, deviceClass, devices, deviceTaintRule, firstAvailable, request, selectors, slice } from '../../support/objects.js';
import { questionOf, withSuggestion } from '../../support/suggestions.js';

/** The suggestions for an input, each of which makes the claims allocatable when it is applied to the submitted objects. */
function suggestions(question: AllocateInput): readonly Suggestion[] {
  expect(solve(question)).toBe('unallocatable');
  return verified(question);
}

function verified(question: AllocateInput): readonly Suggestion[] {
  const found = suggestionsOf(inOneGo(remediesOf(questionOf(question, resolveFeatures({}), kernel))));
  for (const suggestion of found) expect(solve(withSuggestion(question, suggestion)), suggestion.text).toBeInstanceOf(Array);
  return found;
}

const texts = (question: AllocateInput): readonly string[] => suggestions(question).map(({ text }) => text);

const held = (name: string, names: readonly string[], more: object = {}): object => ({
  ...claim(name, []),
  status: {
    allocation: { devices: { results: names.map((one) => ({ request: 'r', driver: 'd.example.com', pool: 'p', device: one })) } },
    ...more,
  },
});

const MEMORY = 'device.capacity["d.example.com"].memory.compareTo(quantity("40Gi")) >= 0';
const SHOWN = 'memory.compareTo(quantity("40Gi")) >= 0';
const withMemory = (name: string, memory: string): object => device(name, {}, { capacity: { memory: { value: memory } } });

describe('suggestions', () => {
  it('lower a count by as little as possible', () => {
    const [first] = suggestions(input([request('r', { count: 7 })], devices(4)));
    expect(first).toEqual({
      size: 1,
      text: 'request 4 devices instead of 7 in request r',
      by: 'author',
      patches: [
        {
          object: { kind: 'ResourceClaim', namespace: 'ns', name: 'c' },
          patch: [{ op: 'add', path: '/spec/devices/requests/0/exactly/count', value: 4 }],
        },
      ],
    });
  });

  it('request a number of devices instead of all', () => {
    const question = input([request('r', { allocationMode: 'All' })], devices(3), { allocated: { claims: [held('old', ['d1'])] } });
    expect(texts(question)).toEqual(['request 2 devices instead of all in request r', 'free d1 of pool p, held by claim ns/old']);
  });

  it('write the name of an attribute that devices have in constraints', () => {
    const roots = [device('a', { pcieRoot: 'x' }), device('b', { pcieRoot: 'x' })];
    const question = input([request('r', { count: 2 })], roots, { constraints: [{ matchAttribute: 'd.example.com/pciRoot' }] });
    expect(texts(question)[0]).toBe('write d.example.com/pcieRoot instead of d.example.com/pciRoot as matchAttribute');
  });

  it('write the name of an attribute that devices have in selectors', () => {
    const own = selectors('has(device.attributes["d.example.com"].modle) && device.attributes["d.example.com"].modle == "A100"');
    // All reads of the name are one edit.
    expect(texts(input([request('r', own)], [device('a', { model: 'A100' })]))[0]).toBe(
      'write d.example.com/model instead of d.example.com/modle in the selector of request r',
    );
  });

  it('write a value that devices have, one that is near in spelling first', () => {
    const own = selectors("device.attributes['d.example.com'].model == 'A1000'");
    expect(texts(input([request('r', own)], [device('a', { model: 'H200' }), device('b', { model: 'A100' })]))).toEqual([
      "write 'A100' instead of 'A1000' for model in the selector of request r",
      "write 'H200' instead of 'A1000' for model in the selector of request r",
      "remove the selector of request r: `model == 'A1000'`",
    ]);
  });

  it('compare with an amount that devices have, or leave one condition out', () => {
    const own = selectors(`device.driver == "d.example.com" && ${MEMORY}`);
    expect(texts(input([request('r', own)], [withMemory('a', '20Gi')]))).toEqual([
      'write "20Gi" instead of "40Gi" for memory in the selector of request r',
      `remove \`${SHOWN}\` from the selector of request r`,
      `remove the selector of request r: \`${`device.driver == "d.example.com" && ${SHOWN}`.slice(0, 57)}...\``,
    ]);
  });

  it('tolerate a taint, or remove it', () => {
    const tainted = device('a', {}, { taints: [{ key: 'gpu.example.com/maintenance', effect: 'NoSchedule' }] });
    expect(texts(input([request('r')], [tainted]))).toEqual([
      'tolerate the taint gpu.example.com/maintenance:NoSchedule in request r',
      'remove the taint gpu.example.com/maintenance:NoSchedule from a of pool p',
    ]);
  });

  it('take the effect off a DeviceTaintRule', () => {
    const rule = deviceTaintRule('sick', {
      deviceSelector: { driver: 'd.example.com' },
      taint: { key: 'k', value: 'v', effect: 'NoExecute' },
    });
    expect(
      suggestions(input([request('r')], devices(1), { deviceTaintRules: [rule] })).map(({ text, patches }) => [text, patches[0]?.patch]),
    ).toEqual([
      [
        'tolerate the taint k=v:NoExecute in request r',
        [
          {
            op: 'add',
            path: '/spec/devices/requests/0/exactly/tolerations',
            value: [{ key: 'k', operator: 'Equal', value: 'v', effect: 'NoExecute' }],
          },
        ],
      ],
      ['remove the taint k=v:NoExecute from DeviceTaintRule sick', [{ op: 'replace', path: '/spec/taint/effect', value: 'None' }]],
    ]);
  });

  it('free devices, naming who holds them', () => {
    const reservedFor = [{ resource: 'pods', name: 'train-1-0', uid: 'u' }];
    const question = input([request('r')], devices(1), { allocated: { claims: [held('train-1', ['d0'], { reservedFor })] } });
    expect(suggestions(question).map(({ text, by }) => [by, text])).toEqual([
      ['admin', 'free d0 of pool p, held by claim ns/train-1 of pod train-1-0'],
      ['admin', 'add a device like d0 to pool p'],
    ]);
  });

  it('complete a pool', () => {
    const question = { ...input([request('r')]), resourceSlices: [slice('s', devices(2), { pool: { resourceSliceCount: 2 } })] };
    expect(texts(question)[0]).toBe('publish pool d.example.com/p in full: found 1 of 2 slices of generation 1');
  });

  it('lower a capacity to what is left of a shared device', () => {
    const shared = device('a', {}, { allowMultipleAllocations: true, capacity: { memory: { value: '40Gi' } } });
    const result = { request: 'r', driver: 'd.example.com', pool: 'p', device: 'a', shareID: 'u', consumedCapacity: { memory: '30Gi' } };
    const user = { ...claim('old', []), status: { allocation: { devices: { results: [result] } } } };
    const question = input([request('r', { capacity: { requests: { memory: '20Gi' } } })], [shared], { allocated: { claims: [user] } });
    const edits = ['request 10Gi of memory instead of 20Gi in request r', 'free a of pool p, held by claim ns/old'];
    expect(texts(question).slice(0, 2)).toEqual(edits);
  });

  it('leave devices whose names are there twice in one slice alone', () => {
    const pool = { resourceSliceCount: 2 };
    const named = (...names: readonly string[]): object[] => names.map((name) => device(name));
    const question = input([request('r', { count: 4 })], [], {
      resourceSlices: [slice('a', named('g0', 'g1'), { pool }), slice('b', named('g0', 'g2', 'g1', 'g3'), { pool })],
    });
    const first = verified(question)[0];
    expect(first?.text).toMatch(/^publish each device of pool d\.example\.com\/p once: duplicate device name g0/);
    expect(first?.patches.map(({ object, patch }) => [object.name, patch.map(({ op, path }) => `${op} ${path}`)])).toEqual([
      ['b', ['remove /spec/devices/2', 'remove /spec/devices/0']],
    ]);
  });

  it('lower a capacity to what another request leaves, as the policy rounds it up', () => {
    const requestPolicy = { default: '10G', validRange: { min: '5G', step: '5G' } };
    const shared = device('a', {}, { allowMultipleAllocations: true, capacity: { bandwidth: { value: '40G', requestPolicy } } });
    const wanting = (name: string): object => request(name, { capacity: { requests: { bandwidth: '22G' } } });
    expect(texts(input([wanting('in'), wanting('out')], [shared]))[0]).toBe('request 15G of bandwidth instead of 22G in request in');
  });

  it('write the name of a capacity that devices have', () => {
    const question = input([request('r', { capacity: { requests: { memry: '20Gi' } } })], [withMemory('a', '40Gi')]);
    expect(texts(question)[0]).toBe('write memory instead of memry as capacity of request r');
  });

  it('request a class of a near name where there is none of the name', () => {
    const question = input([{ name: 'r', exactly: { deviceClassName: 'gpu.exmaple.com' } }], devices(1), {
      deviceClasses: [deviceClass('gpu.example.com'), deviceClass('nic.example.com')],
    });
    expect(verified(question)[0]?.text).toBe('write gpu.example.com instead of gpu.exmaple.com as deviceClassName of request r');
  });

  it('write what a class means where its selector rejects all, before another class', () => {
    const question = input([request('r')], [device('a', { model: 'A100' })], {
      deviceClasses: [deviceClass('any', 'device.attributes["d.example.com"].modell == "A100"'), deviceClass('other')],
    });
    expect(verified(question).map(({ by, text }) => `${by}: ${text}`)).toEqual([
      'admin: write d.example.com/model instead of d.example.com/modell in the selector of class any',
      'author: request class other instead of any in request r',
    ]);
  });

  it.each([
    ['version.isGreaterThan(semver("560.0.0"))', '.compareTo(semver("550.1.0")) >= 0', '.isGreaterThan(semver("560.0.0"))'],
    ['version.compareTo(semver("560.0.0")) > 0', '.compareTo(semver("550.1.0")) >= 0', '.compareTo(semver("560.0.0")) > 0'],
    ['numa > 3', '>= 1', '> 3'],
    ['numa < -4', '<= 0', '< -4'],
  ])('let a strict comparison take the nearest value that devices have: %s', (comparison, written, given) => {
    const attributes = [
      { version: { version: '450.0.0' }, numa: { int: 0 } },
      { version: { version: '550.1.0' }, numa: { int: 1 } },
    ];
    const question = input(
      [request('r', selectors(`device.attributes["d.example.com"].${comparison}`))],
      attributes.map((own, index) => device(`d${index}`, {}, { attributes: own })),
    );
    expect(texts(question)[0]).toBe(`write \`${written}\` instead of \`${given}\` in the selector of request r`);
  });

  it('keep the kind of devices, with one edit more than another class takes, which comes behind', () => {
    const own = selectors('device.attributes["d.example.com"].model == "B"', 'device.attributes["d.example.com"].size == 2');
    const question = input([request('r', own)], [device('a', { model: 'A', size: 1 })], {
      deviceClasses: [deviceClass('any'), deviceClass('other')],
    });
    const found = suggestions(question).map(({ size, text }) => [size, text.includes('class')]);
    expect(found[0]).toEqual([2, false]);
    expect(found.at(-1)).toEqual([1, true]);
  });

  it('offer classes with names like the own one first', () => {
    const names = ['net.example.org', 'gpu.other.com', 'mig.vendor.com', 'gpu.vendor.com'];
    const question = input([{ name: 'r', exactly: { deviceClassName: 'gpu.vendor.com' } }], devices(1), {
      deviceClasses: names.map((name) => deviceClass(name, name === 'gpu.vendor.com' ? 'false' : 'true')),
    });
    expect(texts(question).filter((text) => text.includes('alternative'))).toEqual([
      'add an alternative of class gpu.other.com to request r',
    ]);
    const other = input([{ name: 'r', exactly: { deviceClassName: 'mig.vendor.com' } }], devices(1), {
      deviceClasses: names.map((name) => deviceClass(name, name === 'mig.vendor.com' ? 'false' : 'true')),
    });
    expect(texts(other).filter((text) => text.includes('alternative'))).toEqual([
      'add an alternative of class gpu.vendor.com to request r',
    ]);
  });

  it('are about two edits where no single one helps', () => {
    const question = input([request('r', { count: 3, ...selectors(MEMORY) })], [withMemory('a', '20Gi'), withMemory('b', '20Gi')]);
    const [first] = suggestions(question);
    expect(first?.size).toBe(2);
    expect(first?.text).toBe(
      'request 2 devices instead of 3 in request r, and write "20Gi" instead of "40Gi" for memory in the selector of request r',
    );
  });

  it('name subrequests, and claims where there are several', () => {
    const question = input([], [withMemory('a', '20Gi'), withMemory('b', '20Gi')], {
      claims: [claim('one', [request('r')]), claim('two', [firstAvailable('q', { big: { count: 2 }, large: selectors(MEMORY) })])],
    });
    expect(texts(question)).toEqual([
      'request 1 device instead of 2 in request q/big of claim ns/two',
      'write "20Gi" instead of "40Gi" for memory in the selector of request q/large of claim ns/two',
      'add a device like a to pool p',
      `remove the selector of request q/large of claim ns/two: \`${SHOWN}\``,
    ]);
  });

  it('are patches of objects as they were given', () => {
    const requests = [request('r', { count: 2, ...selectors(MEMORY) }), firstAvailable('q', { sub: { count: 9 } })];
    const tainted = device('a', {}, { capacity: { memory: { value: '20Gi' } }, taints: [{ key: 'k', effect: 'NoSchedule' }] });
    const question = input(requests, [tainted, withMemory('b', '40Gi'), withMemory('c', '40Gi')]);
    const old = asVersion1Beta1(question);
    const pointers = (given: AllocateInput): readonly string[] =>
      suggestions(given).flatMap(({ patches }) => patches.flatMap(({ patch }) => patch.map(({ path }) => path)));
    expect(pointers(old)).toEqual(pointers(question).map((path) => path.replace('/exactly/', '/').replace('/taints/', '/basic/taints/')));
    expect(pointers(old)).toContain('/spec/devices/requests/1/firstAvailable/0/count');
    const [claimOf] = old.claims as unknown as [{ spec: { devices: { requests: [object, { firstAvailable?: unknown }] } } }];
    const { firstAvailable: drawn, ...drawnRequest } = claimOf.spec.devices.requests[1];
    claimOf.spec.devices.requests[1] = { ...drawnRequest, firstAvailableOf: drawn } as object;
    expect(pointers(old)).toContain('/spec/devices/requests/1/firstAvailableOf/0/count');
  });

  it('request devices of another kind last, and only where nothing else of their author helps', () => {
    const gpu = deviceClass('gpu', 'device.attributes["d.example.com"].kind == "gpu"');
    const nic = deviceClass('nic', 'device.attributes["d.example.com"].kind == "nic"');
    const kinds = [
      device('g1', { kind: 'gpu' }),
      device('g2', { kind: 'gpu' }),
      device('n1', { kind: 'nic' }),
      device('n2', { kind: 'nic' }),
    ];
    const asking = (count: number, taken: readonly string[]): AllocateInput =>
      input([request('r', { deviceClassName: 'gpu', count })], kinds, {
        deviceClasses: [gpu, nic],
        allocated: { claims: [held('old', taken)] },
      });
    expect(texts(asking(1, ['g1', 'g2']))).toEqual([
      'free g1 and g2 of pool p, held by claim ns/old',
      'add a device like g1 to pool p',
      'add an alternative of class nic to request r',
    ]);
    expect(texts(asking(2, ['g2']))).toEqual([
      'request 1 device instead of 2 in request r',
      'free g2 of pool p, held by claim ns/old',
      'add a device like g1 to pool p',
    ]);
  });

  it('add devices as the requests want them where no device of the driver would do', () => {
    const own = selectors(
      'device.driver == "gpu.example.com"',
      'device.attributes["gpu.example.com"].model == "A100" && device.attributes["gpu.example.com"].driverVersion.compareTo(semver("1.2.3")) >= 0',
      MEMORY,
    );
    const wanted = input([request('r', { count: 2, ...own })]);
    const nowhere = { ...wanted, resourceSlices: [slice('s', [], { driver: 'gpu.example.com' })] };
    const [first] = suggestions(nowhere);
    expect(first?.text).toBe('add 2 devices for request r to node n (for example of driver gpu.example.com)');
    expect(suggestionsOf(inOneGo(remediesOf(questionOf({ ...wanted, resourceSlices: [] }, resolveFeatures({}), kernel))))).toEqual([]);
    expect(first?.patches[0]?.patch[1]?.value).toEqual([
      {
        name: 'device-0',
        attributes: { model: { string: 'A100' }, driverVersion: { version: '1.2.3' } },
        capacity: { 'd.example.com/memory': { value: '40Gi' } },
      },
    ]);
    const plain = {
      ...input([request('r'), request('q')], [], { constraints: [{ distinctAttribute: 'd.example.com/k' }] }),
      resourceSlices: [slice('s', [])],
    };
    const [added] = suggestions(plain);
    expect(added?.text).toBe('add 2 devices for request r to node n (for example of driver d.example.com)');
    expect(added?.patches).toEqual([
      {
        object: { kind: 'ResourceSlice', name: 'n-devices-0' },
        patch: [
          { op: 'add', path: '', value: expect.objectContaining({ kind: 'ResourceSlice', metadata: { name: 'n-devices-0' } }) },
          { op: 'add', path: '/spec/devices', value: [{ name: 'device-0', attributes: { k: { int: 0 } } }] },
          { op: 'add', path: '/spec/devices/-', value: { name: 'device-1', attributes: { k: { int: 1 } } } },
        ],
      },
    ]);
  });

  it('add an alternative of another class where devices of the own class are taken', () => {
    const gpu = deviceClass('gpu', 'device.attributes["d.example.com"].kind == "gpu"');
    const nic = deviceClass('nic', 'device.attributes["d.example.com"].kind == "nic"');
    const kinds = [device('g1', { kind: 'gpu' }), device('n1', { kind: 'nic' })];
    const more = { deviceClasses: [gpu, nic], allocated: { claims: [held('old', ['g1'])] } };
    const alternativeIn = (question: AllocateInput) => suggestions(question).find(({ text }) => text.includes('alternative'));
    const exactly = alternativeIn(input([request('r', { deviceClassName: 'gpu' })], kinds, more));
    expect(exactly?.text).toBe('add an alternative of class nic to request r');
    expect(exactly?.patches[0]?.patch).toEqual([
      { op: 'add', path: '/spec/devices/requests/0/firstAvailable', value: [] },
      { op: 'move', from: '/spec/devices/requests/0/exactly', path: '/spec/devices/requests/0/firstAvailable/0' },
      { op: 'add', path: '/spec/devices/requests/0/firstAvailable/0/name', value: 'first' },
      { op: 'add', path: '/spec/devices/requests/0/firstAvailable/-', value: { name: 'other', deviceClassName: 'nic' } },
    ]);
    const listed = alternativeIn(input([firstAvailable('r', { other: { deviceClassName: 'gpu' } })], kinds, more));
    expect(listed?.patches[0]?.patch).toEqual([
      { op: 'add', path: '/spec/devices/requests/0/firstAvailable/-', value: { name: 'other-2', deviceClassName: 'nic' } },
    ]);
    expect(alternativeIn(asVersion1Beta1(input([request('r', { deviceClassName: 'gpu' })], kinds, more)))).toBeUndefined();
  });

  it('request the least share of a device where the usual one is too large', () => {
    const capacity = { memory: { value: '40Gi', requestPolicy: { default: '40Gi', validRange: { min: '5Gi', step: '5Gi' } } } };
    const shared = device('a', {}, { allowMultipleAllocations: true, capacity });
    const result = { request: 'r', driver: 'd.example.com', pool: 'p', device: 'a', shareID: 'u', consumedCapacity: { memory: '30Gi' } };
    const user = { ...claim('old', []), status: { allocation: { devices: { results: [result] } } } };
    expect(texts(input([request('r')], [shared], { allocated: { claims: [user] } }))[0]).toBe(
      'request a share of a device like a in request r: 5Gi of memory',
    );
  });

  it('share a device equally where each request would take it whole', () => {
    const shared = (value: string) => device('nic', {}, { allowMultipleAllocations: true, capacity: { bandwidth: { value } } });
    const three = [request('a'), request('b'), request('c')];
    const each = (amount: string) =>
      ['a', 'b', 'c'].map((name) => `request a share of a device like nic in request ${name}: ${amount} of bandwidth`).join(', and ');
    expect(texts(input(three, [shared('40Gi')]))).toContain(each('13Gi'));
    expect(texts(input(three, [shared('100G')]))).toContain(each('33G'));
    expect(texts(input(three, [shared('1')]))).toContain(each('333m'));
    // Patches have at most an int64.
    for (const huge of ['1e40', '1e9999']) expect(texts(input(three, [shared(huge)]))).toContain(each('9223e15'));
  });

  it('take no taint off a device of more taints than edits can take away', () => {
    const tainted = (count: number) =>
      input([request('r')], [device('a', {}, { taints: [{ key: 'k', effect: 'NoSchedule' }] })], {
        deviceTaintRules: Array.from({ length: count }, (_, index) =>
          deviceTaintRule(`t${index}`, { deviceSelector: {}, taint: { key: 'k', effect: 'NoSchedule' } }),
        ),
      });
    const untaint = expect.stringContaining('remove the taint k:NoSchedule from');
    expect(texts(tainted(2))).toContainEqual(untaint);
    expect(texts(tainted(100))).not.toContainEqual(untaint);
  });

  it('leave out all amounts of a request in one edit', () => {
    const asked = { capacity: { requests: { memory: '80Gi', cores: '99' } } };
    const capacity = { memory: { value: '40Gi' }, cores: { value: '8' } };
    expect(texts(input([request('r', asked)], [device('a', {}, { capacity })]))).toEqual([
      'request 40Gi of memory instead of 80Gi in request r, and request 8 of cores instead of 99 in request r',
      'remove all capacities from request r',
    ]);
  });

  it('change no slice whose name another one has, too', () => {
    const question = input([request('r', { count: 2 })], devices(1));
    const own = question.resourceSlices[0] as { metadata: { name: string } };
    const resourceSlices = [own, slice(own.metadata.name, devices(1), { nodeName: 'm', pool: { name: 'q' } })];
    expect(texts(question)).toContain('add a device like d0 to pool p');
    expect(texts({ ...question, resourceSlices })).not.toContain('add a device like d0 to pool p');
  });
});
