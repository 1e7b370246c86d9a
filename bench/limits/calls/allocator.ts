// The calls of `dra-allocator`.

import { CLAIM_INPUTS, OUTCOME_INPUTS } from '../inputs/claims.js';
import { POD_INPUTS } from '../inputs/pods.js';
import { type Entry, formOf, limited, only, small, unlimited, way } from '../ways.js';
import * as claims from './claim-ways.js';
import * as pods from './pod-ways.js';

/** Inputs of all kinds, for calls that behave like another call on most inputs. */
const SOME = only(CLAIM_INPUTS, [
  '100,000 nodes with a device each',
  '2,000 requests under 2,000 constraints',
  '2,000 selectors',
  'a class name of 1 MB on 2,000 nodes',
  'lists of 64 values of which 63 must be common',
  '100,000 requests',
  '4,000 claims',
  '300,000 devices in use',
  '64 devices with 300 selectors',
  '100,000 attributes under a selector',
]);
/** Inputs with large claims. */
const OF_CLAIMS = only(CLAIM_INPUTS, [
  '100,000 requests',
  '100,000 constraints over one request',
  '100,000 configurations',
  '100,000 derived attributes',
  '100,000 tolerations of 5,000 taints',
  '20,000 capacities that are asked for',
  '500,000 values of parameters',
  'a claim that holds 100,000 devices',
  'a selector of 8 MB',
  '4,000 claims',
]);
const SOME_PODS = only(POD_INPUTS, [
  '100,000 tolerations of 100,000 taints',
  '100,000 nodes',
  '100,000 resource names',
  '100,000 claims made for a pod',
]);

const OBJECT_READ = { milliseconds: 150, perMegabyte: 100 };
/** Claims of a pod are made one by one. */
const BINDING = { milliseconds: 150, perMegabyte: 300 };

export const ALLOCATOR: Readonly<Record<string, Entry>> = {
  createAllocator: small('its options come from the calling program'),
  'Allocator.allocate': limited(way(CLAIM_INPUTS, claims.allocate()), way(SOME, claims.allocate({ certificates: true }), 'certificates')),
  'Allocator.allocateAsync': formOf('Allocator.allocate'),
  'Allocator.explain': limited(way(CLAIM_INPUTS, claims.explain()), way(SOME, claims.explain({ certificates: true }), 'certificates')),
  'Allocator.explainAsync': formOf('Allocator.explain'),
  'Allocator.cluster': small('creates an empty cluster'),
  'Allocator.close': small('ends threads'),
  'Allocator.toJSON': small('lists options'),
  'Cluster.allocate': limited(
    way(CLAIM_INPUTS, claims.allocateInCluster()),
    way(SOME, claims.allocateInCluster({ certificates: true }), 'certificates'),
    way(SOME, claims.allocateOnOwnNode, 'own node'),
    way(POD_INPUTS, pods.allocate, 'pod'),
  ),
  'Cluster.allocateAsync': formOf('Cluster.allocate'),
  'Cluster.filter': limited(
    way(CLAIM_INPUTS, claims.filter()),
    way(SOME, claims.filter({ certificates: true }), 'certificates'),
    way(SOME, claims.filterWhileBusy, 'prepared, busy'),
    way(POD_INPUTS, pods.filter, 'pod'),
    way(SOME_PODS, pods.filterWhileBusy, 'pod, prepared, busy'),
  ),
  'Cluster.filterAsync': formOf('Cluster.filter'),
  'Cluster.explain': limited(
    way(CLAIM_INPUTS, claims.explainInCluster()),
    way(SOME, claims.explainInCluster({ certificates: true }), 'certificates'),
    way(POD_INPUTS, pods.explain, 'pod'),
  ),
  'Cluster.explainAsync': formOf('Cluster.explain'),
  'Cluster.applyAsync': limited(
    way(CLAIM_INPUTS, claims.apply),
    way(SOME, claims.applyAnew, 'anew'),
    way(POD_INPUTS, pods.apply, 'pods'),
    way(SOME_PODS, pods.applyPod, 'one pod'),
  ),
  'Cluster.apply': unlimited(
    'trusted users provide the objects of a cluster; for others, use `applyAsync`',
    OBJECT_READ,
    way(SOME, claims.applyAtOnce),
  ),
  'Cluster.remove': unlimited(
    'it names objects that the cluster has',
    OBJECT_READ,
    way(SOME, claims.remove),
    way(SOME_PODS, pods.remove, 'pods'),
  ),
  'Cluster.fork': unlimited('it shares objects with its origin', OBJECT_READ, way(SOME, claims.fork)),
  'Cluster.prepare': unlimited(
    'calls also accept unprepared claims, and read them within their limits',
    OBJECT_READ,
    way(OF_CLAIMS, claims.prepare),
  ),
  'Cluster.preparePod': unlimited(
    'calls also accept unprepared pods, and read them within their limits',
    OBJECT_READ,
    way(POD_INPUTS, pods.preparePod),
  ),
  'Cluster.commit': unlimited('it records the results of one outcome', OBJECT_READ, way(OUTCOME_INPUTS, claims.commit)),
  'Cluster.release': unlimited('it drops the results of one outcome', OBJECT_READ, way(OUTCOME_INPUTS, claims.release)),
  'Cluster.bind': unlimited('it records one pod and its outcome', BINDING, way(SOME_PODS, pods.bind)),
  'Cluster.unbind': unlimited('it drops one pod', BINDING, way(SOME_PODS, pods.unbind)),
  'Cluster.choices': unlimited('it reads one outcome', OBJECT_READ, way(OUTCOME_INPUTS, claims.choices)),
  'Cluster.choiceCounts': small('copies one number per alternative that claims can have'),
  'Cluster.toJSON': small('counts objects by kind'),
  'PreparedClaims.named': unlimited('it looks up names', OBJECT_READ, way(OUTCOME_INPUTS, claims.named)),
  'PreparedClaims.toJSON': small('lists names'),
  'PreparedPod.toJSON': small('creates one name'),
  'CompleteFilter.outcome': unlimited('it decodes the answer for one node', OBJECT_READ, way(OUTCOME_INPUTS, claims.readFilter('outcome'))),
  'CompleteFilter.choices': unlimited('it reads the answer for one node', OBJECT_READ, way(OUTCOME_INPUTS, claims.readFilter('choices'))),
  'CompletePodFilter.outcome': unlimited('it decodes the answer for one node', OBJECT_READ, way(SOME_PODS, pods.readFilter('outcome'))),
  'CompletePodFilter.choices': unlimited('it reads the answer for one node', OBJECT_READ, way(SOME_PODS, pods.readFilter('choices'))),
  explanationText: unlimited(
    'its length follows from the explanation, with the limits of `explain`',
    OBJECT_READ,
    way(SOME, claims.text),
    way(SOME_PODS, pods.text, 'pod'),
  ),
  'new AllocationError': small('has the fields of its arguments'),
  'AllocationError.toJSON': small('has the fields of the error'),
};
