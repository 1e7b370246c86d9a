// Simulates the kubelets of a control plane: runs each pod with a node as a process of this machine, and reports its status.

import { spawn } from 'node:child_process';
import { ApiError } from './api.mjs';

/** @typedef {import('./api.mjs').KubeObject} KubeObject */
/** @typedef {import('./api.mjs').ApiClient} ApiClient */

/** A running pod. @typedef {{ readonly name: string, readonly index: number, readonly process: import('node:child_process').ChildProcess }} Running */

/** The annotation with the index of a pod of an Indexed Job. */
const INDEX = 'batch.kubernetes.io/job-completion-index';

/** Runs pods. */
export class PodProcesses {
  #api;
  #folders;
  #path;
  /** @type {Map<string, Running>} */
  #running = new Map();
  /** @type {Set<string>} */
  #seen = new Set();
  /** @type {Promise<void>[]} */
  #ends = [];
  /** The indices of the started pods, one for each pod. @type {number[]} */
  started = [];

  /**
   * @param {ApiClient} api
   * @param {Readonly<Record<string, string>>} folders the folders of this machine where pods have their volumes mounted
   * @param {string} path the PATH of processes
   */
  constructor(api, folders, path) {
    this.#api = api;
    this.#folders = folders;
    this.#path = path;
  }

  /** The running pods. */
  get running() {
    return [...this.#running.values()];
  }

  /** Starts the pods that have a node and were not started before. */
  async look() {
    for (const pod of await this.#api.list('Pod')) {
      const { uid = '' } = pod.metadata;
      if (pod.spec.nodeName === undefined || this.#seen.has(uid)) continue;
      this.#seen.add(uid);
      await this.#start(pod);
    }
  }

  /** Waits until no pod runs any more. */
  async finish() {
    await Promise.all(this.#ends);
  }

  /** Ends all processes. */
  stop() {
    for (const { process } of this.#running.values()) process.kill('SIGKILL');
  }

  /** @param {KubeObject} pod */
  async #start(pod) {
    const [container] = pod.spec.containers;
    const index = Number(this.#variable(container, 'JOB_COMPLETION_INDEX', pod));
    const [command = '', ...args] = [...container.command, ...(container.args ?? [])].map((word) => this.#onThisMachine(word));
    const env = { PATH: this.#path, JOB_COMPLETION_INDEX: `${index}` };
    const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const running = { name: pod.metadata.name, index, process: child };
    this.#running.set(pod.metadata.name, running);
    this.started.push(index);
    await this.#report(pod, 'Running', { running: { startedAt: new Date().toISOString() } });
    this.#ends.push(
      new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code, signal) => {
          this.#running.delete(running.name);
          // Kubelets report 128 plus the number of the signal.
          const exitCode = code ?? (signal === 'SIGKILL' ? 137 : 143);
          const now = new Date().toISOString();
          const terminated = { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', startedAt: now, finishedAt: now };
          this.#report(pod, exitCode === 0 ? 'Succeeded' : 'Failed', { terminated }).then(resolve, reject);
        });
      }),
    );
  }

  /**
   * The value of a variable that the controller reads from an annotation of the pod.
   * @param {any} container
   * @param {string} name
   * @param {KubeObject} pod
   */
  #variable(container, name, pod) {
    const { fieldPath = '' } = container.env?.find((/** @type {any} */ entry) => entry.name === name)?.valueFrom?.fieldRef ?? {};
    const from = /^metadata\.(annotations|labels)\['([^']+)'\]$/.exec(fieldPath);
    const value = /** @type {any} */ (pod.metadata)[from?.[1] ?? '']?.[from?.[2] ?? ''];
    if (from?.[2] !== INDEX || value === undefined) throw new Error(`pod ${pod.metadata.name} has no ${name}, but ${fieldPath}`);
    return value;
  }

  /** @param {string} word */
  #onThisMachine(word) {
    return Object.entries(this.#folders).reduce((text, [mount, folder]) => text.replaceAll(`${mount}/`, `${folder}/`), word);
  }

  /**
   * Writes the status of a pod. The controller may change the pod at the same time.
   * @param {KubeObject} pod
   * @param {string} phase
   * @param {object} state
   */
  async #report(pod, phase, state) {
    const [{ name, image }] = pod.spec.containers;
    const isReady = phase === 'Running';
    const containerStatuses = [{ name, image, imageID: image, ready: isReady, restartCount: 0, state }];
    for (;;) {
      try {
        const stored = await this.#api.get(pod);
        await this.#api.replaceStatus({ ...stored, status: { ...stored.status, phase, containerStatuses } });
        return;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return;
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
      }
    }
  }
}
