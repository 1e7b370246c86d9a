// Tests the ledger by hand, then against upstream. quota.upstream.json has the results of Kubernetes 1.37.1 (evaluator, quota controller,
// admission) for generated claims, pods and quotas. 11,000 such cases agreed when the file was made.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isJsonObject } from '../../../src/core/api/decoder.js';
import { decodeObjects, type ObjectSet } from '../../../src/core/api/objects.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { Json } from '../../../src/core/base/json.js';
import { readText } from '../../../src/core/read/read.js';
import { ClaimMeter } from '../../../src/scheduler/pods/claim-usage.js';
import { ExtendedClaimPods } from '../../../src/scheduler/pods/pod-usage.js';
import { QuotaLedger } from '../../../src/scheduler/pods/quota.js';
import { threadMilliseconds } from '../../support/clock.js';
import { objectsOf } from './objects.js';

const DEVICES = 'gpu.deviceclass.resource.k8s.io/devices';
const CLAIMS = 'count/resourceclaims.resource.k8s.io';
const CLASS =
  '{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {extendedResourceName: example.com/gpu}}\n---\n';

const quota = (name: string, hard: string, rest = '', namespace = 'ns'): string =>
  `{apiVersion: v1, kind: ResourceQuota, metadata: {name: ${name}, namespace: ${namespace}}, spec: {hard: {${hard}}${rest}}}\n---\n`;
const withStatus = (text: string, used: string): string => text.replace(/\}\n---\n$/, `, status: {used: {${used}}}}\n---\n`);
const claim = (name: string, count = 1, namespace = 'ns'): string =>
  `{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: ${name}, namespace: ${namespace}}, spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: ${count}}}]}}}\n---\n`;

/** Gives the answers to charging the claims, one after the other, in a snapshot with these objects. */
function charge(snapshot: string, claims: readonly string[], extendedResources = true): (string | undefined)[] {
  const ledger = inOneGo(QuotaLedger.of(objectsOf(CLASS + snapshot), extendedResources));
  return objectsOf(claims.join('')).resourceClaims.map((made) => ledger.charge(made));
}

const refused = (name: string, words: string): string => `resourceclaims.resource.k8s.io "${name}" is forbidden: exceeded quota: ${words}`;

describe('charging', () => {
  test('claims are admitted up to the limit, and rejected beyond it with the figures', () => {
    expect(charge(quota('q', `${DEVICES}: 3`), [claim('a', 2), claim('b', 2), claim('c', 1), claim('d', 1)])).toEqual([
      undefined,
      refused('b', `q, requested: ${DEVICES}=2, used: ${DEVICES}=2, limited: ${DEVICES}=3`),
      undefined,
      refused('d', `q, requested: ${DEVICES}=1, used: ${DEVICES}=3, limited: ${DEVICES}=3`),
    ]);
  });

  test('every limit of a quota that is exceeded is reported, in the order of the names, the others are not', () => {
    const hard = `${DEVICES}: 1, ${CLAIMS}: 0, requests.example.com/gpu: 5, pods: 0`;
    expect(charge(quota('q', hard), [claim('a', 2)])).toEqual([
      refused('a', `q, requested: ${CLAIMS}=1,${DEVICES}=2, used: ${CLAIMS}=0,${DEVICES}=0, limited: ${CLAIMS}=0,${DEVICES}=1`),
    ]);
  });

  test('a rejected claim is charged to no quota', () => {
    const quotas = quota('claims', `${CLAIMS}: 1`) + quota('devices', `${DEVICES}: 1`);
    expect(charge(quotas, [claim('a', 2), claim('b', 1)])[1]).toBeUndefined();
  });

  test('of two quotas that reject the one that leaves less is named', () => {
    const quotas = quota('wide', `${DEVICES}: 3`) + quota('narrow', `${DEVICES}: 2`);
    expect(charge(quotas, [claim('a', 4)])).toEqual([
      refused('a', `narrow, requested: ${DEVICES}=4, used: ${DEVICES}=0, limited: ${DEVICES}=2`),
    ]);
  });

  test('quotas of other namespaces do not count', () => {
    expect(charge(quota('q', `${DEVICES}: 0`, '', 'other'), [claim('a')])).toEqual([undefined]);
  });

  test('the same name in two namespaces is counted apart', () => {
    const quotas = quota('q', `${CLAIMS}: 1`) + quota('q', `${CLAIMS}: 1`, '', 'other');
    expect(charge(quotas, [claim('a'), claim('a', 1, 'other'), claim('b', 1, 'other')])).toEqual([
      undefined,
      undefined,
      refused('b', `q, requested: ${CLAIMS}=1, used: ${CLAIMS}=1, limited: ${CLAIMS}=1`),
    ]);
  });

  test('amounts are printed as Kubernetes prints quantities', () => {
    expect(charge(quota('q', `${DEVICES}: 1Ki`), [claim('a', 2000)])).toEqual([
      refused('a', `q, requested: ${DEVICES}=2k, used: ${DEVICES}=0, limited: ${DEVICES}=1Ki`),
    ]);
  });

  test('a request that counts no devices passes where not even one is allowed', () => {
    const nothing = claim('a').replace('count: 1', 'allocationMode: Other');
    expect(charge(quota('q', `${DEVICES}: 0`), [nothing])).toEqual([undefined]);
  });
});

