// The OpenAPI document of the service. Tests check every answer against it.

import type { ProblemStatus } from './problem.js';
import type { Topic } from './question.js';
import type { Settings } from './settings.js';

type Schema = Readonly<Record<string, unknown>>;

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[], more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
  ...more,
});
const list = (items: Schema): Schema => ({ type: 'array', items });
const mapOf = (value: Schema): Schema => ({ type: 'object', additionalProperties: value });
const text: Schema = { type: 'string' };
const NODE: Schema = { ...text, minLength: 1, description: 'The name of a Node among the objects.' };
const amount: Schema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const OBJECTS: Schema = {
  ...list(ref('KubernetesObject')),
  description: 'Objects of the cluster, of any served version; lists are flattened, kinds that have nothing to do with devices ignored.',
};
const SEMANTICS = {
  kubernetesVersion: {
    ...text,
    pattern: '^v?1\\.\\d+(\\.\\d+([-+][0-9A-Za-z.+-]+)?)?$',
    description: 'A release, or a version of it, whose gates have their defaults. Absent: every gate is on.',
    examples: ['1.37'],
  },
  featureGates: {
    ...mapOf({ type: 'boolean' }),
    propertyNames: { pattern: '^[A-Z][A-Za-z0-9]*$' },
    description: 'Single gates by their Kubernetes names.',
  },
};
const LIMITS = {
  limits: object({ milliseconds: amount, steps: amount }, [], {
    description: 'Less than the limits of the service; more counts as these.',
  }),
};
const CLAIMS = { ...list(ref('KubernetesObject')), description: 'ResourceClaims that are allocated together, on one node.' };
const POD = {
  ...ref('KubernetesObject'),
  description: 'A pod as it would be created, with its claims made from templates among the objects.',
};

/** Returns the schema of a question about claims or about a pod. */
function aboutClaims(own: Readonly<Record<string, Schema>>, needsObjects: boolean): Schema {
  const needed = needsObjects ? ['objects'] : [];
  return {
    oneOf: [
      object({ objects: OBJECTS, claims: CLAIMS, ...SEMANTICS, ...LIMITS, ...own }, [...needed, 'claims'], { title: 'About claims' }),
      object({ objects: OBJECTS, pod: POD, ...SEMANTICS, ...LIMITS, ...own }, [...needed, 'pod'], { title: 'About a pod' }),
    ],
  };
}

const INTERRUPTED_BY: Schema = { enum: ['steps', 'milliseconds', 'signal', 'selector'] };
const STEPS = { steps: { ...amount, description: 'Search decisions: the same number on every machine.' } };
const REJECTION = object({ code: text, message: text, detail: text }, ['code', 'message']);

const ALLOCATED = object(
  {
    kind: { const: 'allocated' },
    node: text,
    allocations: { ...list(ref('AllocationResult')), description: 'One for each claim, in order.' },
    ...STEPS,
  },
  ['kind', 'node', 'allocations', 'steps'],
);
const UNALLOCATABLE = object(
  { kind: { const: 'unallocatable' }, node: text, message: { ...text, description: "The scheduler's words, for a pod." }, ...STEPS },
  ['kind'],
);
const REJECTED = object({ kind: { const: 'rejected' }, node: text, rejections: list(REJECTION), ...STEPS }, [
  'kind',
  'node',
  'rejections',
  'steps',
]);
const INTERRUPTED = object({ kind: { const: 'interrupted' }, node: text, by: INTERRUPTED_BY, selector: { type: 'object' }, ...STEPS }, [
  'kind',
  'by',
]);

