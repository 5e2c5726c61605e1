import { type CliError, refused } from '../../cli-error';
import type { CatalogClient, ServiceRequest } from '../../connection/catalog-client';
import { entityPath } from '../../connection/service-url';

/** A contract that is there, as commands need it. */
export interface NamedContract {
  readonly id: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
}

/** The path of a contract that the user names by FQN or id. */
export const contractPath = (nameOrId: string): string => entityPath('dataContracts', nameOrId);

const lookup = (nameOrId: string): ServiceRequest => ({
  path: contractPath(nameOrId),
  what: `Looking up the contract ${nameOrId}`,
});

/** @throws {CliError} refused where there is none */
export const namedContract = (service: CatalogClient, nameOrId: string): Promise<NamedContract> =>
  service.json(lookup(nameOrId));

export const contractIfThere = (service: CatalogClient, nameOrId: string): Promise<NamedContract | undefined> =>
  service.jsonIfThere(lookup(nameOrId));

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
