import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CelCompileError, type CelDevice, compileDerivation, compileSelector, resolveEnvironment, STORED } from '../../src/cel/engine.js';
import { DecodeContext } from '../../src/core/api/context.js';
import { type Device, decodeResourceSlice } from '../../src/core/api/resource-slice.js';

interface Release {
  readonly kubernetesVersion: string;
  readonly consumableCapacity: boolean;
  readonly listTypeAttributes: boolean;
  readonly answers: readonly (readonly ['selector' | 'derived', string, string])[];
}

/** Responses of API servers, created with test/oracle/cmd/cel. */
const { releases } = JSON.parse(readFileSync(new URL('environments.json', import.meta.url), 'utf8')) as { releases: readonly Release[] };

const DEVICE: CelDevice = { driver: 'd', attributes: new Map(), capacity: new Map(), allowMultipleAllocations: false };

/** Returns the gates that the release defines. */
function gatesOf({ kubernetesVersion, consumableCapacity, listTypeAttributes }: Release): Record<string, boolean> {
  const minor = Number(kubernetesVersion.slice(2));
  return {
    ...(minor < 35 ? { DynamicResourceAllocation: true } : {}),
    ...(minor < 34 ? {} : { DRAConsumableCapacity: consumableCapacity }),
    ...(minor < 36 ? {} : { DRAListTypeAttributes: listTypeAttributes }),
  };
}

describe.each(releases)('new expressions of $kubernetesVersion, shares $consumableCapacity, lists $listTypeAttributes', (release) => {
  const { kubernetesVersion } = release;
  const environment = resolveEnvironment({ environment: 'new', kubernetesVersion, featureGates: gatesOf(release) });

  it.each(release.answers)('are taken or rejected as by the reference: %s %s', (kind, expression, answer) => {
    const compile = kind === 'derived' ? compileDerivation : compileSelector;
    let ours: string;
    try {
      ours = String(compile(expression, environment).maxCost);
    } catch (error) {
      if (!(error instanceof CelCompileError)) throw error;
      ours = error.plainMessage;
    }
    expect(ours).toBe(answer);
  });
});

describe('versions in CEL', () => {
  it('could always be had, since the driver interface declared them before the base library did', () => {
    const environment = resolveEnvironment({ environment: 'new', kubernetesVersion: '1.32' });
    expect(compileSelector('semver("1.2.3").isLessThan(semver("1.2.4"))', environment).maxCost).toBe(3n);
    expect(() => compileSelector('isSemver("v1.2.3", true)', environment)).toThrow(
      "found no matching overload for 'isSemver' applied to '(string, bool)'",
    );
  });
});

describe('whyMissing', () => {
  const why = (kubernetesVersion: string, name: string): string | undefined =>
    resolveEnvironment({ environment: 'new', kubernetesVersion, featureGates: gatesOff(kubernetesVersion) }).whyMissing(name);
  const gatesOff = (version: string): Record<string, boolean> =>
    gatesOf({ kubernetesVersion: version, consumableCapacity: false, listTypeAttributes: false, answers: [] });

  it.each([
    ['1.35', 'includes', 'is accepted in new selectors since Kubernetes 1.36, with the feature gate DRAListTypeAttributes'],
    ['1.36', 'includes', 'needs the feature gate DRAListTypeAttributes'],
    ['1.33', 'allowMultipleAllocations', 'is accepted in new selectors since Kubernetes 1.34, with the feature gate DRAConsumableCapacity'],
    ['1.34', 'allowMultipleAllocations', 'needs the feature gate DRAConsumableCapacity'],
    ['1.32', 'sortBy', 'is accepted in new selectors since Kubernetes 1.35'],
    ['1.37', 'size', undefined],
  ])('in %s, %s', (version, name, reason) => {
    expect(why(version, name)).toBe(reason);
  });
});

