// Converts specs to texts for comparison: templates that make the same pods or claims have equal texts.

/** Returns a text that is equal for equal decoded specs, regardless of the order of their maps and the form of their amounts. */
export function specText(spec: object): string {
  return JSON.stringify(spec, (_, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    if (value instanceof Map) return [...(value as Map<string, unknown>)].sort(([left], [right]) => (left < right ? -1 : 1));
    return value;
  });
}
