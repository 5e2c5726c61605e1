import type { EntityDocument, EntityDraft } from '@app/catalog';
import type { ErrorDetail } from '@app/common';
import type { Transaction } from '@app/database';
import type { ContractRepository } from './contract.repository';

/** Contracts that follow each other by their successors. */
const LONGEST = 100;

/** A contract is not replaced by itself, nor by one that leads back to it. Asks the database only where the successor is another one than before. */
export async function successorFaults(
  contracts: ContractRepository,
  tx: Transaction,
  draft: EntityDraft,
  previous?: EntityDocument,
): Promise<ErrorDetail[]> {
  const [successor] = draft.relations.get('successor') ?? [];
  const before = previous?.successor as { readonly id?: string } | undefined;
  if (!successor?.node || !previous || successor.id === before?.id) return [];
  const fault = (message: string): ErrorDetail[] => [{ field: 'successor', message }];
  if (successor.node === draft.node) return fault('is the contract itself: name the contract that takes its place');
  const followers = await contracts.succession(tx, successor.node, LONGEST);
  if (followers.includes(draft.node))
    return fault(`${successor.fullyQualifiedName} leads back to this contract by its own successor`);
  return followers.length < LONGEST
    ? []
    : fault(`is followed by ${LONGEST} successors or more: at most ${LONGEST - 1} are allowed`);
}
