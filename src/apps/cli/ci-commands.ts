// Escapes the commands that CI systems read from the lines of logs, so that a name in the input cannot become one.
//
// GitHub Actions runs `::name::` at the start of a line, after blanks, and `##[name]` anywhere in a line. Azure Pipelines runs `##vso[`, TeamCity `##teamcity[`.
// Sources: src/Runner.Common/ActionCommand.cs of actions/runner; the Azure page on logging commands; the TeamCity page on service messages.

/** Characters that comparisons by locale ignore. The runner of GitHub Actions compares this way. */
const IGNORED = String.raw`\p{Default_Ignorable_Code_Point}`;

/** Matches the first of two colons at the start of a line, after blanks and colours. */
const AT_START = new RegExp(String.raw`^((?:[^\S\n]|${IGNORED}|\u001b\[\d+m)*):(?=${IGNORED}*:)`, 'gmu');

/** Matches the first of two number signs before a bracket, with or without letters between. */
const ANYWHERE = new RegExp(`#(?=${IGNORED}*#(?:${IGNORED}|[A-Za-z])*\\[)`, 'gu');

/** Escapes the first character of each command. In JSON strings and quoted YAML, the escape sequence means the same character. */
export function withoutCommands(lines: string): string {
  return withoutInnerCommands(lines.replace(AT_START, '$1\\u003a'));
}

/** Escapes commands inside lines that are commands themselves. */
export function withoutInnerCommands(lines: string): string {
  return lines.replace(ANYWHERE, '\\u0023');
}
