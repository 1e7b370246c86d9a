// The components of a control plane: the place where they are, and how they get there, built from the sources that the Go module proxy has.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The release whose scheduler is the reference. */
export const KUBERNETES_VERSION = '1.37.1';

/** A release, and those of its programs that are built. @typedef {{ version: string, components: readonly string[] }} Build */

/** The whole control plane of the reference. @type {Build} */
export const REFERENCE = { version: KUBERNETES_VERSION, components: ['kube-apiserver', 'kube-scheduler', 'kube-controller-manager'] };

/**
 * Names the folder where the components of a release are, or will be after a build. CONTROL_PLANE_DIR names another place for the
 * reference; other releases then have folders of their own in it.
 */
export function controlPlaneFolder(version = KUBERNETES_VERSION) {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const place = process.env['CONTROL_PLANE_DIR'];
  if (!place) return join(cache, 'dra-allocator', `control-plane-${version}`);
  return version === KUBERNETES_VERSION ? place : join(place, version);
}

/** Returns whether every component has been built. */
export function isBuilt({ version, components } = REFERENCE) {
  return components.every((name) => existsSync(join(controlPlaneFolder(version), 'bin', name)));
}

/** Lists the tools that are missing on this machine; empty when none is. */
export function missingTools(build = REFERENCE) {
  const missing = [];
  if (!runs('etcd', ['--version'])) missing.push('etcd in the PATH (Debian and Ubuntu: apt-get install etcd-server)');
  if (!isBuilt(build) && !runs('go', ['version'])) missing.push(`Go in the PATH, to build Kubernetes ${build.version} (https://go.dev/dl)`);
  return missing;
}

/** Builds the components when they are not there; gives whether they are there now, and says why when they are not. */
export function provide(build = REFERENCE) {
  const missing = missingTools(build);
  if (missing.length > 0) {
    console.error(`a real control plane needs ${missing.join(' and ')}`);
    return false;
  }
  if (isBuilt(build)) return true;
  console.error(
    `building Kubernetes ${build.version} in ${controlPlaneFolder(build.version)}; this takes about 15 minutes on two cores, once`,
  );
  buildControlPlane(build);
  return true;
}

/**
 * @param {string} command
 * @param {readonly string[]} parameters
 */
function runs(command, parameters) {
  try {
    execFileSync(command, parameters, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Builds the components from the sources that the Go module proxy has. Takes about 15 minutes and 4 GB of disk on two cores. */
export function buildControlPlane({ version, components } = REFERENCE) {
  const folder = controlPlaneFolder(version);
  const module = `k8s.io/kubernetes@v${version}`;
  const { Dir: source } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8' }));
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, 'src-'));
  try {
    // The module has no copies of the modules that Kubernetes keeps next to it: those of the same release stand in.
    cpSync(source, work, { recursive: true, filter: (path) => !/^\/(vendor|go\.work(\.sum)?)(\/|$)/.test(path.slice(source.length)) });
    execFileSync('chmod', ['-R', 'u+w', work]);
    const goMod = join(work, 'go.mod');
    const released = `v0${version.slice(1)}`;
    const text = readFileSync(goMod, 'utf8').replace(/(k8s\.io\/[a-z-]+) => \.\/staging\/src\/\S+/g, `$1 => $1 ${released}`);
    writeFileSync(goMod, text);
    const [major, minor] = version.split('.');
    const values = { gitVersion: `v${version}`, gitMajor: major, gitMinor: minor };
    const flags = Object.entries(values).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`);
    const commands = components.map((name) => `./cmd/${name}`);
    execFileSync('go', ['build', '-trimpath', '-ldflags', flags.join(' '), '-o', `${join(folder, 'bin')}/`, ...commands], {
      cwd: work,
      env: { ...process.env, GOWORK: 'off', GOFLAGS: `${process.env['GOFLAGS'] ?? ''} -mod=mod`.trim() },
      stdio: 'inherit',
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
