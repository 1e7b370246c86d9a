// The drivers that a selector asks for by name.

const WANTED_DRIVER = /\bdevice\.driver\s*==\s*(["'])([^"'\\]+)\1/g;

/** Returns the drivers that an expression compares that of the device with. */
export function driversIn(expression: string): readonly string[] {
  return Array.from(expression.matchAll(WANTED_DRIVER), ([, , driver = '']) => driver);
}
