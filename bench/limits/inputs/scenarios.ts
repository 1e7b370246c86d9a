// Configurations of scheduler_perf that are meant to become large.

/** A configuration, and the templates that it names. */
export interface ScenarioCall {
  readonly text: string;
  readonly template: string;
}

const workloadOf = (op: string, params = '{count: 100000}'): string =>
  `- name: A\n  workloadTemplate:\n  - ${op}\n  workloads:\n  - {name: w, params: ${params}}\n`;
const PODS = '{opcode: createPods, countParam: $count, podTemplatePath: t}';
const pod = (name: string): string => `{apiVersion: v1, kind: Pod, metadata: {name: ${name}}, spec: {containers: [{name: c, image: i}]}}`;

/** Configurations by name. */
export const SCENARIO_INPUTS: Readonly<Record<string, () => ScenarioCall>> = {
  '100,000 pods': () => ({ text: workloadOf(PODS), template: pod('p') }),
  '100,000 nodes': () => ({ text: workloadOf('{opcode: createNodes, countParam: $count}'), template: pod('p') }),
  '1,000,000,000 pods': () => ({ text: workloadOf(PODS, '{count: 1000000000}'), template: pod('p') }),
  'a template of 60 doublings': () => ({
    text: workloadOf('{opcode: createAny, templatePath: t}'),
    template: `{{$a := "x"}}${'{{$a = printf "%s%s" $a $a}}'.repeat(60)}${pod('{{$a}}')}`,
  }),
  'a template of 1 MB': () => ({
    text: workloadOf('{opcode: createAny, templatePath: t}'),
    template: `${'{{if true}}a{{end}}'.repeat(55_000)}`,
  }),
  'a template of 200 nested ranges': () => ({
    text: workloadOf('{opcode: createAny, templatePath: t}'),
    template: `${'{{range until 10}}'.repeat(200)}x${'{{end}}'.repeat(200)}`,
  }),
  '20,000 workloads': () => ({
    text: `- name: A\n  workloadTemplate:\n  - ${PODS}\n  workloads:\n${Array.from({ length: 20_000 }, (_, index) => `  - {name: w${index}, params: {count: 1}}\n`).join('')}`,
    template: pod('p'),
  }),
};
