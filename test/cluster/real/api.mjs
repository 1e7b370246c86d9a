// A small client of the Kubernetes API for the kinds that scenarios use.

import { Agent, request } from 'node:https';

/** A Kubernetes object as JSON, with only the fields that this module reads.
 * @typedef {{ apiVersion: string, kind: string, metadata: Metadata, spec?: any, status?: any }} KubeObject
 * @typedef {{ name: string, namespace?: string, uid?: string, resourceVersion?: string, finalizers?: string[], labels?: Record<string, string>,
 *   generation?: number, deletionTimestamp?: string, ownerReferences?: { kind: string, uid: string }[] }} Metadata
 */

/**
 * The kinds, in the order in which a wipe deletes them.
 * @type {Record<string, { apiVersion: string, plural: string, namespaced: boolean }>}
 */
export const KINDS = {
  DaemonSet: { apiVersion: 'apps/v1', plural: 'daemonsets', namespaced: true },
  Deployment: { apiVersion: 'apps/v1', plural: 'deployments', namespaced: true },
  ReplicaSet: { apiVersion: 'apps/v1', plural: 'replicasets', namespaced: true },
  StatefulSet: { apiVersion: 'apps/v1', plural: 'statefulsets', namespaced: true },
  Job: { apiVersion: 'batch/v1', plural: 'jobs', namespaced: true },
  Pod: { apiVersion: 'v1', plural: 'pods', namespaced: true },
  PodGroup: { apiVersion: 'scheduling.k8s.io/v1beta1', plural: 'podgroups', namespaced: true },
  PodDisruptionBudget: { apiVersion: 'policy/v1', plural: 'poddisruptionbudgets', namespaced: true },
  ResourceClaim: { apiVersion: 'resource.k8s.io/v1', plural: 'resourceclaims', namespaced: true },
  ResourceClaimTemplate: { apiVersion: 'resource.k8s.io/v1', plural: 'resourceclaimtemplates', namespaced: true },
  DeviceTaintRule: { apiVersion: 'resource.k8s.io/v1', plural: 'devicetaintrules', namespaced: false },
  ResourceSlice: { apiVersion: 'resource.k8s.io/v1', plural: 'resourceslices', namespaced: false },
  DeviceClass: { apiVersion: 'resource.k8s.io/v1', plural: 'deviceclasses', namespaced: false },
  Node: { apiVersion: 'v1', plural: 'nodes', namespaced: false },
  RuntimeClass: { apiVersion: 'node.k8s.io/v1', plural: 'runtimeclasses', namespaced: false },
  PriorityClass: { apiVersion: 'scheduling.k8s.io/v1', plural: 'priorityclasses', namespaced: false },
  Service: { apiVersion: 'v1', plural: 'services', namespaced: true },
  VolumeAttachment: { apiVersion: 'storage.k8s.io/v1', plural: 'volumeattachments', namespaced: false },
  CSIStorageCapacity: { apiVersion: 'storage.k8s.io/v1', plural: 'csistoragecapacities', namespaced: true },
  CSIDriver: { apiVersion: 'storage.k8s.io/v1', plural: 'csidrivers', namespaced: false },
  CSINode: { apiVersion: 'storage.k8s.io/v1', plural: 'csinodes', namespaced: false },
  StorageClass: { apiVersion: 'storage.k8s.io/v1', plural: 'storageclasses', namespaced: false },
  PersistentVolumeClaim: { apiVersion: 'v1', plural: 'persistentvolumeclaims', namespaced: true },
  PersistentVolume: { apiVersion: 'v1', plural: 'persistentvolumes', namespaced: false },
  Namespace: { apiVersion: 'v1', plural: 'namespaces', namespaced: false },
};

/** Names of objects that Kubernetes creates itself. @type {Record<string, RegExp>} */
const BUILT_IN = { PriorityClass: /^system-/, Service: /^kubernetes$/ };

/**
 * The path of a kind, in one namespace or in all of them.
 * @param {string} kind
 * @param {string} [namespace]
 */
