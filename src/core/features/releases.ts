// The supported releases of Kubernetes: the one table for gates, validation, help and the playground. To support a new release, begin here.

/** The releases with a preset. */
export const RELEASES = ['1.32', '1.33', '1.34', '1.35', '1.36', '1.37'] as const;

/** A release with a preset. */
export type Release = (typeof RELEASES)[number];

/** The newest release with a preset. Results follow it by default. */
export const OLDEST = RELEASES[0];

/** The newest release with a preset, which answers follow by default. */
export const NEWEST = RELEASES[RELEASES.length - 1] as Release;

/** The releases whose API servers validation supports. Earlier ones did not serve resource.k8s.io/v1. */
export const SERVER_RELEASES: readonly Release[] = RELEASES.filter((release) => minorOf(release) >= 34);

/** Returns the minor version of a release, 36 for 1.36. */
export function minorOf(release: Release): number {
  return Number(release.slice(2));
}
