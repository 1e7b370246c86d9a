import { checkMode } from '../../checks/volumes.js';
import { invalid, required } from '../../messages.js';
import type { Rule } from '../../rule.js';
import { VOLUMES_PAGE } from '../links.js';

const TYPES = ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'];

/** The path is on the node. */
export const volumePath: Rule = {
  id: 'volume-path',
  severity: 'error',
  says: 'Volume on a node has no path, or a path that contains `..`',
  link: VOLUMES_PAGE,
  at: ['core.HostPathVolumeSource', 'core.LocalVolumeSource'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.volumes': [{ name: 'data', hostPath: { path: '/data/../etc' } }] },
    good: { 'spec.volumes': [{ name: 'data', hostPath: { path: '/data' } }] },
  }),
  check(volume, context) {
    const [path, type] = [volume.child('path'), volume.child('type')];
    if (path.text === '') return context.report(path, required());
    if (path.text.split('/').includes('..')) context.report(path, invalid(path.text, "must not contain '..'"));
    checkMode(type, TYPES, context);
  },
};
