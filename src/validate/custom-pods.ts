// Finds values in the pod templates of custom resources for which the API server rejects the pods. It accepts the custom resources.

import { findPodTemplates } from '../core/api/find-pod-templates.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { formatPath } from '../core/base/json.js';
import type { LocatedFinding } from './finding.js';
import type { InputObject } from './objects.js';
import { type Preparation, subjectOf } from './prepare/prepare.js';
import { Report } from './report.js';
import type { Surroundings } from './rule.js';
import { OBJECT_RULES } from './rules/object-rules.js';
import { templateRestartPolicy } from './rules/pod/template-restart-policy.js';
import { Field } from './tree/field.js';
import { Walk } from './tree/walk.js';
import { worldObjectOf } from './world/subject.js';

/** The kinds whose controllers create pods from the templates as they are, by group. Other controllers complete or replace values. */
const KINDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['apps.kruise.io', ['CloneSet', 'DaemonSet', 'StatefulSet']],
  ['argoproj.io', ['Rollout']],
  ['batch.volcano.sh', ['Job']],
  ['jobset.x-k8s.io', ['JobSet']],
  ['kubeflow.org', ['JAXJob', 'MPIJob', 'PaddleJob', 'PyTorchJob', 'TFJob', 'XGBoostJob']],
  ['leaderworkerset.x-k8s.io', ['LeaderWorkerSet']],
  ['ray.io', ['RayCluster', 'RayCronJob', 'RayJob', 'RayService']],
]);

/** The rules about pods and their parts, for any controller. Controllers add metadata. */
const RULES = OBJECT_RULES.filter((rule) => rule !== templateRestartPolicy && rule.at.some((type) => type.startsWith('core.')));
const WALK = new Walk<Report>(RULES);

/** Returns warnings about the pods of a custom resource; none for other objects. */
export function customPodFindings(
  inputObject: InputObject,
  position: number,
  preparation: Preparation,
  server: Surroundings,
  checkpoint: Checkpoint,
): readonly LocatedFinding[] {
  const object = worldObjectOf(inputObject, position);
  const [group = ''] = object.apiVersion.split('/', 1);
  if (KINDS.get(group)?.includes(object.kind) !== true) return [];
  const subject = subjectOf(object);
  const warning = { ...server, warned: new Set(RULES) };
  return findPodTemplates(inputObject.json).templates.flatMap(({ value, path }) => {
    const prepared = preparation.prepareTemplate(value);
    if (prepared === undefined) return [];
    const report = new Report({ ...subject, locate: (steps) => [...path, ...steps] }, warning, checkpoint);
    WALK.judge(Field.root(prepared.created).as(formatPath(path)), prepared.shape, report);
    return report.findings.map(({ finding, ...place }) => ({
      ...place,
      finding: { ...finding, message: `${finding.message}; the API server rejects these pods` },
    }));
  });
}