const FOUND = {
  errors: { ...mapOf(ref('NodeError')), description: 'Nodes on which the allocation failed with an error.' },
  rejections: { ...mapOf(list(REJECTION)), description: 'For a pod: why it may not go to a node.' },
  message: text,
  notLookedAt: { ...list(text), description: 'Things that a scheduler looks at and this service does not.' },
};
const COMPLETE = object(
  {
    kind: { const: 'complete' },
    feasible: list(text),
    scores: list({ type: 'integer' }),
    normalized: list({ type: 'integer' }),
    best: text,
    ...FOUND,
  },
  ['kind', 'feasible', 'scores', 'errors'],
);
const INTERRUPTED_FILTER = object(
  {
    kind: { const: 'interrupted' },
    by: INTERRUPTED_BY,
    selector: { type: 'object' },
    feasibleSoFar: list(text),
    scoresSoFar: list({ type: 'integer' }),
    interrupted: list(text),
    ...FOUND,
  },
  ['kind', 'by', 'feasibleSoFar', 'scoresSoFar', 'interrupted', 'errors'],
);

const ERROR = {
  code: text,
  message: text,
  name: text,
  nodeLocal: { type: 'boolean' },
  claim: text,
  request: text,
  selector: amount,
  device: text,
  path: text,
};

const SCHEMAS: Readonly<Record<string, Schema>> = {
  KubernetesObject: { type: 'object', description: 'An object as kubectl prints it.' },
  AllocationResult: {
    type: 'object',
    description: 'As status.allocation of resource.k8s.io/v1.',
    properties: { devices: { type: 'object' }, nodeSelector: { type: 'object' }, firstOfDevicesIndex: amount },
    required: ['devices'],
  },
  NodeError: object(ERROR, ['code', 'message']),
  AllocateAnswer: { oneOf: [ALLOCATED, UNALLOCATABLE, REJECTED, INTERRUPTED] },
  FilterAnswer: { oneOf: [COMPLETE, INTERRUPTED_FILTER] },
  ExplainAnswer: object(
    {
      kind: { enum: ['allocated', 'unallocatable', 'interrupted', 'error'] },
      by: INTERRUPTED_BY,
      error: ref('NodeError'),
      nodes: list({
        type: 'object',
        properties: { node: text, kind: text, text, requests: list({ type: 'object' }) },
        required: ['node', 'kind', 'text', 'requests'],
        description: 'What became of every device for each request: docs of the library, NodeExplanation.',
      }),
      groups: list(object({ nodes: list(text), text }, ['nodes', 'text'])),
      suggestions: list(
        object(
          {
            size: amount,
            text,
            by: { enum: ['author', 'admin'] },
            patches: list(object({ object: { type: 'object' }, patch: list({ type: 'object' }) }, ['object', 'patch'])),
          },
          ['size', 'text', 'by', 'patches'],
        ),
      ),
    },
    ['kind', 'nodes', 'groups', 'suggestions'],
  ),
  ValidateAnswer: object(
    { valid: { type: 'boolean', description: 'False: an API server refuses one of the objects.' }, findings: list(ref('Finding')) },
    ['valid', 'findings'],
  ),
  Finding: object(
    {
      severity: { enum: ['error', 'warning'] },
      rule: text,
      message: text,
      object: text,
      path: text,
      line: { type: 'integer', minimum: 1 },
      column: { type: 'integer', minimum: 1 },
      suggestion: text,
    },
    ['severity', 'rule', 'message', 'object', 'path'],
  ),
  Problem: object(
    {
      title: text,
      status: { type: 'integer' },
      code: { ...text, description: 'Stable: programs may look at it. For 422 a code of AllocationError.' },
      detail: text,
      findings: list(ref('Finding')),
      claim: text,
      request: text,
      selector: amount,
      device: text,
      path: text,
    },
    ['title', 'status', 'code', 'detail'],
  ),
};

const json = (schema: Schema): Schema => ({ 'application/json': { schema } });
const body = (schema: Schema): Schema => ({ required: true, content: { 'application/json': { schema }, 'application/yaml': { schema } } });

