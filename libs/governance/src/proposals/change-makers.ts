import { AppError, type Actor } from '@app/common';
import type { Proposal } from './proposal';

/**
 * Refuses an act of the author of a proposed change, or of its approver, for the consumers who consent to it.
 *
 * @param refused the rest of the sentence "who wrote a change …"
 * @throws {AppError} FORBIDDEN
 */
export function requireNoMaker(
  { id, name }: Pick<Actor, 'id' | 'name'>,
  { author, approvals }: Pick<Proposal, 'author' | 'approvals'>,
  refused: string,
): void {
  const made = author.id === id ? 'wrote' : approvals.some(({ user }) => user === name) ? 'approved' : undefined;
  if (made) throw new AppError('FORBIDDEN', `Principal ${name} is not allowed: who ${made} a change ${refused}`);
}
