// Gates and releases against the gates of Kubernetes 1.37.1: upstream.json has what its table, run through
// component-base/featuregate v0.37.2, said for every gate and release, and for overrides.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AllocationError } from '../../../src/core/base/errors.js';
import { behavioursOf } from '../../../src/core/features/behaviours.js';
import {
  type FeatureOptions,
  gateTable,
  parseRelease,
  RELEASES,
  resolveFeatures,
  resolveGates,
} from '../../../src/core/features/features.js';

type Cell = readonly [stage: string, byDefault: boolean, locked: boolean] | null;

const upstream = JSON.parse(readFileSync(new URL('upstream.json', import.meta.url), 'utf8')) as {
  readonly gates: readonly (readonly [name: string, needs: readonly string[], cells: readonly Cell[]])[];
  /** The result: codes of errors separated by spaces, or the indices of the gates that are on. */
  readonly overrides: readonly (readonly [release: string, gates: Record<string, boolean>, result: string | readonly number[]])[];
};
const names = upstream.gates.map(([name]) => name);
const cells = upstream.gates.flatMap(([name, , row]) => row.map((cell, index) => ({ name, release: RELEASES[index] as string, cell })));

function errorOf(options: FeatureOptions): AllocationError {
  try {
    resolveFeatures(options);
  } catch (error) {
    if (error instanceof AllocationError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** Options as strangers write them, which types would reject. */
function foreign(options: unknown): FeatureOptions {
  return options as FeatureOptions;
}

describe('the table', () => {
  it('has every gate, need, stage, default and lock of Kubernetes', () => {
    const rows = gateTable().map(({ gate, needs, releases }) => [
      gate,
      needs,
      releases.map((cell) => (cell === null ? null : [cell.stage, cell.default, cell.locked])),
    ]);
    expect(rows).toEqual(upstream.gates);
    expect(gateTable()[0]?.releases.map((cell) => cell?.release)).toEqual(RELEASES);
  });

  it.each(cells)('$name in $release is on or off as in Kubernetes', ({ name, release, cell }) => {
    expect(resolveGates({ kubernetesVersion: release }).get(name)).toBe(cell?.[1] ?? false);
  });

  it.each(names)('%s is on without a version, and off when overridden', (name) => {
    expect(resolveGates().get(name)).toBe(true);
    expect(resolveGates({ featureGates: { [name]: false } }).get(name)).toBe(false);
    const off = [...resolveGates({ featureGates: { [name]: false } })].filter(([, on]) => !on);
    expect(off).toEqual([[name, false]]);
  });
});

describe('overrides with a version', () => {
  it('give what Kubernetes gives', () => {
    expect(upstream.overrides.length).toBeGreaterThan(1000);
    for (const [kubernetesVersion, featureGates, result] of upstream.overrides) {
      const options = { kubernetesVersion, featureGates };
      if (typeof result === 'string') {
        expect(result.split(' '), JSON.stringify(options)).toContain(errorOf(options).code);
      } else {
        const gates = resolveGates(options);
        const on = names.flatMap((name, index) => (gates.get(name) === true ? [index] : []));
        expect([options, on]).toEqual([options, result]);
      }
    }
  });

  it('may set a locked gate to what it is locked to', () => {
    expect(resolveFeatures({ kubernetesVersion: '1.36', featureGates: { DRAAdminAccess: true } }).adminAccess).toBe(true);
    const error = errorOf({ kubernetesVersion: '1.36', featureGates: { DRAAdminAccess: false } });
    expect([error.code, error.message]).toEqual([
      'locked-feature-gate',
      'cannot set feature gate DRAAdminAccess to false, feature is locked to true in 1.36 (leave it out, or give version 1.35, the last one in which it can be changed)',
    ]);
  });

  it('name the first release of a gate that is not there yet', () => {
    const error = errorOf({ kubernetesVersion: '1.35', featureGates: { DRAListTypeAttributes: false } });
    expect([error.code, error.message]).toEqual([
      'unknown-feature-gate',
      'cannot set feature gate DRAListTypeAttributes to false, 1.35 does not have it (first in 1.36: leave it out, or give that version)',
    ]);
  });

  it('name all needs that are off', () => {
    const error = errorOf({ kubernetesVersion: '1.36', featureGates: { DRADeviceTaintRules: true, DRADeviceTaints: false } });
    expect([error.code, error.message]).toEqual([
      'feature-gate-needs',
      'DRADeviceTaintRules is enabled, but depends on features that are disabled: [DRADeviceTaints] (set DRADeviceTaints=true, or DRADeviceTaintRules=false)',
    ]);
    expect(
      errorOf({ kubernetesVersion: '1.37', featureGates: { DRAPartitionableDevicesType: true, DRAPartitionableDevices: false } }).message,
    ).toMatch(
      /\[DRAPartitionableDevices DRAResourcePoolStatus\] \(set DRAPartitionableDevices=true and DRAResourcePoolStatus=true, or DRAPartitionableDevicesType=false\)$/,
    );
  });
});

describe('overrides without a version', () => {
  it('are taken in any combination', () => {
    const features = resolveFeatures({ featureGates: { DynamicResourceAllocation: false, DRADeviceTaints: false, DRAAdminAccess: false } });
    expect([features.deviceTaints, features.adminAccess]).toEqual([false, false]);
    expect([features.deviceTaintRules, features.prioritizedList]).toEqual([true, true]);
  });

  it('take AllAlpha and AllBeta by the stages of the newest release', () => {
    const noAlpha = resolveFeatures({ featureGates: { AllAlpha: false, DRADerivedAttributes: true } });
    expect([noAlpha.listTypeAttributes, noAlpha.derivedAttributes, noAlpha.consumableCapacity]).toEqual([false, true, true]);
    const noBeta = resolveFeatures({ featureGates: { AllBeta: false } });
    expect([noBeta.consumableCapacity, noBeta.adminAccess, noBeta.listTypeAttributes]).toEqual([false, true, true]);
  });
});

describe('features', () => {
  const byGate = {
    adminAccess: 'DRAAdminAccess',
    prioritizedList: 'DRAPrioritizedList',
    partitionableDevices: 'DRAPartitionableDevices',
    deviceTaints: 'DRADeviceTaints',
    deviceTaintRules: 'DRADeviceTaintRules',
    consumableCapacity: 'DRAConsumableCapacity',
    fractionalCapacityRange: 'DRAFractionalCapacityRange',
    deviceBindingAndStatus: 'DRADeviceBindingConditions',
    listTypeAttributes: 'DRAListTypeAttributes',
    optionalNodeOperations: 'DRAOptionalNodeOperations',
    derivedAttributes: 'DRADerivedAttributes',
    compatibilityGroups: 'DRADeviceCompatibilityGroups',
    extendedResource: 'DRAExtendedResource',
    genericWorkload: 'GenericWorkload',
    workloadResourceClaims: 'DRAWorkloadResourceClaims',
    inPlacePodLevelResourcesVerticalScaling: 'InPlacePodLevelResourcesVerticalScaling',
    inPlacePodVerticalScaling: 'InPlacePodVerticalScaling',
    matchLabelKeysInPodTopologySpread: 'MatchLabelKeysInPodTopologySpread',
    nodeAllocatableResources: 'DRANodeAllocatableResources',
    nodeDeclaredFeatures: 'NodeDeclaredFeatures',
    podLevelResources: 'PodLevelResources',
    podLevelResourcesFixDefaulting: 'PodLevelResourcesFixDefaulting',
    storageCapacityScoring: 'StorageCapacityScoring',
    volumeLimitScaling: 'VolumeLimitScaling',
    taintTolerationComparisonOperators: 'TaintTolerationComparisonOperators',
  };
  const allOn = {
    ...Object.fromEntries(Object.keys(byGate).map((feature) => [feature, true])),
    attributeSemantics: false,
    firstOfDevices: false,
    behaviours: behavioursOf(undefined),
  };

  it.each(Object.entries(byGate))('%s follows %s and nothing else does', (feature, gate) => {
    expect(resolveFeatures()).toEqual(allOn);
    expect(resolveFeatures({ featureGates: { [gate]: false } })).toEqual({ ...allOn, [feature]: false });
  });

  it('need both gates for binding conditions', () => {
    expect(resolveFeatures({ featureGates: { DRAResourceClaimDeviceStatus: false } })).toEqual({ ...allOn, deviceBindingAndStatus: false });
  });

  it.each([
    ['1.32', false, false],
    ['1.33', true, true],
    ['1.34', true, true],
    ['1.35', true, false],
    ['1.36', true, false],
    ['1.37', true, true],
  ])('in %s, rules come with the taints before they have a gate', (kubernetesVersion, deviceTaints, deviceTaintRules) => {
    const taintsExist = kubernetesVersion !== '1.32';
    const featureGates: Record<string, boolean> = taintsExist ? { DRADeviceTaints: true, DynamicResourceAllocation: true } : {};
    const features = resolveFeatures({ kubernetesVersion, featureGates });
    expect([features.deviceTaints, features.deviceTaintRules]).toEqual([deviceTaints, deviceTaintRules]);
  });
});

describe('gates of our own', () => {
  const releases = [undefined, '1.32', '1.36', '1.37'];

  it.each(releases)('are off in %s, also with every stage on', (kubernetesVersion) => {
    for (const featureGates of [{}, { AllAlpha: true, AllBeta: true }]) {
      const features = resolveFeatures({ kubernetesVersion, featureGates });
      expect([features.attributeSemantics, features.firstOfDevices]).toEqual([false, false]);
    }
  });

  it.each(releases)('are on in %s where they are named', (kubernetesVersion) => {
    expect(resolveFeatures({ kubernetesVersion, featureGates: { XFirstOfDevices: true } }).firstOfDevices).toBe(true);
    const off = resolveFeatures({ kubernetesVersion, featureGates: { XFirstOfDevices: false } });
    expect(off).toEqual(resolveFeatures({ kubernetesVersion }));
  });

  it('need what they need, with a release and without one', () => {
    const lists = { DRAListTypeAttributes: true, XAttributeSemantics: true };
    for (const kubernetesVersion of [undefined, '1.36', '1.37'])
      expect(resolveFeatures({ kubernetesVersion, featureGates: lists }).attributeSemantics).toBe(true);
    const error = errorOf({ kubernetesVersion: '1.37', featureGates: { XAttributeSemantics: true } });
    expect([error.code, error.message]).toEqual([
      'feature-gate-needs',
      'XAttributeSemantics is enabled, but depends on features that are disabled: [DRAListTypeAttributes] (set DRAListTypeAttributes=true, or XAttributeSemantics=false)',
    ]);
    expect(errorOf({ featureGates: { XAttributeSemantics: true, DRAListTypeAttributes: false } }).code).toBe('feature-gate-needs');
  });

  it('have names that a slip leads to', () => {
    expect(errorOf({ featureGates: { XAttributeSemantic: true } }).message).toContain('did you mean XAttributeSemantics?');
  });
});

describe('versions', () => {
  it.each(['1.36', 'v1.36', '1.36.2', 'v1.36.0', '1.36.2-gke.1000', '1.36.2+k3s1'])('%s is 1.36', (version) => {
    expect(parseRelease(version)).toBe('1.36');
  });

  const unknown = ['1.31', '1.38', '2.36', '1', '', 'latest', '1.036', ' 1.36', '1.36.', '1.36.x', 'vv1.36', '1.360', '1.36\n'];
  it.each(unknown)('%j is unknown', (version) => {
    const error = errorOf({ kubernetesVersion: version });
    expect([error.code, error.message]).toEqual([
      'unknown-kubernetes-version',
      `unknown Kubernetes version ${JSON.stringify(version)}, supported: 1.32, 1.33, 1.34, 1.35, 1.36, 1.37`,
    ]);
  });

  it('must be a string', () => {
    expect(errorOf(foreign({ kubernetesVersion: 1.36 })).code).toBe('invalid-input');
    expect(errorOf(foreign({ kubernetesVersion: null })).code).toBe('invalid-input');
  });
});

describe('foreign input', () => {
  it.each([
    ['DRADeviceTaint', 'did you mean DRADeviceTaints?'],
    ['draadminaccess', 'did you mean DRAAdminAccess?'],
    ['PartitionableDevices', 'did you mean DRAPartitionableDevices?'],
    ['AllAlfa', 'did you mean AllAlpha?'],
    ['DRAFirstAvailableOf', 'KEP-4816 proposed this name; in Kubernetes it is DRAPrioritizedList'],
    ['DRAControlPlaneController', 'it enabled classic DRA, which was removed in Kubernetes 1.32'],
    ['SidecarContainers', 'no feature gate with this name affects device allocation'],
    ['', 'no feature gate with this name affects device allocation'],
    ['toString', 'no feature gate with this name affects device allocation'],
    ['__proto__', 'no feature gate with this name affects device allocation'],
  ])('%j is no gate', (name, hint) => {
    const featureGates = JSON.parse(`{${JSON.stringify(name)}: true}`) as Record<string, boolean>;
    for (const options of [{ featureGates }, { featureGates, kubernetesVersion: '1.37' }]) {
      const error = errorOf(options);
      expect([error.code, error.message]).toEqual(['unknown-feature-gate', `unrecognized feature gate: ${JSON.stringify(name)} (${hint})`]);
    }
  });

  it('is cut where it is long, and rejected at once', () => {
    const error = errorOf({ featureGates: { ['x'.repeat(1_000_000)]: true } });
    expect(error.message.length).toBeLessThan(200);
    expect(errorOf({ kubernetesVersion: `${'1.36.'.padEnd(1_000_000, '9')}!` }).message.length).toBeLessThan(200);
  });

  it.each([['true'], [1], [null], [{}]])('%j is not a value of a gate', (value) => {
    const error = errorOf(foreign({ featureGates: { DRAAdminAccess: value } }));
    expect(error.code).toBe('invalid-input');
    expect(error.message).toMatch(/^featureGates\.DRAAdminAccess: expected true or false, found /);
  });

  it.each([['DRAAdminAccess=true'], [['DRAAdminAccess']], [null], [1]])('%j is not a record of gates', (featureGates) => {
    expect(errorOf(foreign({ featureGates })).code).toBe('invalid-input');
  });

  it('does not see inherited gates', () => {
    const featureGates = Object.create({ DRAAdminAccess: false }) as Record<string, boolean>;
    expect(resolveFeatures({ featureGates }).adminAccess).toBe(true);
  });
});
