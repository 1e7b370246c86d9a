import { checkChoice } from '../../checks/choices.js';
import { containersOf, isPortNumber, PORT_RANGE } from '../../checks/pods.js';
import { duplicate, invalid, required } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';

function checkPortName(name: Field, seen: Set<string>, context: RuleContext): void {
  const { text } = name;
  if (text === '') return;
  const problem = problemOf(text);
  if (problem !== undefined) context.report(name, invalid(text, problem));
  else if (seen.has(text)) context.report(name, duplicate(text));
  else seen.add(text);
}

function problemOf(text: string): string | undefined {
  if (text.length > 15) return 'must be no more than 15 characters';
  if (!/^[-a-z0-9]*$/.test(text)) return 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)';
  if (!/[a-z]/.test(text)) return 'must contain at least one letter (a-z)';
  if (text.includes('--')) return 'must not contain consecutive hyphens';
  return text.startsWith('-') || text.endsWith('-') ? 'must not begin or end with a hyphen' : undefined;
}

function checkNumber(port: Field, context: RuleContext): void {
  if (port.integer === 0n) context.report(port, required());
  else if (!isPortNumber(port.integer)) context.report(port, invalid(port.integer, PORT_RANGE));
}

/** Services refer to a port by its name. */
export const containerPort: Rule = {
  id: 'container-port',
  severity: 'error',
  says: 'Container port has an invalid number, protocol or name',
  link: 'https://kubernetes.io/docs/concepts/services-networking/service/',
  at: ['core.PodSpec'],
  examples: () => ({
    kind: 'Pod',
    bad: { 'spec.containers[0].ports': [{ name: 'web_ui', containerPort: 80 }] },
    good: { 'spec.containers[0].ports': [{ name: 'web-ui', containerPort: 80 }] },
  }),
  check(spec, context) {
    for (const container of containersOf(spec)) {
      const seen = new Set<string>();
      for (const port of container.child('ports').items) {
        context.checkpoint.step();
        checkPortName(port.child('name'), seen, context);
        checkNumber(port.child('containerPort'), context);
        if (port.child('protocol').text !== '') checkChoice(port.child('protocol'), ['SCTP', 'TCP', 'UDP'], context);
      }
    }
  },
};
