import type { CommandSpec, OptionSpec } from './command-spec';

export const OUTPUTS = ['text', 'json', 'junit', 'github', 'markdown'] as const;

export type OutputFormat = (typeof OUTPUTS)[number];

const HELP: OptionSpec = { name: 'help', short: 'h', description: 'Show this help' };

const OUTPUT_FILE: OptionSpec = {
  name: 'output-file',
  value: 'FILE',
  description: 'Write the result there instead of to stdout',
};

const REPORTING: readonly OptionSpec[] = [
  { name: 'output', short: 'o', value: 'FORMAT', description: `${OUTPUTS.join(', ')} (default: text)` },
  {
    name: 'report',
    value: 'FORMAT=FILE',
    many: true,
    description: 'Write the result in a further format as well, such as junit=report.xml',
  },
];

const REMOTE: readonly OptionSpec[] = [
  { name: 'url', value: 'URL', description: 'The service; else METADATA_CATALOG_URL, else that of the profile' },
  { name: 'token', value: 'TOKEN', description: 'A token; else METADATA_CATALOG_TOKEN, else that of the profile' },
  {
    name: 'token-file',
    value: 'FILE',
    description: 'A file that holds the token, so that it stands in no list of processes',
  },
  { name: 'profile', value: 'NAME', description: 'A profile made by login' },
  {
    name: 'request-timeout',
    value: 'SECONDS',
    description: 'The most that one request may take (default: 60)',
  },
];

/** The options of a command: its own first, then those that commands of its kind share. */
export function optionsOf({ options, reports, remote }: CommandSpec): readonly OptionSpec[] {
  return [...options, ...(reports ? REPORTING : []), OUTPUT_FILE, ...(remote ? REMOTE : []), HELP];
}