function collection(kind, namespace) {
  const { apiVersion, plural, namespaced } = /** @type {typeof KINDS[string]} */ (KINDS[kind]);
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${group}${namespaced && namespace !== undefined ? `/namespaces/${namespace}` : ''}/${plural}`;
}

/** @param {Pick<KubeObject, 'kind' | 'metadata'>} object */
function pathOf({ kind, metadata }) {
  return `${collection(kind, metadata.namespace)}/${metadata.name}`;
}

/** An error that the API server answers. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The client of one API server. */
export class ApiClient {
  #agent = new Agent({ keepAlive: true });
  #server;

  /** @param {{ port: number, token: string, ca: string }} server */
  constructor(server) {
    this.#server = server;
  }

  /** Returns whether the server is ready to serve. */
  async isReady() {
    try {
      return (await this.#send('GET', '/readyz')) === 'ok';
    } catch {
      return false;
    }
  }

  /** The release, as `GET /version` reports it. */
  async version() {
    return JSON.parse(await this.#send('GET', '/version'));
  }

  /**
   * All objects of a kind, by namespace and name.
   * @param {string} kind
   * @returns {Promise<KubeObject[]>}
   */
  async list(kind) {
    const { apiVersion, items } = JSON.parse(await this.#send('GET', collection(kind)));
    return items.map((/** @type {object} */ item) => ({ apiVersion, kind, ...item }));
  }

  /**
   * Creates an object and returns the stored one. Also writes its status, if it has one, as its owner would.
   * @param {KubeObject} object
   * @returns {Promise<KubeObject>}
   */
  async create({ status, ...object }) {
    const stored = JSON.parse(await this.#send('POST', collection(object.kind, object.metadata.namespace), object));
    return status === undefined ? stored : this.replaceStatus({ ...stored, status: { ...stored.status, ...status } });
  }

  /**
   * @param {KubeObject} object
   * @returns {Promise<KubeObject>}
   */
  async get(object) {
    return JSON.parse(await this.#send('GET', pathOf(object)));
  }

  /**
   * Writes the status of an object.
   * @param {KubeObject} object
   * @returns {Promise<KubeObject>}
   */
  async replaceStatus(object) {
    return JSON.parse(await this.#send('PUT', `${pathOf(object)}/status`, object));
  }

  /**
   * Replaces the spec of an existing object, and its status if it has one.
   * @param {KubeObject} object
   */
  async replace({ status, ...object }) {
    const { metadata } = await this.get(object);
    const resourceVersion = /** @type {string} */ (metadata.resourceVersion);
    const text = await this.#send('PUT', pathOf(object), { ...object, metadata: { ...object.metadata, resourceVersion } });
    if (status === undefined) return;
    const stored = JSON.parse(text);
    await this.replaceStatus({ ...stored, status: { ...stored.status, ...status } });
  }

  /**
   * Deletes an object immediately.
   * @param {Pick<KubeObject, 'kind' | 'metadata'>} object
   */
  async delete(object) {
    await this.#send('DELETE', `${pathOf(object)}?gracePeriodSeconds=0&propagationPolicy=Background`);
  }

  /** Deletes all objects of scenarios except namespaces, and returns when they no longer exist. */
  async wipe() {
    for (const kind of Object.keys(KINDS).filter((kind) => kind !== 'Namespace')) {
      for (let objects = await this.#leftBehind(kind); objects.length > 0; objects = await this.#leftBehind(kind)) {
        for (const object of objects) await this.erase(object);
      }
    }
  }

  /**
   * The objects of a kind, except those that Kubernetes creates itself.
   * @param {string} kind
   */
  async #leftBehind(kind) {
    return (await this.list(kind)).filter(({ metadata: { name } }) => !BUILT_IN[kind]?.test(name));
  }

  /**
   * Sends a request and returns the answer with any status.
   * @param {'GET' | 'POST' | 'PUT' | 'DELETE'} method
   * @param {string} path
   * @param {string} [text] JSON
   * @returns {Promise<{ status: number, text: string }>}
   */
  ask(method, path, text) {
    const { port, token, ca } = this.#server;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, ca, method, path, headers, agent: this.#agent }, (response) => {
        let answer = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          answer += chunk;
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: answer }));
      });
      sent.on('error', reject);
      sent.end(text);
    });
  }

  /** Closes the connections. */
  close() {
    this.#agent.destroy();
  }

  /**
   * Deletes an object immediately, without its finalizers.
   * @param {KubeObject} object
   */
  async erase(object) {
    try {
      await this.delete(object);
      // Controllers would remove a finalizer later. The test need not wait for that.
      if (object.metadata.finalizers !== undefined) {
        const { metadata, ...rest } = await this.get(object);
        await this.#send('PUT', pathOf(object), { ...rest, metadata: { ...metadata, finalizers: [] } });
      }
    } catch (error) {
      // Deleted already, or changed by a controller: the next round handles it.
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 409 && error.status !== 422)) throw error;
    }
  }

  /**
   * @param {'GET' | 'POST' | 'PUT' | 'DELETE'} method
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<string>}
   */
  async #send(method, path, body) {
    const { status, text } = await this.ask(method, path, body === undefined ? undefined : JSON.stringify(body));
    if (status >= 300) throw new ApiError(status, `${method} ${path}: ${messageIn(text)}`);
    return text;
  }
}

/** @param {string} text */
function messageIn(text) {
  try {
    return String(JSON.parse(text).message ?? text);
  } catch {
    return text;
  }
}
