// Decodes the parts of containers that decide which claims a pod needs and on which nodes it may run. Source: core/v1, types Container and ContainerStatus.

import { inOneGo } from '../base/incremental.js';
import type { DecodedBy, Decoder } from './decoder.js';
import { EMPTY_LIST, int32, list, object, optional, string, transform } from './decoder.js';
import { addingDefaults, type ResourceList, reportedList, resourceList } from './resource-list.js';

const lenient = { lenient: true } as const;

const containerPort = object({ containerPort: int32, hostPort: int32, protocol: string, hostIP: string }, lenient);

/** A port that a container listens on. Without `hostPort` it uses no port of the node. */
export interface ContainerPort extends DecodedBy<typeof containerPort> {}

const mounts = list(object({ bindMountOptions: list(string) }, lenient));

/** The volume mounts with bind mount options; most containers have none. */
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

/** Returns a container with its requests. Like the API server, it adds the limits of resources without a request. */
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
    /** The requests of the spec, without those that limits add. */
    ownRequests: resources.requests,
    limits: resources.limits,
    claims: resources.claims,
  };
}

export const container = transform(
  containerFields,
  (decoded, { checkpoint }) => withRequests(decoded, inOneGo(addingDefaults(decoded.resources, checkpoint), checkpoint)),
  function* (decoded, { checkpoint }) {
    return withRequests(decoded, yield* addingDefaults(decoded.resources, checkpoint));
  },
);

/** The use of claims, resources and node ports by a container. */
export interface Container extends DecodedBy<typeof container> {}

/** Decodes requests and limits in a status. */
export const reportedResources = object({ requests: reportedList, limits: reportedList }, lenient);

const containerStatus = object({ name: string, allocatedResources: reportedList, resources: optional(reportedResources) }, lenient);

export const containerStatuses = list(containerStatus);

/** The resources that a running container has, which differ from its spec during a resize. */
export interface ContainerStatus extends DecodedBy<typeof containerStatus> {}
