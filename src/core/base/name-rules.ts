// The rules for names in Kubernetes, and its messages for texts that break them. Source: k8s.io/apimachinery pkg/util/validation.

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const KEY = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
const LABEL_1035_RULE =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
const KEY_RULE = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

const regexHint = (rule: string, regex: string, ...examples: readonly string[]): string =>
  `${rule} (e.g. ${examples.map((example) => `'${example}', `).join(' or ')}regex used for validation is '${regex}')`;

const KEY_HINT = regexHint(KEY_RULE, KEY, 'MyName', 'my.name', '123-abc');

function tooLong(text: string, limit: number, unit: string): string[] {
  // A UTF-16 unit has one to three bytes, so only texts of medium length must be encoded to be measured.
  if (text.length * 3 <= limit) return [];
  const bytes = text.length > limit ? text.length : new TextEncoder().encode(text).length;
  return bytes > limit ? [`must be no more than ${limit} ${unit}`] : [];
}

// Each part is matched alone, so that no pattern backtracks over a text that does not match.
const isLabel = (text: string): boolean => /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text);
const isSubdomain = (text: string): boolean => text.split('.').every(isLabel);
const isKey = (text: string): boolean => /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/.test(text);

/** Returns the problems of a text as an RFC 1123 label; empty for a valid one. */
export function labelProblems(text: string): string[] {
  const problems = tooLong(text, 63, 'characters');
  if (isLabel(text)) return problems;
  return [...problems, isSubdomain(text) ? 'must not contain dots' : regexHint(LABEL_RULE, LABEL, 'my-name', '123-abc')];
}

/** Returns the problems of a text as a DNS label (RFC 1035). */
export function label1035Problems(text: string): string[] {
  const problems = tooLong(text, 63, 'characters');
  if (isLabel(text) && /^[a-z]/.test(text)) return problems;
  return [...problems, regexHint(LABEL_1035_RULE, LABEL_1035, 'my-name', 'abc-123')];
}

/** Returns the problems of a text as an RFC 1123 subdomain. `unit`: the reference has this rule twice, in different words. */
export function subdomainProblems(text: string, unit: 'characters' | 'bytes'): string[] {
  const problems = tooLong(text, 253, unit);
  return isSubdomain(text) ? problems : [...problems, regexHint(SUBDOMAIN_RULE, SUBDOMAIN, 'example.com')];
}

/** Returns the problems of the key of a label, or of another name with an optional domain (IsQualifiedName). */
export function labelKeyProblems(text: string): string[] {
  const parts = text.split('/', 3);
  if (parts.length > 2) return [`a valid label key ${KEY_HINT} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  const prefixProblems = prefix === '' ? ['must be non-empty'] : prefix === undefined ? [] : subdomainProblems(prefix, 'bytes');
  const nameProblems = name === '' ? ['must be non-empty'] : tooLong(name, 63, 'bytes');
  if (!isKey(name)) nameProblems.push(KEY_HINT);
  return [...prefixProblems.map((problem) => `prefix part ${problem}`), ...nameProblems.map((problem) => `name part ${problem}`)];
}

/** Returns the problems of the value of a label (IsValidLabelValue). */
export function labelValueProblems(text: string): string[] {
  const problems = tooLong(text, 63, 'bytes');
  return text === '' || isKey(text) ? problems : [...problems, regexHint(VALUE_RULE, `(${KEY})?`, 'MyValue', 'my_value', '12345')];
}
