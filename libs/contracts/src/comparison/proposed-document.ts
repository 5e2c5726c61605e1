import { isObject, badRequest, invalidFields } from '@app/common';
import type { AnsweredContract } from '../effective/effective-contract';
import type { Json } from '../document/json';

/** Native contracts have no members of these names, and every ODCS document should have both. */
export function isOdcs(document: unknown): document is Json {
  return isObject(document) && ('apiVersion' in document || 'kind' in document);
}

/** Makes the parts of an import a proposal, as a native contract. Members that ODCS cannot express are retained. */
export function importedProposal(
  parts: Json,
  name: unknown,
  { reviewers }: AnsweredContract,
  qualityExpectations: readonly Json[],
): Json {
  return {
    ...parts,
    ...(typeof name === 'string' && { name }),
    ...(reviewers !== undefined && { reviewers }),
    qualityExpectations,
  };
}

/** Members in responses that bodies may not contain: removed, because clients propose edited responses. */
const ANSWER_ONLY = ['inherited', 'latestResult'];

/**
 * Converts a proposed document to the body of a PUT to its contract. Name and asset may be omitted; another name is compared but
 * not part of the dry run, since a PUT under another name would create another contract.
 *
 * @throws {AppError} BAD_REQUEST for an invalid document, or one for another asset
 */
export function proposedBody(document: unknown, current: AnsweredContract): Record<string, unknown> {
  if (!isObject(document))
    throw badRequest('A proposed contract must be an object with the members of a contract, as JSON or YAML');
  const { entity, ...rest } = document;
  if (entity !== undefined && entity !== null) requireSameAsset(entity, current);
  for (const member of ANSWER_ONLY) delete rest[member];
  return { ...rest, name: current.name, entity: { id: current.entity?.id, type: current.entity?.type } };
}

function requireSameAsset(entity: unknown, { entity: asset }: AnsweredContract): void {
  const { id, fullyQualifiedName } = (typeof entity === 'string' ? { fullyQualifiedName: entity } : entity) as Readonly<
    Record<string, unknown>
  >;
  const isSame =
    typeof id === 'string' ? id.toLowerCase() === asset?.id : fullyQualifiedName === asset?.fullyQualifiedName;
  if (isSame) return;
  const message = `must be the asset of the contract, ${asset?.type} ${asset?.fullyQualifiedName} (${asset?.id}), or be left out`;
  throw invalidFields([{ field: 'entity', message }]);
}
