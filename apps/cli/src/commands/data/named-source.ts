import { Option } from 'commander';
import { parse } from 'yaml';
import { usageError } from '../../cli-error';
import type { CommandContext } from '../../command-line/command-spec';
import { isObject } from '../../document/document-file';
import { readInput, readPassword } from '../../document/read-input';
import { databaseOf, readSourceUrl, type SourceConnection } from './source-url';

export interface SourceOptions {
  readonly source?: string;
  readonly type?: string;
  readonly hostPort?: string;
  readonly user?: string;
  readonly database?: string;
  readonly files?: string;
  readonly configFile?: string;
  readonly passwordFile?: string;
  /** false where --no-password is given. */
  readonly password?: boolean;
}

/** The options that say where the data is. */
export const SOURCE: readonly Option[] = [
  new Option('--source <URL>', 'postgresql://user@host/database, mysql://… or mariadb://…, without a password'),
  new Option('--host-port <HOST:PORT>', 'Host and port of the database, in place of --source'),
  new Option('--user <NAME>', 'The user of the database'),
  new Option('--database <NAME>', 'The database; of MySQL and MariaDB the one schema that is read'),
  new Option('--files <FOLDER>', 'A folder of Parquet, CSV or JSON files, as the worker sees it'),
  new Option('--config-file <FILE>', 'connection.config of the service as JSON or YAML, secrets included; - for stdin'),
  new Option('--type <TYPE>', 'Type of the service, such as Postgres, Mysql, MariaDB, Datalake'),
  new Option('--password-file <FILE>', 'A file that holds the password (default: it is asked for, or read from stdin)'),
  new Option('--no-password', 'The database asks for none'),
  // Known, so that a message about it does not repeat it.
  new Option('--password <PASSWORD>').hideHelp().argParser(refusePassword),
];

const HOW =
  'Without it, it is asked for; or it comes from --password-file or METADATA_CATALOG_SOURCE_PASSWORD; or METADATA_CATALOG_SOURCE holds the whole string, in place of --source';

const WAYS = ['source', 'hostPort', 'files', 'configFile'] as const;

/**
 * Where the data is, by the options, else by METADATA_CATALOG_SOURCE; undefined where neither says so.
 * @throws {CliError} usage
 */
export async function namedSource(
  options: SourceOptions,
  context: CommandContext,
): Promise<SourceConnection | undefined> {
  const ways = WAYS.filter((way) => options[way] !== undefined);
  refuseOdd(ways, options);
  const { files, configFile, hostPort, source } = options;
  if (files !== undefined) return folder(files, options);
  if (configFile !== undefined) return configured(configFile, options, context);
  if (source !== undefined) return withPassword(withoutSecret(source), options, context);
  if (hostPort !== undefined) return withPassword(hostOf(hostPort, options), options, context);
  const { source: variable } = context.environment;
  if (variable !== undefined) return withPassword(readSourceUrl(variable), options, context);
  if ([options.user, options.database, options.passwordFile].every((one) => one === undefined)) return undefined;
  throw usageError('nothing says where the data is: give --source or --host-port');
}

function refuseOdd([way, ...more]: readonly (typeof WAYS)[number][], options: SourceOptions): void {
  if (more.length > 0) throw usageError('give one of --source, --host-port, --files and --config-file');
  const ofLogin = options.user ?? options.passwordFile;
  if (ofLogin !== undefined && (way === 'files' || way === 'configFile'))
    throw usageError('--user and --password-file belong to --source or --host-port');
}

function refusePassword(): never {
  throw usageError('a password never stands on the command line, which everybody on this machine sees', HOW);
}

/** A command line is seen by everybody on the machine, and stays in the history of the shell. */
function withoutSecret(url: string): SourceConnection {
  const source = readSourceUrl(url);
  if (source.password === undefined) return source;
  throw usageError(
    'the connection string has a password, and everybody on this machine sees command lines: leave it out there',
    HOW,
  );
}

function hostOf(hostPort: string, { type = 'Postgres' }: SourceOptions): SourceConnection {
  return { serviceType: type, config: { type, hostPort } };
}

function folder(path: string, { type = 'Datalake', database }: SourceOptions): SourceConnection {
  const config = { type, configSource: { type: 'Local', path }, ...(database && { databaseName: database }) };
  return { serviceType: type, config };
}

async function configured(file: string, { type }: SourceOptions, context: CommandContext): Promise<SourceConnection> {
  const text = (await readInput(file, context)).toString('utf8');
  const config = parsed(text);
  if (!isObject(config))
    throw usageError(`${file} must hold an object in JSON or YAML: connection.config of a service`);
  const serviceType = type ?? (typeof config.type === 'string' ? config.type : undefined);
  if (serviceType === undefined) throw usageError(`${file} has no member type: give the type of the service by --type`);
  return { serviceType, config };
}

/** The parser would quote what it does not understand, and with it a secret. */
function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

async function withPassword(
  { serviceType: read, config, password: given }: SourceConnection,
  options: SourceOptions,
  context: CommandContext,
): Promise<SourceConnection> {
  const { type: serviceType = read, user, database } = options;
  const whole = { ...config, type: serviceType, ...(user && { username: user }), ...databaseOf(serviceType, database) };
  if (whole.username === undefined)
    throw usageError('nobody is named who reads the data: give --user, or …://user@host/…');
  if (serviceType === 'Postgres' && !('database' in whole))
    throw usageError('no database is named: give --database, or …://user@host/database');
  const password = options.password === false ? undefined : await passwordOf(options, context, given);
  return { serviceType, config: { ...whole, ...(password === undefined ? {} : { authType: { password } }) } };
}

async function passwordOf(
  { passwordFile }: SourceOptions,
  context: CommandContext,
  given: string | undefined,
): Promise<string> {
  if (passwordFile !== undefined) return readPassword(passwordFile, context);
  return given ?? context.environment.sourcePassword ?? readPassword('-', context);
}
