// Maps Kubernetes releases to releases of cel-go, which differ in parsing, name resolution and estimates. Values and actual
// costs always follow the newest release, because all results of allocation do.

/** The release of cel-go: 0.29 of Kubernetes 1.37, or 0.26 of the releases before it. */
export type CelGo = '0.26' | '0.29';

/** The first minor release of Kubernetes with cel-go 0.29. */
const FIRST_WITH_NEWEST = 37;

/** Returns the release of cel-go in a minor release of Kubernetes. */
export function celGoIn(minor: number): CelGo {
  return minor < FIRST_WITH_NEWEST ? '0.26' : '0.29';
}
