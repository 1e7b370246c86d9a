// Specs as texts: two templates that make the same pods or claims have equal ones.

/** Returns a text that is equal for equal decoded specs, whatever the order of their maps and the form of their amounts. */
export function specText(spec: object): string {
  return JSON.stringify(spec, (_, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    if (value instanceof Map) return [...(value as Map<string, unknown>)].sort(([left], [right]) => (left < right ? -1 : 1));
    return value;
  });
}
