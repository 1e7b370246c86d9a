// The components of a control plane: the place where they are, and how they get there, built from the sources that the Go module proxy has.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The release that is built. */
export const KUBERNETES_VERSION = '1.37.1';

const COMPONENTS = ['kube-apiserver', 'kube-scheduler', 'kube-controller-manager'];

/** Names the folder where the components are, or will be after a build. CONTROL_PLANE_DIR names another place. */
export function controlPlaneFolder() {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return process.env['CONTROL_PLANE_DIR'] || join(cache, 'dra-allocator', `control-plane-${KUBERNETES_VERSION}`);
}

/** Tells whether every component has been built. */
export function isBuilt(folder = controlPlaneFolder()) {
  return COMPONENTS.every((name) => existsSync(join(folder, 'bin', name)));
}

/** Lists the tools that are missing on this machine; empty when none is. */
export function missingTools(folder = controlPlaneFolder()) {
  const missing = [];
  if (!runs('etcd', ['--version'])) missing.push('etcd in the PATH (Debian and Ubuntu: apt-get install etcd-server)');
  if (!isBuilt(folder) && !runs('go', ['version']))
    missing.push(`Go in the PATH, to build Kubernetes ${KUBERNETES_VERSION} (https://go.dev/dl)`);
  return missing;
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
export function buildControlPlane(folder = controlPlaneFolder()) {
  const module = `k8s.io/kubernetes@v${KUBERNETES_VERSION}`;
  const { Dir: source } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8' }));
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, 'src-'));
  try {
    // The module has no copies of the modules that Kubernetes keeps beside it: those of the same release stand in.
    cpSync(source, work, { recursive: true, filter: (path) => !/^\/(vendor|go\.work(\.sum)?)(\/|$)/.test(path.slice(source.length)) });
    execFileSync('chmod', ['-R', 'u+w', work]);
    const goMod = join(work, 'go.mod');
    const released = `v0${KUBERNETES_VERSION.slice(1)}`;
    const text = readFileSync(goMod, 'utf8').replace(/(k8s\.io\/[a-z-]+) => \.\/staging\/src\/\S+/g, `$1 => $1 ${released}`);
    writeFileSync(goMod, text);
    const [major, minor] = KUBERNETES_VERSION.split('.');
    const values = { gitVersion: `v${KUBERNETES_VERSION}`, gitMajor: major, gitMinor: minor };
    const flags = Object.entries(values).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`);
    const commands = COMPONENTS.map((name) => `./cmd/${name}`);
    execFileSync('go', ['build', '-trimpath', '-ldflags', flags.join(' '), '-o', `${join(folder, 'bin')}/`, ...commands], {
      cwd: work,
      env: { ...process.env, GOWORK: 'off', GOFLAGS: `${process.env['GOFLAGS'] ?? ''} -mod=mod`.trim() },
      stdio: 'inherit',
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
