import { CliError, EXIT, refused } from '../../cli-error';
import type { CatalogClient, ServiceRequest } from '../../connection/catalog-client';
import { refusal } from '../../connection/service-answer';
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

interface DeletedContract extends NamedContract {
  readonly latestResult?: { readonly status: string; readonly message?: string };
}

/**
 * A contract that is there. One that a crawl deleted with its table has failed: its newest result says why.
 * @throws {CliError} failed where it was deleted and its newest result is no success, else refused
 */
export async function contractToValidate(service: CatalogClient, nameOrId: string): Promise<NamedContract> {
  const answer = await service.send({ ...lookup(nameOrId), accept: [404] });
  if (answer.status !== 404) return answer.body as NamedContract;
  const query = { include: 'deleted', fields: 'latestResult' };
  const deleted = await service.jsonIfThere<DeletedContract>({ ...lookup(nameOrId), query });
  throw deleted ? deletedContract(deleted) : refusal(lookup(nameOrId).what, answer);
}

function deletedContract({ fullyQualifiedName, latestResult }: DeletedContract): CliError {
  const newest = latestResult ? `; its newest result is ${latestResult.status}: ${latestResult.message ?? ''}` : '';
  const hasFailed = latestResult?.status === 'Failed' || latestResult?.status === 'PartialSuccess';
  return new CliError(`${fullyQualifiedName} is deleted${newest}`, hasFailed ? EXIT.failed : EXIT.refused);
}

/** A change that waits for others: the body of a 202. */
export interface PendingChange {
  readonly id: string;
  readonly contract: { readonly id: string; readonly fullyQualifiedName: string };
}

/** Where a change waits that others have to agree to. */
export const proposalLink = ({ url }: Pick<CatalogClient, 'url'>, { id, contract }: PendingChange): string =>
  `${url}/api/v1/dataContracts/${contract.id}/proposals/${id}`;

/** The end of a command whose change became a proposal: it names the contract, and where the proposal is. */
export function pendingError(service: CatalogClient, held: PendingChange): CliError {
  const message = `The contract ${held.contract.fullyQualifiedName} is agreed, and its policy keeps the change back: it waits as a proposal`;
  return refused(message, proposalLink(service, held));
}
