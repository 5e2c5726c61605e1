import { type CliError, refused } from '../../cli-error';
import type { CatalogClient } from '../../connection/catalog-client';

/** A change that waits for others: the body of a 202. */
export interface HeldChange {
  readonly id: string;
  readonly contract: { readonly id: string; readonly fullyQualifiedName: string };
}

/** The end of a command whose change became a proposal: it names the contract, and where the proposal is. */
export function heldBack({ url }: CatalogClient, { id, contract }: HeldChange): CliError {
  const message = `The contract ${contract.fullyQualifiedName} is agreed, and its policy keeps the change back: it waits as a proposal`;
  return refused(message, `${url}/api/v1/dataContracts/${contract.id}/proposals/${id}`);
}
