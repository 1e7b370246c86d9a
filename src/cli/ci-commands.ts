// Commands that systems for continuous integration read from the lines of logs: a name in the input must not become one.
//
// The runner of GitHub Actions takes `::name::` at the start of a line, after blanks, and `##[name]` anywhere in it; Azure Pipelines takes `##vso[`, and TeamCity
// `##teamcity[`. Sources: src/Runner.Common/ActionCommand.cs of actions/runner; the pages on logging commands and service messages of the other two.

/** Characters that count for nothing where texts are compared by language. */
const IGNORED = String.raw`\p{Default_Ignorable_Code_Point}`;

/** The first colon of a line that begins with two, after blanks and colours. */
const AT_START = new RegExp(String.raw`^((?:[^\S\n]|${IGNORED}|\u001b\[\d+m)*):(?=${IGNORED}*:)`, 'gmu');

/** The first of two number signs before a bracket, with or without letters between. */
const ANYWHERE = new RegExp(`#(?=${IGNORED}*#(?:${IGNORED}|[A-Za-z])*\\[)`, 'gu');

/** Escapes the first character of each command in printable lines. In texts of JSON, and in YAML with quotes, the escape sequence stands for the same character. */
export function withoutCommands(lines: string): string {
  return withoutInnerCommands(lines.replace(AT_START, '$1\\u003a'));
}

/** Escapes commands within lines that are commands themselves. */
export function withoutInnerCommands(lines: string): string {
  return lines.replace(ANYWHERE, '\\u0023');
}
