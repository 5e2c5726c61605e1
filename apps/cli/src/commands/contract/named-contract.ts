import { isUuid } from '@app/common';
import { type CliError, refused } from '../../cli-error';
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

/** A change that waits for others: the body of a 202. */
export interface HeldChange {
  readonly id: string;
  readonly contract: { readonly id: string; readonly fullyQualifiedName: string };
}

/** Where a change waits that others have to agree to. */
export const proposalLink = ({ url }: Pick<CatalogClient, 'url'>, { id, contract }: HeldChange): string =>
  `${url}/api/v1/dataContracts/${contract.id}/proposals/${id}`;

/** The end of a command whose change became a proposal: it names the contract, and where the proposal is. */
export function heldBack(service: CatalogClient, held: HeldChange): CliError {
  const message = `The contract ${held.contract.fullyQualifiedName} is agreed, and its policy keeps the change back: it waits as a proposal`;
  return refused(message, proposalLink(service, held));
}
