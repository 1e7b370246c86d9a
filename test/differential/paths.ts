// The paths of values in a case, for shrinking it.

/** The keys and indices from a case to a value in it. */
export type Path = readonly (string | number)[];

/** The paths to all values below a value, outer values first. Excludes the paths of fields with these names, but not the values in them. */
export function pathsOf(value: unknown, kept: ReadonlySet<string>, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys: Path = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => {
    const inner = [...path, key];
    const below = pathsOf((value as Record<string | number, unknown>)[key], kept, inner);
    return typeof key === 'string' && kept.has(key) ? below : [inner, ...below];
  });
}
