import { isUuid } from '@app/common';
import type { CatalogClient } from '../../connection/catalog-client';

/** A contract that is there, as commands need it. */
export interface NamedContract {
  readonly id: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
}

/** The path of a contract that the user names by FQN or id, below /dataContracts. */
export function contractPath(nameOrId: string): string {
  return `/dataContracts/${isUuid(nameOrId) ? nameOrId : `name/${encodeURIComponent(nameOrId)}`}`;
}

/** @throws {CliError} refused where there is none, unless that is allowed */
export function namedContract(service: CatalogClient, nameOrId: string): Promise<NamedContract>;
export function namedContract(
  service: CatalogClient,
  nameOrId: string,
  mayBeMissing: boolean,
): Promise<NamedContract | undefined>;
export async function namedContract(
  service: CatalogClient,
  nameOrId: string,
  mayBeMissing = false,
): Promise<NamedContract | undefined> {
  const { status, body } = await service.send({
    path: contractPath(nameOrId),
    what: `Looking up the contract ${nameOrId}`,
    accept: mayBeMissing ? [404] : [],
  });
  return status === 404 ? undefined : (body as NamedContract);
}
