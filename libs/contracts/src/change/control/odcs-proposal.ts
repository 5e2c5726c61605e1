import { isObject } from '@app/common';
import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { AnsweredContract } from '../../effective/effective-contract';
import { OdcsImporter } from '../../odcs/importing/odcs-importer';

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
