// Pods and PodGroups that callers hand in, as types of plain JSON.

import type { NodeSelectorInputJson, NodeSelectorTermInputJson } from './node-json.js';
import type { Fields, IntegerJson, MapJson, ObjectJson, QuantityJson, Unread } from './object-json.js';

/** A Pod. */
export interface PodJson extends ObjectJson {
  readonly spec?: PodSpecJson | undefined;
  readonly status?: PodStatusJson | undefined;
}

/**
 * A Pod for calls about one pod. Its type may leave open what kind of object it is, as that of objects which were read from files does: a call rejects an object that
 * says that it is of another device class (`invalid-object`).
 */
export type PodInputJson = PodJson | ObjectJson;

/** Describes what a pod runs, with which claims, and on which nodes it may run. */
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

/** The nodes that a pod must and would rather be on. Affinity to other pods is only told, not considered. */
export interface AffinityJson
  extends Fields<{
    nodeAffinity: Fields<{
      requiredDuringSchedulingIgnoredDuringExecution: NodeSelectorInputJson;
      preferredDuringSchedulingIgnoredDuringExecution: readonly Fields<{ weight: IntegerJson; preference: NodeSelectorTermInputJson }>[];
    }>;
    podAffinity: PodAffinityJson;
    podAntiAffinity: PodAffinityJson;
  }> {}

interface PodAffinityJson
  extends Fields<{
    requiredDuringSchedulingIgnoredDuringExecution: readonly object[];
    preferredDuringSchedulingIgnoredDuringExecution: readonly object[];
  }> {}

/** The taints of nodes that a pod tolerates. */
export interface TolerationJson
  extends Fields<{ key: string; operator: string; value: string; effect: string; tolerationSeconds: IntegerJson }> {}

interface TopologySpreadConstraintJson
  extends Fields<{ whenUnsatisfiable: string }>,
    Unread<'labelSelector' | 'matchLabelKeys' | 'maxSkew' | 'minDomains' | 'nodeAffinityPolicy' | 'nodeTaintsPolicy' | 'topologyKey'> {}

/** Requests and limits. */
export interface ResourcesJson extends Fields<{ requests: MapJson<QuantityJson>; limits: MapJson<QuantityJson> }>, Unread<'claims'> {}

/** A claim of a pod; up to Kubernetes 1.30 what names it stood under `source`. */
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