describe('what is used before', () => {
  const before = claim('old', 2) + claim('older', 1) + claim('elsewhere', 50, 'other');

  test('is what the status says, whatever claims there are', () => {
    expect(charge(before + withStatus(quota('q', `${DEVICES}: 8`), `${DEVICES}: 7`), [claim('a', 2)])).toEqual([
      refused('a', `q, requested: ${DEVICES}=2, used: ${DEVICES}=7, limited: ${DEVICES}=8`),
    ]);
  });

  test('is counted from the claims of the namespace where the status does not say it', () => {
    expect(charge(before + quota('q', `${DEVICES}: 4`), [claim('a', 2)])).toEqual([
      refused('a', `q, requested: ${DEVICES}=2, used: ${DEVICES}=3, limited: ${DEVICES}=4`),
    ]);
  });

  test('is counted name by name', () => {
    const partial = withStatus(quota('q', `${DEVICES}: 4, ${CLAIMS}: 9`), `${CLAIMS}: 9`);
    expect(charge(before + partial, [claim('a', 2)])).toEqual([
      refused('a', `q, requested: ${CLAIMS}=1,${DEVICES}=2, used: ${CLAIMS}=9,${DEVICES}=3, limited: ${CLAIMS}=9,${DEVICES}=4`),
    ]);
  });

  test('decides which of two limits is the tighter one', () => {
    const quotas = withStatus(quota('high', `${DEVICES}: 9`), `${DEVICES}: 9`) + withStatus(quota('low', `${DEVICES}: 2`), `${DEVICES}: 1`);
    expect(charge(quotas, [claim('a', 1)])).toEqual([
      refused('a', `high, requested: ${DEVICES}=1, used: ${DEVICES}=9, limited: ${DEVICES}=9`),
    ]);
  });
});

describe('quotas that do not concern claims', () => {
  test.each([
    ['scopes', ', scopes: [NotTerminating]'],
    ['a scope selector', ', scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: Exists}]}'],
  ])('one with %s is about pods', (_what, rest) => {
    expect(charge(quota('q', `${DEVICES}: 0`, rest), [claim('a')])).toEqual([undefined]);
  });

  test('an empty scope selector leaves a quota as it is', () => {
    expect(charge(quota('q', `${DEVICES}: 0`, ', scopeSelector: {matchExpressions: []}'), [claim('a')])[0]).toContain('exceeded quota: q');
  });

  test('an extended resource that no class serves is none of the names of claims', () => {
    const unserved = 'requests.deviceclass.resource.kubernetes.io/ghost';
    const ghost = claim('a').replace('gpu', 'ghost');
    expect(charge(quota('q', `${unserved}: 0`), [ghost])).toEqual([undefined]);
    // With a name of claims next to it, all limits of the quota hold.
    expect(charge(quota('q', `${unserved}: 0, ${CLAIMS}: 9`), [ghost])[0]).toContain(`requested: ${unserved}=1`);
  });
});

