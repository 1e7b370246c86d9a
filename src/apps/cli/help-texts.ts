// The texts of --help, command by command.

import { NEWEST } from '../../core/features/releases.js';
import type { CommandHelp } from './command-help.js';
import { MERGE, SIMULATE } from './simulate/help.js';

const ALLOCATE: CommandHelp = {
  sentence: `Allocates devices to pending pods and claims, as kube-scheduler ${NEWEST} does, and prints the allocated claims.`,
  usage: ['allocate -f FILE... [options] [NAME...]'],
  notes:
    'NAME is a pod, a claim or an owner such as deployment/train (dra-allocator help names).\nWithout names: all pending pods that need devices, and all pending claims.',
  examples: ['allocate -f cluster.json -f train.yaml', 'allocate -f cluster.json -f train.yaml --node node-a -o yaml pod/train-0'],
  page: 'docs/reference/commands.md#allocate',
};

const EXPLAIN: CommandHelp = {
  sentence: 'Explains why a pod or claim is pending, and finds the smallest change that helps.',
  usage: ['explain -f FILE... [options] [NAME...]'],
  notes:
    'NAME is a pod, a claim or an owner such as deployment/train (dra-allocator help names).\nWithout names: the first pending pod that does not fit; if all fit, why their devices were chosen.',
  examples: ['explain -f cluster.json -f train.yaml', 'explain -f cluster.json -f train.yaml -o html > why.html'],
  page: 'docs/guides/debug-a-pending-pod.md',
};

const NODES: CommandHelp = {
  sentence: 'Lists the nodes that fit a pod with their scores, and the reasons why the other nodes do not.',
  usage: ['nodes -f FILE... [options] [NAME...]'],
  notes:
    'NAME is a pod, a claim or an owner such as deployment/train (dra-allocator help names).\nWithout names: all pending pods that need devices. Each row starts from the current cluster.',
  examples: ['nodes -f cluster.json -f train.yaml', 'nodes -f cluster.json -f train.yaml -o wide pod/train-0'],
  page: 'docs/reference/commands.md#nodes',
};

const FIT: CommandHelp = {
  sentence: 'Counts how many more replicas of a pod fit, and reports what runs out first.',
  usage: ['fit -f FILE... [options] [NAME...]', 'fit -f FILE... --node-template FILE [options]'],
  notes:
    'NAME is a pod, a claim, a claim template or an owner such as deployment/train (help names).\nWithout names: each pending pod that needs devices. Each row starts from the current cluster.',
  examples: ['fit -f cluster.json -f train.yaml deployment/train', 'fit -f cluster.json -f train.yaml --node-template gpu-node.yaml'],
  page: 'docs/guides/plan-capacity.md',
};

const DIFF: CommandHelp = {
  sentence: 'Compares a cluster with a changed one, and reports what changes for its pods and claims.',
  usage: ['diff -f FILE... --with FILE... [options]', 'diff -f FILE... --to-version 1.N [options]'],
  notes: 'The exit code is 1 if something is worse: a pod becomes pending, is evicted or is gone,\nor an allocated claim becomes invalid.',
  examples: ['diff -f cluster.json --with new-slices.yaml', `diff -f cluster.json --kubernetes-version 1.36 --to-version ${NEWEST}`],
  page: 'docs/guides/compare-clusters.md',
};

const INVENTORY: CommandHelp = {
  sentence: 'Lists the devices of a cluster by node, driver and pool: how many are free, and which claims use the others.',
  usage: ['inventory -f FILE... [options]'],
  examples: ['inventory -f cluster.json', 'inventory -f cluster.json --node node-a -o wide'],
  page: 'docs/reference/commands.md#inventory',
};

const CEL: CommandHelp = {
  sentence: 'Evaluates a CEL selector on every device: its result, its cost, and the attributes it reads.',
  usage: ['cel EXPRESSION -f FILE... [options]'],
  notes:
    'An expression that begins with a hyphen comes last, after --.\nThe exit code is 1 if no device matches, 3 if the selector does not compile or fails on a device.',
  examples: [
    `cel 'device.attributes["gpu.example.com"].model == "H100"' -f cluster.json`,
    `cel 'device.driver == "gpu.example.com"' -f cluster.json --environment new`,
  ],
  page: 'docs/reference/cel.md',
};

const VALIDATE: CommandHelp = {
  sentence: 'Finds objects that the API server would reject, and objects that can never work.',
  usage: ['validate -f FILE... [options] [FILE...]'],
  notes:
    'To skip a rule in one place, write this comment on the line, above it, or above the object:\n  # dra-allocator: ignore RULE reason',
  examples: ['validate -f claim.yaml', 'validate -R -f manifests -o github'],
  page: 'docs/guides/lint-manifests.md',
};

const RULES: CommandHelp = {
  sentence: 'Lists the rules of validate, or describes one rule with examples.',
  usage: ['rules [RULE]'],
  examples: ['rules', 'rules request-name'],
  page: 'docs/reference/rules.md',
};

const CLASSIC: CommandHelp = {
  sentence: 'Simulates classic DRA (Kubernetes 1.26 to 1.30) step by step, until no object changes any more.',
  usage: ['classic -f FILE... [options]'],
  examples: ['classic -f classic.yaml', 'classic -f classic.yaml -o mermaid'],
  page: 'docs/guides/classic-dra.md',
};

const MIGRATE: CommandHelp = {
  sentence: 'Converts objects of classic DRA to resource.k8s.io/v1, with a comment for everything that has no counterpart.',
  usage: ['migrate -f FILE... [options]'],
  examples: ['migrate -f classic.yaml', 'migrate -R -f manifests > v1.yaml'],
  page: 'docs/guides/classic-dra.md',
};

const COMPLETION: CommandHelp = {
  sentence: 'Prints a script that completes commands, options and values in a shell.',
  usage: ['completion bash|zsh|fish'],
  notes: 'In bash: source <(dra-allocator completion bash)',
  examples: [`completion zsh > "\${fpath[1]}/_dra-allocator"`, 'completion fish > ~/.config/fish/completions/dra-allocator.fish'],
  page: 'docs/reference/commands.md#completion',
};

export const TEXTS = {
  allocate: ALLOCATE,
  explain: EXPLAIN,
  nodes: NODES,
  fit: FIT,
  diff: DIFF,
  simulate: SIMULATE,
  merge: MERGE,
  inventory: INVENTORY,
  cel: CEL,
  validate: VALIDATE,
  rules: RULES,
  classic: CLASSIC,
  migrate: MIGRATE,
  completion: COMPLETION,
} as const satisfies Readonly<Record<string, CommandHelp>>;
