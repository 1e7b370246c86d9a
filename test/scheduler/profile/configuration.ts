// Configurations of the scheduler for tests.

import { resolveFeatures } from '../../../src/core/features/features.js';
import { profilesOf } from '../../../src/scheduler/profile/resolve-profiles.js';
import type { SchedulerProfile } from '../../../src/scheduler/profile/scheduler-profile.js';

/** A configuration with these fields. */
export function configuration(fields: object = {}): object {
  return { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration', ...fields };
}

/** The profile of a configuration with one profile of these fields. */
export function profile(fields: object = {}, more: object = {}, features = resolveFeatures({})): SchedulerProfile {
  return profilesOf(configuration({ profiles: [fields], ...more }), features).of('');
}

/** A profile with the arguments of a plugin. */
export function withArguments(name: string, args: object): SchedulerProfile {
  return profile({ pluginConfig: [{ name, args }] });
}

/** The names of plugins, as a set of plugins lists them. */
export function named(...names: readonly string[]): readonly { readonly name: string }[] {
  return names.map((name) => ({ name }));
}
