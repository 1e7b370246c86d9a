// Translates disks of former volume plugins to volumes of the CSI drivers that now serve them. Pods and persistent volumes name such disks in a separate field,
// such as awsElasticBlockStore. Source: k8s.io/csi-translation-lib v0.37.1.

import { type CsiNode, MIGRATED_PLUGINS } from '../../core/api/csi-node.js';
import type { NodeSelector, NodeSelectorTerm } from '../../core/api/meta.js';
import type { PersistentVolume } from '../../core/api/persistent-volume.js';
import type { Volume } from '../../core/api/volume.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { weakEntryIn } from '../../core/base/entry-in.js';
import { shorten, shownName } from '../../core/base/words.js';

/** A volume of a CSI driver. */
export interface CsiHandle {
  readonly driver: string;
  readonly handle: string;
}

/** A disk that no CSI driver can serve, with the error of its translation. */
export interface Untranslatable {
  readonly problem: string;
}

type Sources = Pick<Volume, 'awsElasticBlockStore' | 'azureDisk' | 'cinder' | 'gcePersistentDisk' | 'portworxVolume'>;

interface Migration {
  /** The name of the former volume plugin, which classes name as their provisioner. */
  readonly plugin: string;
  readonly driver: string;
  readonly source?: keyof Sources;
  /** The label of nodes that stands for the zone. */
  readonly zoneKey?: string;
}

/** Volume plugins whose volumes CSI drivers serve. Plugins without a source count no volumes. */
const MIGRATIONS: readonly Migration[] = [
  {
    plugin: 'kubernetes.io/aws-ebs',
    driver: 'ebs.csi.aws.com',
    source: 'awsElasticBlockStore',
    zoneKey: 'topology.ebs.csi.aws.com/zone',
  },
  { plugin: 'kubernetes.io/azure-disk', driver: 'disk.csi.azure.com', source: 'azureDisk' },
  {
    plugin: 'kubernetes.io/cinder',
    driver: 'cinder.csi.openstack.org',
    source: 'cinder',
    zoneKey: 'topology.cinder.csi.openstack.org/zone',
  },
  { plugin: 'kubernetes.io/gce-pd', driver: 'pd.csi.storage.gke.io', source: 'gcePersistentDisk', zoneKey: 'topology.gke.io/zone' },
  { plugin: 'kubernetes.io/portworx-volume', driver: 'pxd.portworx.com', source: 'portworxVolume' },
  { plugin: 'kubernetes.io/azure-file', driver: 'file.csi.azure.com' },
  { plugin: 'kubernetes.io/vsphere-volume', driver: 'csi.vsphere.vmware.com' },
];

const BETA_ZONE = 'failure-domain.beta.kubernetes.io/zone';
const BETA_REGION = 'failure-domain.beta.kubernetes.io/region';
const ZONE = 'topology.kubernetes.io/zone';
const REGION = 'topology.kubernetes.io/region';

/** Separates several zones in the value of a label. */
const ZONE_SEPARATOR = '__';

/** Returns the zones in the value of a label of a volume; undefined if one of them is empty. */
export function zonesOf(value: string): readonly string[] | undefined {
  const zones = value.split(ZONE_SEPARATOR).map((zone) => zone.trim());
  return zones.includes('') ? undefined : zones;
}

/** Returns the migration of a plugin by its name; undefined if it has none. */
export function migrationOf(plugin: string): Migration | undefined {
  return MIGRATIONS.find((each) => each.plugin === plugin);
}

/** Returns whether a migration counts volumes of its driver. */
export function countsVolumes({ source }: Migration): boolean {
  return source !== undefined;
}

/** Returns the migration of a source of a volume; undefined if no CSI driver serves its source. */
function migrationFrom(sources: Sources): Migration | undefined {
  return MIGRATIONS.find(({ source }) => source !== undefined && sources[source] !== undefined);
}

/** Returns the disk of a volume of a pod, as its CSI driver names it. Undefined if no CSI driver serves its source. */
export function inlineHandle(volume: Volume): CsiHandle | Untranslatable | undefined {
  return handleOf(volume, volume.gcePersistentDisk === undefined ? '' : gceHandle(volume.gcePersistentDisk.pdName, []));
}

/** Returns the disk of a persistent volume, as its CSI driver names it. Undefined if no CSI driver serves its source. */
export function migratedHandle({ metadata: { labels }, spec }: PersistentVolume): CsiHandle | Untranslatable | undefined {
  const zones = (labels.get(BETA_ZONE) || labels.get(ZONE) || '').split(ZONE_SEPARATOR);
  const disk = spec.gcePersistentDisk;
  return handleOf(spec, disk === undefined ? '' : gceHandle(disk.pdName, zones.length === 1 && zones[0] === '' ? [] : zones));
}

/** `gce`: the handle of a disk of GCE, which depends on more than the source. */
function handleOf(sources: Sources, gce: string | Untranslatable): CsiHandle | Untranslatable | undefined {
  const migration = migrationFrom(sources);
  if (migration === undefined) return undefined;
  const { awsElasticBlockStore: aws, azureDisk: azure, cinder, portworxVolume: portworx } = sources;
  const handles = {
    awsElasticBlockStore: aws === undefined ? '' : awsHandle(aws.volumeID),
    azureDisk: azure === undefined ? '' : azureHandle(azure),
    cinder: cinder?.volumeID ?? '',
    gcePersistentDisk: gce,
    portworxVolume: portworx?.volumeID ?? '',
  };
  const handle = handles[migration.source as keyof Sources];
  return typeof handle === 'string' ? { driver: migration.driver, handle } : handle;
}

