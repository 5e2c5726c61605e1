import { stringify } from 'yaml';
import type { ConnectionConfig } from '../../api/connection-kinds';
import { shownConfig, type ConnectionDraft, type ConnectionField } from './connection-fields';

/** The command as it is called in the folder of the catalog. */
export const COMMAND = 'node bin/metadata-catalog.cjs';

/** Text for a shell: in quotes where it would be read otherwise. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Options of the command for what a member is in a connection string. */
const OPTIONS: Readonly<Record<string, string>> = { host: '--host-port', user: '--user', path: '--database' };

interface Connecting {
  readonly name: string;
  readonly serviceType: string;
  readonly fields: readonly ConnectionField[];
  readonly draft: ConnectionDraft;
  readonly config: ConnectionConfig;
}

/**
 * The command that connects the same. The password never stands on a command line: it is asked for. What has no option of its own is read
 * from the file that is shown beside it.
 */
export function connectCommand({ name, serviceType, fields, draft, config }: Connecting): string {
  const begin = `${COMMAND} connect ${quoted(name || 'shop')}`;
  const given = fields.filter(({ path, input, standard }) => {
    const text = draft[path] ?? '';
    return text !== '' && !(input === 'switch' && text === String(standard ?? false));
  });
  const hasOptions =
    given.every(({ part = '', path }) => part in OPTIONS || path === 'authType.password') &&
    given.some(({ part }) => part === 'user') &&
    given.some(({ part }) => part === 'host');
  if (!hasOptions || Object.keys(config).length === 0)
    return `${begin} --type ${serviceType} --config-file connection.yaml`;
  const options = given.flatMap(({ part = '', path }) =>
    part in OPTIONS ? [`${OPTIONS[part]} ${quoted(draft[path] ?? '')}`] : [],
  );
  return `${begin} --type ${serviceType} ${options.join(' ')}`;
}

export const crawlCommand = (name: string): string => `${COMMAND} crawl ${quoted(name || 'shop')}`;

/** The file of the command, without secrets. */
export const connectionYaml = (
  serviceType: string,
  fields: readonly ConnectionField[],
  config: ConnectionConfig,
): string => stringify({ type: serviceType, ...shownConfig(fields, config) }, { lineWidth: 0 });
