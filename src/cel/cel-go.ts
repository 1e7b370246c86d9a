// The releases of cel-go in Kubernetes: the parser reads more, names mean something else, and estimates differ from one to the other. Values and
// actual costs are always those of the newest, as all answers of allocation are.

/** The release of cel-go: 0.26 is the one of Kubernetes 1.34 to 1.36 and stands for earlier ones, too; 0.29 is the one of 1.37. */
export type CelGo = '0.26' | '0.29';

/** The first minor release of Kubernetes that has 0.29. */
const FIRST_WITH_NEWEST = 37;

/** The release of cel-go in a minor release of Kubernetes. */
export function celGoIn(minor: number): CelGo {
  return minor < FIRST_WITH_NEWEST ? '0.26' : '0.29';
}
