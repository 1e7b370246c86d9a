// A real Kubernetes control plane on loopback, as an independent authority: etcd, kube-apiserver, kube-scheduler and
// kube-controller-manager.

import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from './api.mjs';
import { controlPlaneFolder, KUBERNETES_VERSION } from './build.mjs';

/** Every feature gate of device allocation that a release has off by default, and the gates that these require. @type {Record<string, readonly string[]>} */
export const ALL_GATES = {
  1.37: [
    'DRADerivedAttributes',
    'DRADeviceCompatibilityGroups',
    'DRAFractionalCapacityRange',
    'DRAListTypeAttributes',
    'DRANodeAllocatableResources',
    'DRAOptionalNodeOperations',
    'DRAPartitionableDevicesType',
    'DRAResourcePoolStatus',
    'DRAWorkloadResourceClaims',
    'GenericWorkload',
  ],
  1.36: [
    'DRADeviceTaintRules',
    'DRAListTypeAttributes',
    'DRANodeAllocatableResources',
    'DRAResourcePoolStatus',
    'DRAWorkloadResourceClaims',
    'GenericWorkload',
  ],
  1.35: [
    'DRAConsumableCapacity',
    'DRADeviceBindingConditions',
    'DRADeviceTaintRules',
    'DRADeviceTaints',
    'DRAExtendedResource',
    'DRAPartitionableDevices',
    'GenericWorkload',
  ],
  1.34: ['DRAConsumableCapacity', 'DRADeviceBindingConditions', 'DRADeviceTaints', 'DRAExtendedResource', 'DRAPartitionableDevices'],
};

/** Feature gates of node filters that the reference has off by default. They are on together with the gates of device allocation if there is a scheduler. */
const FILTER_GATES = ['TaintTolerationComparisonOperators', 'UserNamespacesHostNetworkSupport'];

/** The feature gates of a control plane: the defaults of the release, or in addition every gate of device allocation. */
/** @typedef {'default' | 'all'} GateChoice */

/** Controllers of claims, and controllers that make pods. */
export const CONTROLLERS = [
  'resourceclaim-controller',
  'device-taint-eviction-controller',
  'daemonset-controller',
  'deployment-controller',
  'replicaset-controller',
  'statefulset-controller',
  'job-controller',
];

/** Disabled admission plugins: there is no kubelet that would make a node ready, and no controller that would make service accounts. */
const WITHOUT_ADMISSION = ['ServiceAccount', 'TaintNodesByCondition'];

/** Further disabled admission plugins of an API server that only judges objects: these depend on other objects in the cluster. */
const ABOUT_OTHERS = ['NamespaceLifecycle', 'PodSecurity', 'Priority', 'RuntimeClass'];
/** Plugins that only some releases have. @type {Record<string, readonly string[]>} */
const ABOUT_OTHERS_OF = {
  1.35: ['NodeDeclaredFeatureValidator'],
  1.36: ['NodeDeclaredFeatureValidator', 'PodGroupWorkloadExists'],
  1.37: ['NodeDeclaredFeatureValidator'],
};

/** A running control plane. It owns its processes, ports and folder until `stop`. */
export class ControlPlane {
  /** @type {import('node:child_process').ChildProcess[]} */
  #processes = [];
  #run = mkdtempSync(join(tmpdir(), 'control-plane-'));
  #token = randomBytes(16).toString('hex');
  /** @type {readonly string[]} */
  #gates;
  #folder;
  #apiServerOnly;
  #withoutAdmission = [...WITHOUT_ADMISSION];
  #controllers;
  /** @type {ApiClient | undefined} */
  #api;

  /**
   * @param {GateChoice} gates `all` is possible only for the reference: other releases have other gates
   * @param {{ version?: string, apiServerOnly?: boolean, controllers?: readonly string[] }} [options] a release, whether to start only the parts that judge
   *   objects, and the controllers
   */
  constructor(gates, { version = KUBERNETES_VERSION, apiServerOnly = false, controllers = CONTROLLERS } = {}) {
    this.#controllers = controllers;
    this.#folder = controlPlaneFolder(version);
    const release = version.split('.').slice(0, 2).join('.');
    if (apiServerOnly) this.#withoutAdmission.push(...ABOUT_OTHERS, ...(ABOUT_OTHERS_OF[release] ?? []));
    this.#apiServerOnly = apiServerOnly;
    const on = [...(ALL_GATES[release] ?? []), ...(apiServerOnly ? [] : FILTER_GATES)];
    this.#gates = gates === 'all' ? [`--feature-gates=${on.map((name) => `${name}=true`).join()}`] : [];
  }

