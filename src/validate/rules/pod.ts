// Lists the rules about pods and pod templates.

import type { Rule } from '../rule.js';
import { containerClaim } from './pod/container-claim.js';
import { containerClaimRequest } from './pod/container-claim-request.js';
import { containerClaimUnique } from './pod/container-claim-unique.js';
import { containerImage } from './pod/container-image.js';
import { containerName } from './pod/container-name.js';
import { containerPort } from './pod/container-port.js';
import { environmentName } from './pod/environment-name.js';
import { environmentSource } from './pod/environment-source.js';
import { ephemeralContainers } from './pod/ephemeral-containers.js';
import { hostPort } from './pod/host-port.js';
import { hugePages } from './pod/huge-pages.js';
import { jobSelector } from './pod/job-selector.js';
import { nodeSelector } from './pod/node-selector.js';
import { podAffinityLabelKeys } from './pod/pod-affinity-label-keys.js';
import { podAffinityNamespace } from './pod/pod-affinity-namespace.js';
import { podAffinitySelector } from './pod/pod-affinity-selector.js';
import { podAffinityTopologyKey } from './pod/pod-affinity-topology-key.js';
import { podClaimName } from './pod/pod-claim-name.js';
import { podClaimReference } from './pod/pod-claim-reference.js';
import { podClaimSource } from './pod/pod-claim-source.js';
import { podLevelAmount } from './pod/pod-level-amount.js';
import { podLevelResources } from './pod/pod-level-resources.js';
import { preferenceWeight } from './pod/preference-weight.js';
import { replicationSelector } from './pod/replication-selector.js';
import { resourceAmount } from './pod/resource-amount.js';
import { resourceLimit } from './pod/resource-limit.js';
import { resourceName } from './pod/resource-name.js';
import { restartPolicy } from './pod/restart-policy.js';
import { schedulingGroup } from './pod/scheduling-group.js';
import { spreadAction } from './pod/spread-action.js';
import { spreadDuplicate } from './pod/spread-duplicate.js';
import { spreadLabelKeys } from './pod/spread-label-keys.js';
import { spreadMaxSkew } from './pod/spread-max-skew.js';
import { spreadMinDomains } from './pod/spread-min-domains.js';
import { spreadNodePolicy } from './pod/spread-node-policy.js';
import { spreadSelector } from './pod/spread-selector.js';
import { spreadTopologyKey } from './pod/spread-topology-key.js';
import { staticPodClaims } from './pod/static-pod-claims.js';
import { templateRestartPolicy } from './pod/template-restart-policy.js';
import { templateSelector } from './pod/template-selector.js';
import { toleration } from './pod/toleration.js';
import { workloadReference } from './pod/workload-reference.js';

export const POD_RULES: readonly Rule[] = [
  podClaimName,
  podClaimSource,
  podClaimReference,
  staticPodClaims,
  containerClaim,
  containerClaimUnique,
  containerClaimRequest,
  resourceName,
  resourceAmount,
  resourceLimit,
  hugePages,
  podLevelResources,
  podLevelAmount,
  containerName,
  containerImage,
  containerPort,
  hostPort,
  environmentName,
  environmentSource,
  restartPolicy,
  nodeSelector,
  toleration,
  preferenceWeight,
  podAffinitySelector,
  podAffinityNamespace,
  podAffinityLabelKeys,
  podAffinityTopologyKey,
  spreadMaxSkew,
  spreadTopologyKey,
  spreadAction,
  spreadDuplicate,
  spreadMinDomains,
  spreadNodePolicy,
  spreadLabelKeys,
  spreadSelector,
  ephemeralContainers,
  schedulingGroup,
  workloadReference,
  templateRestartPolicy,
  templateSelector,
  replicationSelector,
  jobSelector,
];
