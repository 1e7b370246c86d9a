// The plugins that a profile runs at each extension point. Source: mergePlugins of pkg/scheduler/apis/config/v1, and NewFramework with
// expandMultiPointPlugins of pkg/scheduler/framework/runtime, Kubernetes 1.37.1.

import type { DecodeContext } from '../../core/api/context.js';
import type { ConfiguredPlugin, ConfiguredPlugins, PluginSet } from '../../core/api/scheduler-configuration.js';
import { nearestName } from '../../core/base/nearest-name.js';
import { shorten } from '../../core/base/words.js';
import { DEFAULT_PLUGINS, type ExtensionPoint, PLUGINS } from './plugins.js';

const ALL = '*';
const MOST_SHOWN = 80;

/** The plugins at a point, in their order, with their weights. */
export type PluginsAt = (point: ExtensionPoint) => ReadonlyMap<string, number>;

/** Returns the plugins of a profile. For plugins with which the scheduler does not start, fails in `context`, which is at `plugins`. */
export function mergePlugins(configured: ConfiguredPlugins, context: DecodeContext): PluginsAt {
  for (const [point, { enabled }] of Object.entries<PluginSet>(configured as unknown as Record<string, PluginSet>))
    context.within(point, () => checkEnabled(point, enabled, context));
  const everywhere = mergeDefaults(configured.multiPoint);
  context.within('multiPoint', () => checkOnce(everywhere, context));
  return (point) => pluginsAt(point, configured[point], everywhere);
}

function checkEnabled(point: string, enabled: readonly ConfiguredPlugin[], context: DecodeContext): void {
  context.within('enabled', () => {
    checkOnce(enabled, context);
    for (const [index, { name }] of enabled.entries()) context.within(index, () => checkPlugin(point, name, context));
  });
}

function checkPlugin(point: string, name: string, context: DecodeContext): void {
  const points = PLUGINS.get(name);
  if (points === undefined) {
    const near = nearestName(name, [...PLUGINS.keys()]);
    const next = near === undefined ? 'remove it to see the answer of the other plugins' : `did you mean ${near}?`;
    context.fail(`kube-scheduler has no plugin "${shorten(name, MOST_SHOWN)}"; ${next}`);
  }
  if (point !== 'multiPoint' && !points?.some((each) => each === point)) context.fail(`plugin ${name} does not run at ${point}`);
}

function checkOnce(enabled: readonly ConfiguredPlugin[], context: DecodeContext): void {
  const names = new Set<string>();
  for (const { name } of enabled) {
    if (names.has(name)) context.fail(`plugin "${shorten(name, MOST_SHOWN)}" is enabled twice`);
    names.add(name);
  }
}

/** Plugins of the default profile keep their places, even if their weights change. */
function mergeDefaults({ enabled, disabled }: PluginSet): readonly ConfiguredPlugin[] {
  const off = new Set(disabled.map(({ name }) => name));
  const byName = new Map(enabled.map((each) => [each.name, each]));
  const kept = off.has(ALL) ? [] : DEFAULT_PLUGINS.filter(({ name }) => !off.has(name));
  const replaced = new Set(kept.map(({ name }) => name));
  return [...kept.map((each) => byName.get(each.name) ?? each), ...enabled.filter(({ name }) => !replaced.has(name))];
}

/** The order is: plugins of both lists in the order of the point, then plugins of all points, then the other plugins of the point. */
function pluginsAt(
  point: ExtensionPoint,
  { enabled, disabled }: PluginSet,
  everywhere: readonly ConfiguredPlugin[],
): ReadonlyMap<string, number> {
  const off = new Set(disabled.map(({ name }) => name));
  const has = ({ name }: ConfiguredPlugin): boolean => !off.has(name) && PLUGINS.get(name)?.includes(point) === true;
  const expanded = off.has(ALL) ? [] : everywhere.filter(has);
  const names = new Set(expanded.map(({ name }) => name));
  const here = new Set(enabled.map(({ name }) => name));
  const all = [
    ...enabled.filter(({ name }) => names.has(name)),
    ...expanded.filter(({ name }) => !here.has(name)),
    ...enabled.filter(({ name }) => !names.has(name)),
  ];
  return new Map(all.map(({ name, weight }) => [name, weight === 0 ? 1 : weight]));
}