/** Returns the id of a volume of AWS, which may be given as `aws://zone/id`. */
function awsHandle(volumeId: string): string | Untranslatable {
  const address = /^aws:\/\/[^/?#]*([^?#]*)/.exec(volumeId);
  if (address === null) return volumeId;
  const id = (address[1] as string).replace(/^\/+|\/+$/g, '');
  if (/^vol-[^/]*$/.test(id)) return id;
  return { problem: `failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (${shownName(volumeId)})` };
}

function azureHandle(disk: NonNullable<Sources['azureDisk']>): string | Untranslatable {
  // The default of the API server.
  const kind = disk.kind || 'Shared';
  return kind.toLowerCase() === 'managed' ? disk.diskURI : { problem: `kind(${shownName(kind)}) is not supported in csi migration` };
}

/** Returns the handle of a disk of GCE in no zone, one zone or the region of several zones. */
function gceHandle(disk: string, zones: readonly string[]): string | Untranslatable {
  if (zones.length < 2) return `projects/UNSPECIFIED/zones/${zones[0] ?? 'UNSPECIFIED'}/disks/${disk}`;
  const regions = new Set<string>();
  for (const zone of zones) {
    const parts = zone.split('-');
    if (parts.length !== 3) return withoutRegion(`zone in unexpected format, expected: {locale}-{region}-{zone}, got: ${shownName(zone)}`);
    regions.add(parts.slice(0, 2).join('-'));
  }
  const all = [...regions].sort(compareBytes);
  if (all.length === 1) return `projects/UNSPECIFIED/regions/${all[0]}/disks/${disk}`;
  // Go prints a set as a map with empty values.
  const shown = shorten(all.map((region) => `${region}:{}`).join(' '), MOST_SHOWN);
  return withoutRegion(`multiple or no regions gotten from zones, got: map[${shown}]`);
}

function withoutRegion(cause: string): Untranslatable {
  return { problem: `failed to get region from zones: ${cause}` };
}

const MOST_SHOWN = 160;

/** Returns whether the volumes of a source are served by a CSI driver on a node. */
export function isMigratedOn({ spec }: PersistentVolume, csiNode: CsiNode | undefined): boolean {
  const migration = migrationFrom(spec);
  return migration !== undefined && csiNode !== undefined && weakEntryIn(migratedPlugins, csiNode, pluginsOf).has(migration);
}

/** Returns the error of a volume that a CSI driver should serve on a node and cannot. Undefined if no error exists. */
export function untranslatableOn(volume: PersistentVolume, csiNode: CsiNode | undefined): Untranslatable | undefined {
  if (!isMigratedOn(volume, csiNode)) return undefined;
  const disk = migratedHandle(volume);
  return disk !== undefined && 'problem' in disk ? disk : undefined;
}

// The annotation may be long, and is needed for each volume.
const migratedPlugins = new WeakMap<CsiNode, ReadonlySet<Migration>>();

function pluginsOf({ metadata: { annotations } }: CsiNode): ReadonlySet<Migration> {
  const names = `,${annotations[MIGRATED_PLUGINS]},`;
  return new Set(MIGRATIONS.filter(({ plugin }) => names.includes(`,${plugin},`)));
}

/** Returns the nodes that can access a volume, by the labels of its CSI driver. */
export function migratedNodes({ metadata: { labels }, spec }: PersistentVolume): NodeSelector | undefined {
  const required = spec.nodeAffinity?.required;
  const zoneKey = migrationFrom(spec)?.zoneKey;
  if (zoneKey === undefined) return required;
  const isBeta = !hasKey(required, ZONE) && (hasKey(required, BETA_ZONE) || (!labels.has(ZONE) && labels.has(BETA_ZONE)));
  const zoneLabel = isBeta ? BETA_ZONE : ZONE;
  const moved = hasValues(required, zoneLabel)
    ? renamed(required, zoneLabel, zoneKey)
    : withZones(required, zoneKey, labels.get(zoneLabel));
  return isBeta && hasValues(moved, BETA_REGION) ? renamed(moved, BETA_REGION, REGION) : moved;
}

function hasKey(selector: NodeSelector | undefined, key: string): boolean {
  return selector?.nodeSelectorTerms.some(({ matchExpressions }) => matchExpressions.some((each) => each.key === key)) === true;
}

function hasValues(selector: NodeSelector | undefined, key: string): boolean {
  const has = ({ matchExpressions }: NodeSelectorTerm): boolean =>
    matchExpressions.some((each) => each.key === key && each.values.length > 0);
  return selector?.nodeSelectorTerms.some(has) === true;
}

function renamed(selector: NodeSelector | undefined, from: string, to: string): NodeSelector | undefined {
  return selector === undefined ? undefined : { nodeSelectorTerms: selector.nodeSelectorTerms.map((term) => renamedTerm(term, from, to)) };
}

function renamedTerm({ matchExpressions, matchFields }: NodeSelectorTerm, from: string, to: string): NodeSelectorTerm {
  return { matchExpressions: matchExpressions.map((each) => (each.key === from ? { ...each, key: to } : each)), matchFields };
}

/** Adds the zones of a label to each term. */
function withZones(selector: NodeSelector | undefined, key: string, value: string | undefined): NodeSelector | undefined {
  const zones = (value ?? '').split(ZONE_SEPARATOR).map((zone) => zone.trim());
  const values = [...new Set(zones.filter((zone) => zone !== ''))].sort(compareBytes);
  if (values.length === 0) return selector;
  const terms = selector?.nodeSelectorTerms ?? [];
  const requirement = { key, operator: 'In', values };
  const all = terms.length === 0 ? [{ matchExpressions: [], matchFields: [] }] : terms;
  return { nodeSelectorTerms: all.map((term) => ({ ...term, matchExpressions: [...term.matchExpressions, requirement] })) };
}
