// The topics of `dra-allocator help`, which all commands share.

import { DUMPED_KINDS, dumpOf, KINDS_OF_SOME_CLUSTERS } from './cluster-dump.js';
import { listOptions } from './help-options.js';
import { FILE, OUTPUT, SHARED_OPTIONS } from './option-specs.js';

/** The topics, with a summary of each. */
export const TOPICS = {
  dump: 'save a cluster to a file',
  environment: 'variables of the environment',
  'exit-codes': 'exit codes of all commands',
  formats: 'output formats and templates',
  names: 'how to name pods, claims and owners',
  options: 'options that most commands share',
} as const;

/** One of {@link TOPICS}. */
export type Topic = keyof typeof TOPICS;

/** True for the name of a topic. */
export function isTopic(word: string | undefined): word is Topic {
  return word !== undefined && Object.hasOwn(TOPICS, word);
}

/** A shell command may continue on the next line after a comma and a backslash, if that line begins at its first column. */
const KINDS_PER_LINE = 6;

const DUMPED_LINES = DUMPED_KINDS.map((kind, index) =>
  index === DUMPED_KINDS.length - 1 ? kind : `${kind},${(index + 1) % KINDS_PER_LINE === 0 ? '\\\n' : ''}`,
).join('');

const TEXTS: Readonly<Record<Topic, string>> = {
  dump: `Commands read objects that kubectl wrote to a file. Save a cluster with:

${dumpOf([DUMPED_LINES])} > cluster.json

If your cluster serves them, add these kinds to the list:
  ${KINDS_OF_SOME_CLUSTERS.join('\n  ')}

A later object replaces an earlier one of the same kind and name, as with kubectl apply. To try a
change, give a manifest after the dump: dra-allocator explain -f cluster.json -f train.yaml

Learn more: docs/reference/commands.md
`,
  environment: `Variables of the environment:
  NO_COLOR            if set and not empty: no colors
  FORCE_COLOR         if set: colors everywhere; 0 or false: no colors. Overrides NO_COLOR
  TERM                if dumb: no colors
  GITHUB_WORKSPACE    validate -o github and sarif: paths are relative to this directory

The option --color always or never overrides the variables.
No command contacts a cluster: KUBECONFIG has no effect.
`,
  'exit-codes': `Exit codes:
  0    no finding
  1    a finding: a pod or claim is pending (cel: no device matches; validate: an error was found;
       diff: something is worse; merge: shards are missing)
  2    the command line is wrong
  3    the input is empty, unreadable, incomplete or invalid, or a CEL selector failed
  4    a limit ended the command before its answer was complete: --steps, --selector-work, --timeout
  70   a bug in dra-allocator: please report it
  74   standard output cannot be written, for example because the disk is full

Learn more: docs/reference/exit-codes.md
`,
  formats: `Output formats of -o (the help of a command lists the formats that it supports):
  table              columns for people (default)
  wide               as table, with all columns and full reasons
  json, yaml         all data, for programs
  name               only names, one a line
  html               a page of one file that needs no network (explain, simulate)
  csv                samples (simulate) or cells (merge) for a spreadsheet
  text, junit, sarif, github
                     findings of validate: for people, test reports, code scanning, pull requests
  mermaid            a sequence diagram (classic)

Templates, as in kubectl:
  -o custom-columns=NAME:.metadata.name,NAMESPACE:.metadata.namespace
  -o jsonpath='{range .items[*]}{.metadata.name}{"\\n"}{end}'

Data goes to standard output; notes, warnings and errors go to standard error.
`,
  names: `Names of pods and claims, as in kubectl:
  train-0                      the pod or claim train-0
  ml/train-0                   the same in namespace ml
  pod/train-0, claim/gpus      a pod, a claim
  deployment/train, job/train  the pods of an owner: also replicaset, statefulset, daemonset,
                               cronjob, jobset, raycluster and any kind with a pod template
  deployment/ml/train          the same in namespace ml
  pod train-0 train-1          several objects of one kind

Short names work: po, deploy, rs, sts, ds, cj, rc, lws, isvc.

Without a namespace, a name is in the namespace of -n, or in "default".
Pods that an owner has not created yet are called OWNER-0, OWNER-1, ...
Claims from templates that are not created yet are called POD-CLAIM.
`,
  options: `Options that most commands share (the help of a command names the ones that it accepts):

${listOptions([FILE, ...SHARED_OPTIONS, { ...OUTPUT, help: 'the output format (dra-allocator help formats)' }])}
An option can stand before or after the command: -o json, -ojson, -o=json, --output json,
--output=json. After -- everything is an argument.
`,
};

export function topicText(topic: Topic): string {
  return TEXTS[topic];
}
