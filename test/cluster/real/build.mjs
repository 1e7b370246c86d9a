// The components of a control plane: their folder, and their build from sources of the Go module proxy.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The release whose scheduler is the reference. */
export const KUBERNETES_VERSION = '1.37.1';

/** A release, and the programs of it that are built. @typedef {{ version: string, components: readonly string[] }} Build */

/** The whole control plane of the reference. @type {Build} */
export const REFERENCE = { version: KUBERNETES_VERSION, components: ['kube-apiserver', 'kube-scheduler', 'kube-controller-manager'] };

/**
 * The folder of the components of a release, even before they are built. CONTROL_PLANE_DIR names another folder for the
 * reference. Other releases then have subfolders in it.
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

/** Lists the tools that are missing on this machine. */
export function missingTools(build = REFERENCE) {
  const missing = [];
  if (!runs('etcd', ['--version'])) missing.push('etcd in the PATH (Debian and Ubuntu: apt-get install etcd-server)');
  if (!isBuilt(build) && !runs('go', ['version'])) missing.push(`Go in the PATH, to build Kubernetes ${build.version} (https://go.dev/dl)`);
  return missing;
}

/** Builds the components if they are missing. Returns whether they exist now, and prints the reason if they do not. */
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

/** Builds the components from sources of the Go module proxy. This needs about 15 minutes on two cores, and 4 GB of disk. */
export function buildControlPlane({ version, components } = REFERENCE) {
  const folder = controlPlaneFolder(version);
  const module = `k8s.io/kubernetes@v${version}`;
  const { Dir: source } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8' }));
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, 'src-'));
  try {
    // The module has no copies of Kubernetes' staging modules: the published modules of the same release replace them.
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
