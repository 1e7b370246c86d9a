// The types of Pods and PodGroups that callers pass as plain JSON.

import type { NodeSelectorInputJson, NodeSelectorTermInputJson } from './node-json.js';
import type { Fields, IntegerJson, MapJson, ObjectJson, QuantityJson, Unread } from './object-json.js';

/** A Pod. */
export interface PodJson extends ObjectJson {
  readonly spec?: PodSpecJson | undefined;
  readonly status?: PodStatusJson | undefined;
}

/**
 * A Pod for calls about one pod. Its type may be general, like objects that were read from files. A call rejects an object
 * of a different kind (`invalid-object`).
 */
export type PodInputJson = PodJson | ObjectJson;

/** The containers and claims of a pod, and the nodes on which it may run. */
export interface PodSpecJson
  extends Fields<{
      nodeName: string;
      nodeSelector: MapJson<string>;
      affinity: AffinityJson;
      tolerations: readonly TolerationJson[];
      topologySpreadConstraints: readonly TopologySpreadConstraintJson[];
      schedulingGates: readonly Fields<{ name: string }>[];
      schedulerName: string;
      priorityClassName: string;
      priority: IntegerJson;
      preemptionPolicy: string;
      runtimeClassName: string;
      hostNetwork: boolean;
      hostUsers: boolean;
      overhead: MapJson<QuantityJson>;
      resources: ResourcesJson;
      volumes: readonly object[];
      resourceClaims: readonly PodResourceClaimJson[];
      schedulingGroup: Fields<{ podGroupName: string }>;
      initContainers: readonly ContainerJson[];
      containers: readonly ContainerJson[];
    }>,
    Unread<
      | 'activeDeadlineSeconds'
      | 'automountServiceAccountToken'
      | 'dnsConfig'
      | 'dnsPolicy'
      | 'enableServiceLinks'
      | 'ephemeralContainers'
      | 'hostAliases'
      | 'hostIPC'
      | 'hostPID'
      | 'hostname'
      | 'hostnameOverride'
      | 'imagePullSecrets'
      | 'os'
      | 'readinessGates'
      | 'restartPolicy'
      | 'securityContext'
      | 'serviceAccount'
      | 'serviceAccountName'
      | 'setHostnameAsFQDN'
      | 'shareProcessNamespace'
      | 'subdomain'
      | 'terminationGracePeriodSeconds'
      | 'workloadRef'
    > {}

/** The required and preferred nodes of a pod, and its affinity and anti-affinity to other pods. */
export interface AffinityJson
  extends Fields<{
    nodeAffinity: Fields<{
      requiredDuringSchedulingIgnoredDuringExecution: NodeSelectorInputJson;
      preferredDuringSchedulingIgnoredDuringExecution: readonly Fields<{ weight: IntegerJson; preference: NodeSelectorTermInputJson }>[];
    }>;
    podAffinity: PodAffinityJson;
    podAntiAffinity: PodAffinityJson;
  }> {}

/** Affinity or anti-affinity to other pods. */
export interface PodAffinityJson
  extends Fields<{
    requiredDuringSchedulingIgnoredDuringExecution: readonly PodAffinityTermJson[];
    preferredDuringSchedulingIgnoredDuringExecution: readonly Fields<{ weight: IntegerJson; podAffinityTerm: PodAffinityTermJson }>[];
  }> {}

/** A set of pods, and the key of the node label whose values are the domains in which they are considered. */
export interface PodAffinityTermJson
  extends Fields<{
    labelSelector: LabelSelectorJson;
    namespaces: readonly string[];
    namespaceSelector: LabelSelectorJson;
    topologyKey: string;
    matchLabelKeys: readonly string[];
    mismatchLabelKeys: readonly string[];
  }> {}

/** A selector of objects by their labels. */
export interface LabelSelectorJson
  extends Fields<{
    matchLabels: MapJson<string>;
    matchExpressions: readonly Fields<{ key: string; operator: string; values: readonly string[] }>[];
  }> {}

