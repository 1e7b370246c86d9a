// Lists the rules about PodGroups and their Workloads.

import type { Rule } from '../rule.js';
import { podGroupClaimName } from './pod-group/pod-group-claim-name.js';
import { podGroupClaimReference } from './pod-group/pod-group-claim-reference.js';
import { podGroupClaimSource } from './pod-group/pod-group-claim-source.js';
import { podGroupClaims } from './pod-group/pod-group-claims.js';
import { podGroupDisruption } from './pod-group/pod-group-disruption.js';
import { podGroupGang } from './pod-group/pod-group-gang.js';
import { podGroupPolicy } from './pod-group/pod-group-policy.js';
import { podGroupPriority } from './pod-group/pod-group-priority.js';
import { podGroupWorkload } from './pod-group/pod-group-workload.js';
import { workloadController } from './pod-group/workload-controller.js';
import { workloadGroups } from './pod-group/workload-groups.js';
import { workloadPriority } from './pod-group/workload-priority.js';
import { workloadTemplates } from './pod-group/workload-templates.js';

export const POD_GROUP_RULES: readonly Rule[] = [
  podGroupPolicy,
  podGroupGang,
  podGroupClaims,
  podGroupClaimName,
  podGroupClaimSource,
  podGroupClaimReference,
  podGroupWorkload,
  podGroupDisruption,
  podGroupPriority,
  workloadGroups,
  workloadTemplates,
  workloadController,
  workloadPriority,
];
