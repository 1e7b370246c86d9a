// Sends objects to a real API server, as `kubectl create --dry-run=server` does.

/** @typedef {import('../real/api.mjs').ApiClient} ApiClient */
/** @typedef {import('./mutations.mjs').Case} Case */
/** One cause in an answer of the API server. @typedef {{ path: string, type: string, message: string }} Cause */
/** The answer about one object. Code 0: the kind is not served, and no request is sent. @typedef {{ code: number, causes: readonly Cause[], message?: string }} Answer */

/** The number of parallel requests. */
const PARALLEL = 16;

/** The code of a missing answer. */
export const PANIC = 500;

/** The namespaces of cases: the default one, and one that allows admin access. */
export const NAMESPACES = [{ name: 'default' }, { name: 'admin', labels: { 'resource.kubernetes.io/admin-access': 'true' } }];

/** Creates the namespaces of cases. @param {ApiClient} api */
export async function prepare(api) {
  for (const metadata of NAMESPACES) {
    await api.ask('POST', '/api/v1/namespaces', JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata }));
  }
}

/**
 * Asks about every case.
 * @param {ApiClient} api
 * @param {readonly Case[]} cases
 * @param {(done: number) => void} [progress]
 * @returns {Promise<Map<string, Answer>>}
 */
export async function judgeAll(api, cases, progress = () => {}) {
  /** @type {Map<string, Answer>} */
  const answers = new Map(cases.map(({ id }) => [id, { code: 0, causes: [] }]));
  const served = new Served(api);
  const rest = cases.values();
  let done = 0;
  const work = async () => {
    for (const one of rest) {
      answers.set(one.id, await judge(api, served, one));
      done++;
      progress(done);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return answers;
}

/**
 * @param {ApiClient} api
 * @param {Served} served
 * @param {Case} one
 * @returns {Promise<Answer>}
 */
async function judge(api, served, one) {
  const collection = await served.collection(one);
  if (collection === undefined) return { code: 0, causes: [] };
  const answer = await api.ask('POST', `${collection}?dryRun=All&fieldValidation=Strict`, one.text).catch(hungUp);
  // A request without an answer means that the API server panicked.
  if (answer === undefined) return { code: PANIC, causes: [], message: 'the API server panics' };
  const { status, text } = answer;
  if (status < 300) return { code: status, causes: [] };
  const { message = '', details } = JSON.parse(text);
  const given = /** @type {{ field?: string, reason?: string, message?: string }[]} */ (details?.causes ?? []);
  const causes =
    given.length === 0
      ? causesIn(message)
      : given.map(({ field = '', reason = '', message = '' }) => ({ path: field, type: reason.replace(/^FieldValue/, ''), message }));
  return { code: status, causes, ...(causes.length === 0 ? { message: message.replace(/^.* cannot be handled as a \w+: /, '') } : {}) };
}

/** @param {unknown} error @returns {undefined} */
function hungUp(error) {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ECONNRESET') throw error;
}

/**
 * The fields in a message about decoding. Errors without a field, such as an invalid quantity, have none.
 * @param {string} message
 * @returns {Cause[]}
 */
function causesIn(message) {
  const strict = /strict decoding error: (.*)$/s.exec(message)?.[1] ?? '';
  const fields = [...strict.matchAll(/(unknown|duplicate) field "((?:[^"\\]|\\.)*)"/g)];
  if (fields.length > 0)
    return fields.map(([, what, path = '']) => ({ path, type: what === 'unknown' ? 'UnknownField' : 'DuplicateField', message: '' }));
  // Go's decoder names the struct, then the field without list indexes and map keys.
  const wrong = /cannot unmarshal (.+) into Go struct field \w+\.(\S+) of type (\S+)/.exec(message);
  return wrong === null ? [] : [{ path: String(wrong[2]), type: 'WrongType', message: `${wrong[1]} for ${wrong[3]}` }];
}

/** The kinds that the API server serves, with their paths. */
class Served {
  /** @type {Map<string, Promise<Map<string, { name: string, namespaced: boolean }>>>} */
  #versions = new Map();
  #api;

  /** @param {ApiClient} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * The path to which an object is posted. Undefined: its kind is not served.
   * @param {Case} one
   */
  async collection({ apiVersion, kind, namespace = 'default' }) {
    const group = String(apiVersion).includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const kinds = this.#versions.get(group) ?? this.#discover(group);
    this.#versions.set(group, kinds);
    const resource = (await kinds).get(kind);
    if (resource === undefined) return undefined;
    return `${group}${resource.namespaced ? `/namespaces/${encodeURIComponent(namespace)}` : ''}/${resource.name}`;
  }

  /** @param {string} group */
  async #discover(group) {
    const { status, text } = await this.#api.ask('GET', group);
    const resources =
      status === 200 ? /** @type {{ name: string, kind: string, namespaced: boolean }[]} */ (JSON.parse(text).resources) : [];
    return new Map(resources.filter(({ name }) => !name.includes('/')).map(({ name, kind, namespaced }) => [kind, { name, namespaced }]));
  }
}
