// Pods and PodGroups that callers hand in, as types of plain JSON.

import type { Fields, MapJson, ObjectJson, QuantityJson, Unread } from './object-json.js';

/** A Pod. */
export interface PodJson extends ObjectJson {
  readonly spec?: PodSpecJson | undefined;
  readonly status?: PodStatusJson | undefined;
}

/** Describes what a pod runs, and with which claims. */
export interface PodSpecJson
  extends Fields<{
      nodeName: string;
      nodeSelector: MapJson<string>;
      resourceClaims: readonly PodResourceClaimJson[];
      schedulingGroup: Fields<{ podGroupName: string }>;
      initContainers: readonly ContainerJson[];
      containers: readonly ContainerJson[];
    }>,
    Unread<
      | 'activeDeadlineSeconds'
      | 'affinity'
      | 'automountServiceAccountToken'
      | 'dnsConfig'
      | 'dnsPolicy'
      | 'enableServiceLinks'
      | 'ephemeralContainers'
      | 'hostAliases'
      | 'hostIPC'
      | 'hostNetwork'
      | 'hostPID'
      | 'hostUsers'
      | 'hostname'
      | 'hostnameOverride'
      | 'imagePullSecrets'
      | 'os'
      | 'overhead'
      | 'preemptionPolicy'
      | 'priority'
      | 'priorityClassName'
      | 'readinessGates'
      | 'resources'
      | 'restartPolicy'
      | 'runtimeClassName'
      | 'schedulerName'
      | 'schedulingGates'
      | 'securityContext'
      | 'serviceAccount'
      | 'serviceAccountName'
      | 'setHostnameAsFQDN'
      | 'shareProcessNamespace'
      | 'subdomain'
      | 'terminationGracePeriodSeconds'
      | 'tolerations'
      | 'topologySpreadConstraints'
      | 'volumes'
      | 'workloadRef'
    > {}

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
      restartPolicy: string;
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
      | 'image'
      | 'imagePullPolicy'
      | 'lifecycle'
      | 'livenessProbe'
      | 'ports'
      | 'readinessProbe'
      | 'resizePolicy'
      | 'restartPolicyRules'
      | 'securityContext'
      | 'startupProbe'
      | 'stdin'
      | 'stdinOnce'
      | 'terminationMessagePath'
      | 'terminationMessagePolicy'
      | 'tty'
      | 'volumeDevices'
      | 'volumeMounts'
      | 'workingDir'
    > {}

interface PodStatusJson
  extends Fields<{
      phase: string;
      resourceClaimStatuses: readonly Fields<{ name: string; resourceClaimName: string }>[];
      extendedResourceClaimStatus: Fields<{ resourceClaimName: string }>;
    }>,
    Unread<
      | 'allocatedResources'
      | 'conditions'
      | 'containerStatuses'
      | 'ephemeralContainerStatuses'
      | 'hostIP'
      | 'hostIPs'
      | 'initContainerStatuses'
      | 'message'
      | 'nominatedNodeName'
      | 'observedGeneration'
      | 'podIP'
      | 'podIPs'
      | 'qosClass'
      | 'reason'
      | 'resize'
      | 'resources'
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