describe('extended resources', () => {
  const explicit = 'requests.example.com/gpu';
  const implicit = 'requests.deviceclass.resource.kubernetes.io/gpu';

  test('claims for the class behind one count against it', () => {
    expect(charge(quota('q', `${explicit}: 1, ${implicit}: 1`), [claim('a', 2)])).toEqual([
      refused('a', `q, requested: ${implicit}=2,${explicit}=2, used: ${implicit}=0,${explicit}=0, limited: ${implicit}=1,${explicit}=1`),
    ]);
  });

  test('they do not while the gate is off', () => {
    expect(charge(quota('q', `${explicit}: 1, ${implicit}: 1, ${CLAIMS}: 9`), [claim('a', 2)], false)).toEqual([undefined]);
  });
});

test('many quotas and many claims take no longer than the sum of both', () => {
  const quotas = objectsOf(CLASS + quota('q', `${DEVICES}: 10000`)).resourceQuotas;
  const [template] = quotas;
  const [made] = objectsOf(claim('a')).resourceClaims;
  if (template === undefined || made === undefined) throw new Error('nothing to test with');
  const resourceQuotas = Array.from({ length: 10_000 }, () => template);
  const ledger = inOneGo(QuotaLedger.of({ resourceQuotas, resourceClaims: [], pods: [], deviceClasses: [] }, true));
  const start = threadMilliseconds();
  const refusals = Array.from({ length: 20_000 }, () => ledger.charge(made)).filter((words) => words !== undefined);
  expect(refusals).toHaveLength(10_000);
  expect(threadMilliseconds() - start).toBeLessThan(5000);
});

describe('upstream', () => {
  /** Without numbers rounded: counts of devices can be as great as they like. */
  const file = new URL('quota.upstream.json', import.meta.url);
  const stored = fieldOf(readText(readFileSync(file, 'utf8'), 'quota.upstream.json').documents[0]?.value, 'cases');
  const cases = listOf(stored).map((value, index) => [index, value] as const);

  function fieldOf(value: Json | undefined, name: string): Json {
    return isJsonObject(value) ? (value[name] ?? null) : null;
  }

  function listOf(value: Json): readonly Json[] {
    if (!Array.isArray(value)) throw new Error('not a list');
    return value;
  }

  /** The objects of a case; `claims` says which of its two lists of claims. */
  function decode(value: Json, claims: 'claims' | 'create'): ObjectSet {
    const lists: Json[] = [
      { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClassList', items: fieldOf(value, 'classes') },
      { apiVersion: 'v1', kind: 'PodList', items: fieldOf(value, 'pods') },
      { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimList', items: fieldOf(value, claims) },
      { apiVersion: 'v1', kind: 'ResourceQuotaList', items: fieldOf(value, 'quotas') },
    ];
    return decodeObjects(lists.map((list) => ({ value: list })));
  }

  test('there are cases of every kind', () => {
    const refusals = cases.flatMap(([, value]) => listOf(fieldOf(value, 'refusals')));
    expect(refusals.filter((words) => listOf(words).length === 0).length).toBeGreaterThan(10);
    expect(refusals.filter((words) => listOf(words).length > 0).length).toBeGreaterThan(10);
    expect(cases.map(([, value]) => fieldOf(value, 'gate'))).toEqual(expect.arrayContaining([true, false]));
  });

  test.each(cases)('case %i: usage of each claim', (_index, value) => {
    const snapshot = decode(value, 'claims');
    const gate = fieldOf(value, 'gate') === true;
    const meter = inOneGo(ClaimMeter.of(snapshot.deviceClasses, gate, UNLIMITED));
    const pods = inOneGo(ExtendedClaimPods.of(snapshot.pods, snapshot.resourceClaims, UNLIMITED));
    const usages = [...snapshot.resourceClaims, ...decode(value, 'create').resourceClaims].map((each) =>
      Object.fromEntries([...meter.usageOf(each, pods.usageBehind(each))].map(([name, quantity]) => [name, String(quantity)])),
    );
    expect(usages).toEqual(fieldOf(value, 'usage'));
  });

  test.each(cases)('case %i: what admission says', (_index, value) => {
    const ledger = inOneGo(QuotaLedger.of(decode(value, 'claims'), fieldOf(value, 'gate') === true));
    const made = decode(value, 'create').resourceClaims;
    for (const [index, said] of listOf(fieldOf(value, 'refusals')).entries()) {
      const each = made[index];
      if (each === undefined) throw new Error('a claim is missing');
      const words = ledger.charge(each);
      // Upstream names any one of the quotas that reject.
      if (words === undefined) expect(said).toEqual([]);
      else expect(said).toContain(words);
    }
  });
});
