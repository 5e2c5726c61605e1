import { type Actor, isObject, badRequest, invalidFields } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { AnsweredContract } from '../effective/effective-contract';
import { OdcsImporter } from '../odcs/importing/odcs-importer';

interface Expectation {
  readonly id: string;
  readonly type: string;
}

/** Native contracts have no members of these names, and every ODCS document should have both. */
export function isOdcs(document: unknown): document is Readonly<Record<string, unknown>> {
  return isObject(document) && ('apiVersion' in document || 'kind' in document);
}

/** Open Data Contract Standard (ODCS) documents as proposals for a contract. */
@Injectable()
export class OdcsProposal {
  constructor(private readonly importer: OdcsImporter) {}

  /**
   * Converts the document to a native contract, as a replacing import would. What ODCS cannot express is kept, and so are the test
   * cases: only an import creates those of its quality rules.
   *
   * @param objectName the object to use in a document of several; default: the object that the contract was imported from, else the
   * one named like the asset
   * @throws {AppError} BAD_REQUEST naming the places of the document
   */
  async read(
    actor: Actor,
    current: AnsweredContract,
    document: Readonly<Record<string, unknown>>,
    objectName?: string,
  ): Promise<object> {
    const { id = '', type: entityType = '' } = current.entity ?? {};
    const target = { entity: { id }, entityType, objectName, allowDrift: true, contractId: String(current.id) };
    const { parts, expected } = await this.importer.prepare(actor, target, document);
    const kept = (current.qualityExpectations ?? []) as readonly Expectation[];
    const added = expected.filter((id) => !kept.some((reference) => reference.id === id));
    return {
      ...parts,
      ...(typeof document.name === 'string' && { name: document.name }),
      ...(current.reviewers !== undefined && { reviewers: current.reviewers }),
      qualityExpectations: [...kept, ...added.map((id) => ({ id, type: 'testCase' }))],
    };
  }
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
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw badRequest('A proposed contract must be an object with the members of a contract, as JSON or YAML');
  const { entity, ...rest } = document as Record<string, unknown>;
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
