import { Option } from 'commander';
import { usageError } from '../../cli-error';
import { type CommandContext, defineCommand, type Invocation } from '../../command-line/command-spec';
import type { CatalogClient } from '../../connection/catalog-client';
import type { Outcome } from '../../report/report';
import { connectReport } from './connect-report';
import { servicePath } from './crawl';
import { DataRunWait, WAIT } from './data-run-wait';
import { namedSource, SOURCE, type SourceOptions } from './named-source';
import type { SourceConnection } from './source-url';

interface ConnectOptions extends SourceOptions {
  readonly customSql?: boolean;
  /** Seconds. */
  readonly wait: number;
}

/** A database service, as far as this command looks at it. */
interface StoredService {
  readonly id: string;
  readonly fullyQualifiedName: string;
  readonly serviceType: string;
}

export const connect = defineCommand<ConnectOptions>({
  name: 'connect',
  summary: 'Have the data of a database or a folder read, and try the connection',
  description:
    'Makes the database service of that name, or changes its connection; gives access to its data; has a worker try it step by step. Of a step that ' +
    'fails it says why, what to change, and how. Of a service that has a connection already the name is enough.\n\n' +
    'Where the data is, is said by --source, --host-port, --files or --config-file, else by METADATA_CATALOG_SOURCE. The password never stands on the ' +
    'command line: it comes from METADATA_CATALOG_SOURCE, --password-file or METADATA_CATALOG_SOURCE_PASSWORD, is asked for on a terminal, or is read from stdin.\n\n' +
    'Exit code 1: the source cannot be read; 3: that could not be found out.',
  takes: '<SERVICE>',
  options: [
    ...SOURCE,
    new Option('--custom-sql', 'Run SQL of test cases: it may ask for all that the user of the database may SELECT'),
    WAIT,
  ],
  examples: [
    'connect shop --source postgresql://reader@db.example.org:5432/shop',
    'connect shop --type MariaDB --host-port db.example.org --user reader --password-file password.txt',
    'connect lake --files /data/lake',
    'connect shop',
  ],
  run,
});

async function run(
  { args: [name = ''], options }: Invocation<ConnectOptions>,
  context: CommandContext,
): Promise<Outcome> {
  const service = await context.service();
  const source = await namedSource(options, context);
  const stored = await storedConnection(service, name, source);
  context.progress(`${name}: the service is ${stored.fullyQualifiedName}, ${stored.serviceType}`);
  await giveAccess(service, stored, options.customSql);
  context.progress(`${name}: its data may be read; trying the connection`);
  const tried = await new DataRunWait(service, options.wait, context.progress).run({
    ...{ path: `${servicePath(stored.id)}/connectionTests`, label: name, service: name },
    what: `Trying the connection of ${name}`,
  });
  return { report: connectReport(stored.fullyQualifiedName, tried, options.wait) };
}

/** The service with its connection; made where there is none. @throws {CliError} */
async function storedConnection(
  service: CatalogClient,
  name: string,
  source: SourceConnection | undefined,
): Promise<StoredService> {
  const what = `Looking up the service ${name}`;
  const found = await service.jsonIfThere<StoredService>({ path: servicePath(name), what });
  if (!source) {
    if (found) return found;
    throw usageError(`there is no service ${name} yet: say where its data is, such as by --source`);
  }
  const { serviceType, config } = source;
  if (!found) {
    const body = { name, serviceType, connection: { config } };
    const request = { method: 'POST', path: '/services/databaseServices', body } as const;
    return service.json<StoredService>({ ...request, what: `Making the service ${name}` });
  }
  if (found.serviceType.toLowerCase() !== serviceType.toLowerCase())
    throw usageError(
      `the service ${name} is of the type ${found.serviceType}, not ${serviceType}: choose another name`,
    );
  return service.json<StoredService>({
    ...{ method: 'PATCH', path: servicePath(found.id), what: `Changing the connection of ${name}` },
    headers: { 'content-type': 'application/json-patch+json' },
    body: [{ op: 'add', path: '/connection', value: { config } }],
  });
}

/** Members of an access that are shown and not set. */
const SHOWN = ['suspended', 'suspendedBy', 'engine', 'driver'];

/** Gives access; members that were set before stay, such as filters and limits. */
async function giveAccess(
  service: CatalogClient,
  { id, fullyQualifiedName }: StoredService,
  customSql?: boolean,
): Promise<void> {
  const path = `${servicePath(id)}/dataAccess`;
  const before = await service.jsonIfThere({ path, what: `Reading the data access of ${fullyQualifiedName}` });
  const kept = Object.fromEntries(Object.entries(before ?? {}).filter(([member]) => !SHOWN.includes(member)));
  const body = { ...kept, enabled: true, ...(customSql ? { customSql } : {}) };
  await service.json({ method: 'PUT', path, body, what: `Giving access to the data of ${fullyQualifiedName}` });
}
