// Rejects a pod that selects another scheduler: no profile of the scheduler has the name in the pod. Source: responsibleForPod
// in pkg/scheduler/eventhandlers.go of Kubernetes 1.37.1.

import { DEFAULT_SCHEDULER } from '../../core/api/scheduler-configuration.js';
import { shorten, some } from '../../core/base/words.js';
import type { PlainFilter } from './filter.js';

const MOST_SHOWN = 80;
const MOST_NAMES = 10;

/** Rejects a pod on every node, because the scheduler does not queue it. */
export const schedulerName: PlainFilter = {
  plugin: 'none',
  changesWith: 'node',
  prepare({ spec }, { profile: { otherNames } }) {
    if (otherNames === undefined) return undefined;
    const message = `no scheduler profile is named ${shorten(spec.schedulerName || DEFAULT_SCHEDULER, MOST_SHOWN)}`;
    const detail = `the profiles are ${some(
      otherNames.map((name) => shorten(name, MOST_SHOWN)),
      MOST_NAMES,
    )}`;
    return { refusal: { code: 'other-scheduler', message, detail, keepsFromQueue: true } };
  },
};