const WORDS: Readonly<Record<ProblemStatus, string>> = {
  400: 'The body cannot be read, or a field or an object is wrong: `findings` say what and where. Or it is no request of HTTP.',
  401: 'The token is missing or wrong.',
  404: 'There is nothing at this path.',
  405: 'The path is asked with another method.',
  408: 'The request came too slowly.',
  413: 'The body is larger than the service takes.',
  415: 'The body is neither JSON nor YAML, or it is encoded.',
  417: 'Something else than 100-continue is expected.',
  422: 'The body is understood, and the question has no answer: `code` says why.',
  431: 'The headers are larger than the service takes.',
  500: 'A defect of the service.',
  503: 'Too many questions are under way, or there is no memory for one; `Retry-After` says when to come again.',
};

function problems(...statuses: readonly ProblemStatus[]): Schema {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: WORDS[status],
        ...(status === 503 ? { headers: { 'Retry-After': { schema: { type: 'string' }, description: 'Seconds.' } } } : {}),
        content: { 'application/problem+json': { schema: ref('Problem') } },
      },
    ]),
  );
}

const SUMMARIES: Readonly<Record<Topic, string>> = {
  allocate: 'Which devices do claims, or a pod, get? On a node that is named, or on the best one.',
  filter: 'On which nodes can claims, or a pod, get their devices?',
  explain: 'Why do claims, or a pod, get their devices or not, and what would help?',
  validate: 'What would an API server refuse of these objects, and what can never work?',
};

function operation(topic: Topic, needsObjects: boolean): Schema {
  const questions: Readonly<Record<Topic, Schema>> = {
    allocate: aboutClaims({ node: NODE }, needsObjects),
    filter: aboutClaims({ nodes: list(NODE) }, needsObjects),
    explain: aboutClaims({ node: NODE, suggestions: { type: 'boolean' } }, needsObjects),
    validate: object({ objects: OBJECTS, ...SEMANTICS }, ['objects']),
  };
  const answer = `${topic[0]?.toUpperCase()}${topic.slice(1)}Answer`;
  return {
    post: {
      operationId: topic,
      summary: SUMMARIES[topic],
      requestBody: body(questions[topic]),
      responses: {
        200: { description: 'The answer.', content: json(ref(answer)) },
        ...problems(400, 408, 413, 415, 417, 422, 431, 500, 503),
      },
    },
  };
}

const plain = (id: string, summary: string, more: Schema = {}): Schema => ({
  get: { operationId: id, summary, responses: { 200: { description: 'A text.', content: { 'text/plain': { schema: text } } }, ...more } },
});

const CLUSTER: Schema = {
  put: {
    operationId: 'replaceCluster',
    summary: 'Puts objects in place of the cluster that stays, which questions without objects are about.',
    security: [{ token: [] }],
    requestBody: body(object({ objects: OBJECTS }, ['objects'])),
    responses: {
      200: { description: 'The cluster stays.', content: json(object({ objects: amount }, ['objects'])) },
      ...problems(400, 401, 408, 413, 415, 417, 422, 431, 500, 503),
    },
  },
};

/** Returns the document. `hasCluster`: the service has a resident cluster. */
export function openApi(settings: Settings, hasCluster: boolean): Schema {
  const paths = Object.fromEntries(
    (['allocate', 'filter', 'explain', 'validate'] as const).map((topic) => [`/${topic}`, operation(topic, !hasCluster)]),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: 'dra-allocator',
      version: '0.1.0',
      description: `Which devices do Kubernetes workloads get? Bodies have ${settings.bodyBytes} bytes at most, questions ${settings.milliseconds} ms and ${settings.steps} search decisions.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths: {
      ...paths,
      ...(hasCluster ? { '/cluster': CLUSTER } : {}),
      '/healthz': plain('healthz', 'The process runs.'),
      '/readyz': plain('readyz', 'Questions can be answered.', problems(503)),
      '/metrics': plain('metrics', 'Metrics in the text format of Prometheus.'),
      '/openapi.json': {
        get: {
          operationId: 'openapi',
          summary: 'This document.',
          responses: { 200: { description: 'The document.', content: json({ type: 'object' }) } },
        },
      },
    },
    components: { schemas: SCHEMAS, ...(hasCluster ? { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } } : {}) },
  };
}
