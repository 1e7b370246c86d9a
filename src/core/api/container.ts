// Containers of pods: the parts that decide which claims a pod needs and on which nodes it may run. Source: core/v1, types Container and
// ContainerStatus.

import type { DecodedBy, Decoder } from './decoder.js';
import { EMPTY_LIST, int32, list, object, optional, string, transform } from './decoder.js';
import { addingDefaults, type ResourceList, reportedList, resourceList, withDefaults } from './resource-list.js';

const lenient = { lenient: true } as const;

const containerPort = object({ containerPort: int32, hostPort: int32, protocol: string, hostIP: string }, lenient);

/** A port that a container listens on. Without `hostPort` it takes none of the node. */
export interface ContainerPort extends DecodedBy<typeof containerPort> {}

const mounts = list(object({ bindMountOptions: list(string) }, lenient));

/** The volume mounts that have options of their own; most containers have none. */
const optionedMounts: Decoder<DecodedBy<typeof mounts>> = {
  ...transform(mounts, (all) => {
    const optioned = all.filter(({ bindMountOptions }) => bindMountOptions.length > 0);
    return optioned.length === 0 ? EMPTY_LIST : optioned;
  }),
  absent: { value: EMPTY_LIST },
};

const containerFields = object(
  {
    name: string,
    image: string,
    /** `Always` makes a sidecar of an init container. */
    restartPolicy: string,
    restartPolicyRules: list(object({ action: string }, lenient)),
    ports: list(containerPort),
    volumeMounts: optionedMounts,
    resources: object(
      { claims: list(object({ name: string, request: string }, lenient)), requests: resourceList, limits: resourceList },
      lenient,
    ),
  },
  lenient,
);

/** A container with its requests, and with the limits of what has no request, as the API server fills them in. */
function withRequests(
  { name, image, restartPolicy, restartPolicyRules, ports, volumeMounts, resources }: DecodedBy<typeof containerFields>,
  requests: ResourceList,
) {
  return {
    name,
    image,
    restartPolicy,
    restartPolicyRules,
    ports,
    volumeMounts,
    requests,
    /** The requests that are given, without those that limits stand for. */
    ownRequests: resources.requests,
    limits: resources.limits,
    claims: resources.claims,
  };
}

/** Decodes a container. */
export const container = transform(
  containerFields,
  (decoded, { checkpoint }) => withRequests(decoded, withDefaults(decoded.resources, checkpoint)),
  function* (decoded, { checkpoint }) {
    return withRequests(decoded, yield* addingDefaults(decoded.resources, checkpoint));
  },
);

/** A container uses claims of its pod, amounts of resources, and ports of the node. */
export interface Container extends DecodedBy<typeof container> {}

/** Requests and limits as a status reports them. */
export const reportedResources = object({ requests: reportedList, limits: reportedList }, lenient);

const containerStatus = object({ name: string, allocatedResources: reportedList, resources: optional(reportedResources) }, lenient);

/** Decodes the statuses of containers. */
export const containerStatuses = list(containerStatus);

/** The amounts that a container that runs was given, which differ from its spec while it is being resized. */
export interface ContainerStatus extends DecodedBy<typeof containerStatus> {}