/** The taints of nodes that a pod tolerates. */
export interface TolerationJson
  extends Fields<{ key: string; operator: string; value: string; effect: string; tolerationSeconds: IntegerJson }> {}

/** A bound on how unevenly pods are spread over the values of a node label. */
export interface TopologySpreadConstraintJson
  extends Fields<{
    maxSkew: IntegerJson;
    topologyKey: string;
    whenUnsatisfiable: string;
    labelSelector: LabelSelectorJson;
    minDomains: IntegerJson;
    nodeAffinityPolicy: string;
    nodeTaintsPolicy: string;
    matchLabelKeys: readonly string[];
  }> {}

/** Requests and limits. */
export interface ResourcesJson extends Fields<{ requests: MapJson<QuantityJson>; limits: MapJson<QuantityJson> }>, Unread<'claims'> {}

/** A claim of a pod. Up to Kubernetes 1.30 the reference was under `source`. */
export interface PodResourceClaimJson
  extends Fields<{
    name: string;
    resourceClaimName: string;
    resourceClaimTemplateName: string;
    source: Fields<{ resourceClaimName: string; resourceClaimTemplateName: string }>;
  }> {}

/** A container of a pod. */
export interface ContainerJson
  extends Fields<{
      name: string;
      image: string;
      restartPolicy: string;
      restartPolicyRules: readonly RestartRuleJson[];
      ports: readonly ContainerPortJson[];
      volumeMounts: readonly object[];
      resources: Fields<{
        claims: readonly Fields<{ name: string; request: string }>[];
        requests: MapJson<QuantityJson>;
        limits: MapJson<QuantityJson>;
      }>;
    }>,
    Unread<
      | 'args'
      | 'command'
      | 'env'
      | 'envFrom'
      | 'imagePullPolicy'
      | 'lifecycle'
      | 'livenessProbe'
      | 'readinessProbe'
      | 'resizePolicy'
      | 'securityContext'
      | 'startupProbe'
      | 'stdin'
      | 'stdinOnce'
      | 'terminationMessagePath'
      | 'terminationMessagePolicy'
      | 'tty'
      | 'volumeDevices'
      | 'workingDir'
    > {}

interface RestartRuleJson extends Fields<{ action: string }>, Unread<'exitCodes'> {}

/** A port of a container. */
export interface ContainerPortJson
  extends Fields<{ containerPort: IntegerJson; hostPort: IntegerJson; protocol: string; hostIP: string }>,
    Unread<'name'> {}

interface PodStatusJson
  extends Fields<{
      phase: string;
      conditions: readonly object[];
      nominatedNodeName: string;
      containerStatuses: readonly object[];
      initContainerStatuses: readonly object[];
      allocatedResources: MapJson<QuantityJson>;
      resources: ResourcesJson;
      resourceClaimStatuses: readonly Fields<{ name: string; resourceClaimName: string }>[];
      extendedResourceClaimStatus: Fields<{ resourceClaimName: string }>;
      nodeAllocatableResourceClaimStatuses: readonly object[];
    }>,
    Unread<
      | 'ephemeralContainerStatuses'
      | 'hostIP'
      | 'hostIPs'
      | 'message'
      | 'observedGeneration'
      | 'podIP'
      | 'podIPs'
      | 'qosClass'
      | 'reason'
      | 'resize'
      | 'startTime'
    > {}

/** A PodGroup: pods that share claims. */
export interface PodGroupJson extends ObjectJson {
  readonly spec?: PodGroupSpecJson | undefined;
  readonly status?: PodGroupStatusJson | undefined;
}

interface PodGroupSpecJson
  extends Fields<{ resourceClaims: readonly PodResourceClaimJson[] }>,
    Unread<'disruptionMode' | 'podGroupTemplateRef' | 'priority' | 'priorityClassName' | 'schedulingConstraints' | 'schedulingPolicy'> {}

interface PodGroupStatusJson
  extends Fields<{ resourceClaimStatuses: readonly Fields<{ name: string; resourceClaimName: string }>[] }>,
    Unread<'conditions'> {}