  /** Starts all components. Objects can be applied when it returns. Throws if a component does not start. */
  async start() {
    const [etcdPort, peerPort, apiPort] = await freePorts(3);
    const etcd = `http://127.0.0.1:${etcdPort}`;
    const peers = `http://127.0.0.1:${peerPort}`;
    this.#spawn('etcd', [
      ...['--data-dir', join(this.#run, 'etcd'), '--unsafe-no-fsync'],
      ...['--listen-client-urls', etcd, '--advertise-client-urls', etcd],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`],
    ]);
    this.#spawnApiServer(etcd, Number(apiPort));
    const certificate = join(this.#run, 'certs/apiserver.crt');
    await this.#until('kube-apiserver', () => existsSync(certificate));
    const api = new ApiClient({ port: Number(apiPort), token: this.#token, ca: readFileSync(certificate, 'utf8') });
    this.#api = api;
    await this.#until('kube-apiserver', () => api.isReady());
    if (this.#apiServerOnly) return;
    this.#writeKubeconfig(Number(apiPort), certificate);
    const client = ['--kubeconfig', join(this.#run, 'kubeconfig'), '--leader-elect=false', '--secure-port=0', ...this.#gates];
    // At this level the scheduler logs which pod it tries next, which is the order for a replay.
    this.#spawn('kube-scheduler', [...client, '--v=3']);
    // Claims are bound when an event calls for it, not at times that depend on the start of the controller.
    const binder = '--pvclaimbinder-sync-period=1h';
    this.#spawn('kube-controller-manager', [...client, `--controllers=${this.#controllers.join()}`, binder]);
  }

  /** The client of its API. */
  get api() {
    if (this.#api === undefined) throw new Error('the control plane is not running');
    return this.#api;
  }

  /** The pods that the scheduler has tried so far, as `namespace/name`, once for each attempt. */
  attempts() {
    const log = readFileSync(join(this.#run, 'kube-scheduler.log'), 'utf8');
    return [...log.matchAll(/"Attempting to schedule pod" pod="([^"]+)"/g)].map(([, name]) => String(name));
  }

  /** Ends its processes in the reverse order of their start, and removes its folder. */
  async stop() {
    for (const process of this.#processes.splice(0).reverse()) {
      if (process.exitCode !== null || process.signalCode !== null) continue;
      const ended = new Promise((resolve) => process.once('exit', resolve));
      process.kill('SIGTERM');
      const killer = setTimeout(() => process.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(killer);
    }
    this.#api?.close();
    rmSync(this.#run, { recursive: true, force: true });
  }

  /**
   * @param {string} etcd
   * @param {number} port
   */
  #spawnApiServer(etcd, port) {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const write = (/** @type {string} */ name, /** @type {string | Buffer} */ content) => {
      const path = join(this.#run, name);
      writeFileSync(path, content, { mode: 0o600 });
      return path;
    };
    const signing = write('sa.key', privateKey.export({ type: 'pkcs1', format: 'pem' }));
    const verifying = write('sa.pub', publicKey.export({ type: 'spki', format: 'pem' }));
    const tokens = write('tokens.csv', `${this.#token},admin,admin,system:masters\n`);
    this.#spawn('kube-apiserver', [
      `--etcd-servers=${etcd}`,
      ...['--bind-address=127.0.0.1', '--advertise-address=127.0.0.1', '--endpoint-reconciler-type=none', `--secure-port=${port}`],
      ...[`--cert-dir=${join(this.#run, 'certs')}`, `--token-auth-file=${tokens}`, '--authorization-mode=AlwaysAllow'],
      ...['--service-account-issuer=https://localhost', `--service-account-key-file=${verifying}`],
      ...[`--service-account-signing-key-file=${signing}`, '--service-cluster-ip-range=10.0.0.0/24'],
      `--disable-admission-plugins=${this.#withoutAdmission.join()}`,
      '--runtime-config=api/all=true',
      ...['--shutdown-delay-duration=0s', ...this.#gates],
    ]);
  }

  /**
   * @param {number} port
   * @param {string} certificate
   */
  #writeKubeconfig(port, certificate) {
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'local', cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority': certificate } }],
      users: [{ name: 'admin', user: { token: this.#token } }],
      contexts: [{ name: 'local', context: { cluster: 'local', user: 'admin' } }],
      'current-context': 'local',
    };
    writeFileSync(join(this.#run, 'kubeconfig'), JSON.stringify(config), { mode: 0o600 });
  }

  /**
   * @param {string} name
   * @param {readonly string[]} parameters
   */
  #spawn(name, parameters) {
    const log = openSync(join(this.#run, `${name}.log`), 'a');
    const command = name === 'etcd' ? name : join(this.#folder, 'bin', name);
    const process = spawn(command, parameters, { stdio: ['ignore', log, log] });
    process.on('error', () => {});
    closeSync(log);
    this.#processes.push(process);
  }

  /**
   * Waits for a condition of a component. Throws with the end of its log after two minutes, or if the component ends.
   * @param {string} name
   * @param {() => boolean | Promise<boolean>} condition
   */
  async #until(name, condition) {
    const end = Date.now() + 120_000;
    while (!(await condition())) {
      const ended = this.#processes.some(({ exitCode, pid }) => exitCode !== null || pid === undefined);
      if (ended || Date.now() > end) {
        const log = readFileSync(join(this.#run, `${name}.log`), 'utf8');
        throw new Error(`${name} does not come up; its log ends with\n${log.trimEnd().split('\n').slice(-5).join('\n')}`);
      }
      await sleep(200);
    }
  }
}

/**
 * Ports of the loopback interface that are free now.
 * @param {number} count
 */
async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise((/** @type {(port: number) => void} */ resolve, reject) => {
          server.once('error', reject);
          server.listen(0, '127.0.0.1', () => resolve(/** @type {import('node:net').AddressInfo} */ (server.address()).port));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
