// The rules for keys and values of labels, and the words of Kubernetes for those that break them.

const NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const SUBDOMAIN_LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${SUBDOMAIN_LABEL}(\\.${SUBDOMAIN_LABEL})*`;
const NAME_PATTERN = new RegExp(`^${NAME}$`);
const SUBDOMAIN_PATTERN = new RegExp(`^${SUBDOMAIN}$`);
const MOST_NAME_BYTES = 63;
const MOST_SUBDOMAIN_BYTES = 253;

const ALPHANUMERIC_ENDS = 'and must start and end with an alphanumeric character';
const NAME_RULE =
  `must consist of alphanumeric characters, '-', '_' or '.', ${ALPHANUMERIC_ENDS} ` +
  `(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${NAME}')`;
const VALUE_RULE =
  `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ${ALPHANUMERIC_ENDS} ` +
  `(e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${NAME})?')`;
const SUBDOMAIN_RULE =
  `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ${ALPHANUMERIC_ENDS} ` +
  `(e.g. 'example.com', regex used for validation is '${SUBDOMAIN}')`;

/** Says what is wrong with a key, in the words of Kubernetes; nothing if it is right (IsLabelKey). */
export function labelKeyProblems(key: string): string[] {
  const [first = '', second, ...rest] = key.split('/', 3);
  if (rest.length > 0) {
    return [`a valid label key ${NAME_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const prefix = second === undefined ? [] : prefixProblems(first);
  return [...prefix, ...nameProblems(second ?? first)];
}

function prefixProblems(prefix: string): string[] {
  if (prefix === '') return ['prefix part must be non-empty'];
  const problems = tooLong(prefix, MOST_SUBDOMAIN_BYTES);
  if (!SUBDOMAIN_PATTERN.test(prefix)) problems.push(SUBDOMAIN_RULE);
  return problems.map((problem) => `prefix part ${problem}`);
}

function nameProblems(name: string): string[] {
  const problems = name === '' ? ['must be non-empty'] : tooLong(name, MOST_NAME_BYTES);
  if (!NAME_PATTERN.test(name)) problems.push(NAME_RULE);
  return problems.map((problem) => `name part ${problem}`);
}

/** Says what is wrong with a value, in the words of Kubernetes; nothing if it is right (IsLabelValue). */
export function labelValueProblems(value: string): string[] {
  const problems = tooLong(value, MOST_NAME_BYTES);
  if (value !== '' && !NAME_PATTERN.test(value)) problems.push(VALUE_RULE);
  return problems;
}

function tooLong(text: string, most: number): string[] {
  const bytes = text.length > most ? text.length : new TextEncoder().encode(text).length;
  return bytes > most ? [`must be no more than ${most} bytes`] : [];
}
