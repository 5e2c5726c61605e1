import { isUuid } from '@app/common';
import { CliError, EXIT, usageError } from '../../cli-error';
import type { CatalogClient } from '../../connection/catalog-client';
import { entityPath } from '../../connection/service-url';
import { curedRefusal, type DataRun } from './data-run';
import type { Asked } from './run-report';

/** Tables at once; the service bounds the readings of a source by itself. */
const AT_ONCE = 4;

/** The path of a table that the user names by FQN or id. */
export const tablePath = (nameOrId: string): string => entityPath('tables', nameOrId);

/** The service that a table lies in, by its FQN, for messages. */
export function serviceOf(table: string): string {
  return isUuid(table) ? '<service>' : (/^("(?:[^"]|"")*"|[^.]*)/.exec(table)?.[1] ?? table);
}

/** The FQN of a table. @throws {CliError} refused where there is none, with what helps */
export async function tableFqn(service: CatalogClient, nameOrId: string): Promise<string> {
  const what = `Looking up the table ${nameOrId}`;
  const answer = await service.send({ path: tablePath(nameOrId), what, accept: [404] });
  if (answer.status < 300) return (answer.body as { readonly fullyQualifiedName: string }).fullyQualifiedName;
  throw curedRefusal(what, answer, serviceOf(nameOrId));
}

/** The names of an FQN, as they are written in it. */
export const namesIn = (fqn: string): readonly string[] => fqn.match(/"(?:[^"]|"")+"|[^".]+/g) ?? [];

/** The FQN of a table that is named beside another one: the names that are left out are those of the other. */
export function besideTable(fqn: string, named: string): string {
  const [own, names] = [namesIn(fqn), namesIn(named)];
  return [...own.slice(0, Math.max(0, own.length - names.length)), ...names].join('.');
}

export async function isTable(service: CatalogClient, fqn: string): Promise<boolean> {
  const what = `Looking up the table ${fqn}`;
  const answer = await service.send({ path: tablePath(fqn), what, accept: [404] });
  if (answer.status === 404) return false;
  if (answer.status < 300) return true;
  throw curedRefusal(what, answer, serviceOf(fqn));
}

/** Each once. @throws {CliError} usage where one is neither an id nor an FQN */
export function tableNames(names: readonly string[]): string[] {
  const odd = names.find((name) => !name.includes('.') && !isUuid(name));
  if (odd === undefined) return [...new Set(names)];
  throw usageError(`${JSON.stringify(odd)} names no table: give its FQN, service.database.schema.table, or its id`);
}

/** Asks for a run of each table, some at a time. One that is refused does not prevent the others from being reported. */
export async function askedOfEach(
  names: readonly string[],
  ask: (name: string) => Promise<DataRun>,
): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE)
    asked.push(...(await Promise.all(names.slice(at, at + AT_ONCE).map((name) => askedOf(name, ask)))));
  return asked;
}

async function askedOf(name: string, ask: (name: string) => Promise<DataRun>): Promise<Asked> {
  try {
    const run = await ask(name);
    return { name: run.asset?.fullyQualifiedName ?? name, run };
  } catch (error) {
    if (error instanceof CliError && error.exitCode !== EXIT.usage) return { name, error };
    throw error;
  }
}
