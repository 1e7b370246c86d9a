import { describe, expect, it, test } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { decodeSchedulerConfiguration, isSchedulerConfiguration } from '../../../src/core/api/scheduler-configuration.js';
import type { Json } from '../../../src/core/base/json.js';

const TYPE = { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration' };

function decode(fields: object, type: object = TYPE): ReturnType<typeof decodeSchedulerConfiguration> {
  return decodeSchedulerConfiguration({ ...type, ...fields } as Json, new DecodeContext());
}

function errorOf(fields: object, type?: object): string {
  try {
    decode(fields, type);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
}

describe('a configuration', () => {
  it('has one profile of the default scheduler if it names none', () => {
    expect(decode({}).profiles.map(({ schedulerName }) => schedulerName)).toEqual(['default-scheduler']);
    expect(decode({ profiles: [{}] }).profiles.map(({ schedulerName }) => schedulerName)).toEqual(['default-scheduler']);
  });

  it('accepts every field of its version, also those without an effect here', () => {
    const fields = {
      parallelism: 16,
      leaderElection: { leaderElect: true, leaseDuration: '15s', renewDeadline: '10s', retryPeriod: '2s', resourceLock: 'leases' },
      clientConnection: { kubeconfig: '/etc/kubernetes/scheduler.conf', qps: 50.5, burst: 100, contentType: '', acceptContentTypes: '' },
      enableProfiling: true,
      enableContentionProfiling: true,
      podInitialBackoffSeconds: 1,
      podMaxBackoffSeconds: 10,
      delayCacheUntilActive: true,
      extenders: [{ urlPrefix: 'http://a', filterVerb: 'filter', httpTimeout: '5s', tlsConfig: { insecure: true }, enableHTTPS: true }],
    };
    expect(errorOf(fields)).toBe('accepted');
  });

  test.each([
    [{ profile: [] }, 'profile: unknown field, did you mean profiles?'],
    [{ profiles: [{ plugins: { fliter: {} } }] }, 'profiles[0].plugins.fliter: unknown field, did you mean profiles[0].plugins.filter?'],
    [
      { profiles: [{ pluginConfig: [{ name: 'InterPodAffinity', args: { hardPodAffinityWieght: 1 } }] }] },
      'profiles[0].pluginConfig[0].args.hardPodAffinityWieght: unknown field, did you mean profiles[0].pluginConfig[0].args.hardPodAffinityWeight?',
    ],
    [{ profiles: [{ schedulerName: 'a' }, {}] }, 'profiles[1]: no schedulerName'],
    [{ profiles: [{ schedulerName: 'a' }, { schedulerName: 'a' }] }, 'profiles[1]: "a" is listed twice'],
    [{ profiles: [{ pluginConfig: [{ name: 'A' }, { name: 'A' }] }] }, 'profiles[0].pluginConfig[1]: "A" is listed twice'],
    [{ percentageOfNodesToScore: 101 }, 'percentageOfNodesToScore: expected an integer from 0 to 100, found 101'],
    [{ parallelism: 0 }, 'parallelism: expected an integer of 1 or more, found 0'],
    [{ podMaxBackoffSeconds: 0 }, 'podMaxBackoffSeconds: expected podInitialBackoffSeconds (1) or more, found 0'],
    [{ extenders: [{ prioritizeVerb: 'p' }] }, 'extenders[0].weight: expected an integer of 1 or more, found 0'],
    [{ extenders: [{ bindVerb: 'b' }, { bindVerb: 'b' }] }, 'extenders: only one extender can have a bindVerb'],
    [
      { profiles: [{ plugins: { score: { enabled: [{ name: 'ImageLocality', weight: 2_000_000 }] } } }] },
      'profiles[0].plugins.score.enabled[0].weight: weights beyond 1000000 are not supported, found 2000000',
    ],
    [
      { profiles: [{ pluginConfig: [{ name: 'NodeAffinity', args: { kind: 'Other' } }] }] },
      'profiles[0].pluginConfig[0].args.kind: expected NodeAffinityArgs, found the string "Other"',
    ],
  ])('%j is an error with its place', (fields, message) => {
    expect(errorOf(fields)).toBe(message);
  });

  it('has a version and a kind', () => {
    expect(errorOf({}, {})).toBe('no apiVersion: expected kubescheduler.config.k8s.io/v1, KubeSchedulerConfiguration');
    expect(errorOf({}, { ...TYPE, apiVersion: 'kubescheduler.config.k8s.io/v1beta3' })).toContain('apiVersion: expected');
    expect(() => decodeSchedulerConfiguration([], new DecodeContext())).toThrow('expected an object of kind KubeSchedulerConfiguration');
  });
});

test('configurations of any version are known by their group and kind', () => {
  expect(isSchedulerConfiguration(TYPE.apiVersion, TYPE.kind)).toBe(true);
  expect(isSchedulerConfiguration('kubescheduler.config.k8s.io/v1beta2', TYPE.kind)).toBe(true);
  expect(isSchedulerConfiguration('v1', TYPE.kind)).toBe(false);
});