describe('the environment', () => {
  it('is that of allocation unless a new expression is requested, whatever the gates', () => {
    expect(resolveEnvironment()).toBe(STORED);
    expect(resolveEnvironment({ kubernetesVersion: '1.37' })).toBe(STORED);
    expect(resolveEnvironment({ environment: 'stored', featureGates: { DRAListTypeAttributes: false } })).toBe(STORED);
  });

  it('of allocation has everything whatever the release, but reads, checks and estimates as the cel-go of the release', () => {
    const earlier = resolveEnvironment({ kubernetesVersion: '1.36' });
    expect(resolveEnvironment({ kubernetesVersion: '1.32' })).toBe(earlier);
    for (const name of ['includes', 'sortBy', 'semver']) expect(earlier.overloadsOf(name)).toEqual(STORED.overloadsOf(name));
    for (const text of ['device.`driver` == "d"', '[{"IP": 1}].exists(net, net.IP == 1)']) {
      expect(compileSelector(text, STORED).evaluate(DEVICE)).toBe(true);
      expect(() => compileSelector(text, earlier)).toThrow(CelCompileError);
    }
    for (const text of ['[1].exists(x, .x == 1)', '["d"].exists(device, .device == "d")', 'cel.bind(x, 1, .x == 1)']) {
      expect(compileSelector(text, earlier).evaluate(DEVICE)).toBe(true);
      expect(() => compileSelector(text, STORED)).toThrow(CelCompileError);
    }
    const matches = 'matches(device.driver, "a+")';
    expect([STORED, earlier].map((environment) => compileSelector(matches, environment).maxCost)).toEqual([9n, 3n]);
  });

  it('of a release with the earlier cel-go takes a duration of an integer, which none evaluates', () => {
    const text = 'duration(size(device.driver)) > duration("1s")';
    const selector = compileSelector(text, resolveEnvironment({ kubernetesVersion: '1.36' }));
    expect(() => selector.evaluate(DEVICE)).toThrow('no such overload');
    expect(() => compileSelector(text, STORED)).toThrow("found no matching overload for 'duration' applied to '(int)'");
  });

  it('is one object for options that come to the same', () => {
    const first = resolveEnvironment({ environment: 'new', kubernetesVersion: '1.37' });
    expect(resolveEnvironment({ environment: 'new', kubernetesVersion: 'v1.37.2' })).toBe(first);
    expect(resolveEnvironment({ environment: 'new', kubernetesVersion: '1.36' })).not.toBe(first);
  });

  it('is that of the newest release with every gate on when no version is given', () => {
    const environment = resolveEnvironment({ environment: 'new' });
    expect(compileSelector('device.allowMultipleAllocations && device.attributes["d"].l.includes(1)', environment).maxCost).toBe(70n);
  });

  it('is rejected for gates and versions that do not exist, stored or not', () => {
    expect(() => resolveEnvironment({ featureGates: { DRAListTypes: true } })).toThrow('unrecognized feature gate');
    expect(() => resolveEnvironment({ environment: 'new', kubernetesVersion: '2.0' })).toThrow('unknown Kubernetes version');
  });
});

describe('include, as KEP-5491 called includes', () => {
  const device = {
    driver: 'd.example.com',
    attributes: new Map([['a', { ints: [1n, 2n] }]]),
    capacity: new Map(),
    allowMultipleAllocations: false,
  };
  const expression = 'device.attributes["d.example.com"].a.include(2)';

  it.each(['stored', 'new'] as const)('is another name of it with the gate, in %s expressions', (environment) => {
    const options = { environment, featureGates: { XAttributeSemantics: true } };
    const drawn = compileSelector(expression, resolveEnvironment(options));
    const shipped = compileSelector(expression.replace('include', 'includes'), resolveEnvironment({ environment }));
    expect([drawn.evaluate(device as never), drawn.maxCost]).toEqual([true, shipped.maxCost]);
    expect(compileSelector(expression.replace('2', '3'), resolveEnvironment(options)).evaluate(device as never)).toBe(false);
  });

  it('is no function without the gate, and the hint names both ways out', () => {
    expect(() => compileSelector(expression, resolveEnvironment())).toThrow(/undeclared reference to 'include'/);
    expect(() => compileSelector(expression, resolveEnvironment())).toThrow(
      'did you mean includes()? include() is an alias of it with the feature gate XAttributeSemantics',
    );
  });
});

/** For each field of a device, an expression that is true on the device below. */
const FIELDS: Readonly<Record<keyof CelDevice, string>> = {
  driver: 'device.driver == "d"',
  attributes: 'device.attributes["d"].a == 1',
  capacity: 'device.capacity["d"].c.isInteger()',
  allowMultipleAllocations: 'device.allowMultipleAllocations',
};

it.each(Object.values(FIELDS))('knows the type, the size and the value of a field of devices: %s', (expression) => {
  const { capacity } = decodeResourceSlice(
    { spec: { driver: 'd', pool: { name: 'p' }, devices: [{ name: 'x', capacity: { c: { value: '1' } } }] } },
    new DecodeContext(),
  ).spec.devices[0] as Device;
  const device: CelDevice = { driver: 'd', attributes: new Map([['a', { int: 1n }]]), capacity, allowMultipleAllocations: true };
  const selector = compileSelector(expression, resolveEnvironment({ environment: 'new' }));
  expect(selector.evaluate(device)).toBe(true);
  expect(selector.maxCost).toBeLessThan(1000n);
});
