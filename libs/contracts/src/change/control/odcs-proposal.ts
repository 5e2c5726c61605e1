import { isObject } from '@app/common';
import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { AnsweredContract } from '../../effective/effective-contract';
import { OdcsImporter } from '../../odcs/importing/odcs-importer';

interface Expectation {
  readonly id: string;
  readonly type: string;
}

/** No member of a contract of ours has these names, and every document of the standard should have both. */
export function isOdcs(document: unknown): document is Readonly<Record<string, unknown>> {
  return isObject(document) && ('apiVersion' in document || 'kind' in document);
}

/** Documents of the Open Data Contract Standard as proposals for a contract. */
@Injectable()
export class OdcsProposal {
  constructor(private readonly importer: OdcsImporter) {}

  /**
   * The document as one of ours, as an import that replaces would take it. What the standard has no word for stays as it is, and
   * so do the test cases: those of its quality rules are made by the import alone.
   *
   * @param objectName of a document of several objects, the one that is meant; else that which the contract was read from, else the
   * one that is named like the asset
   * @throws {AppError} BAD_REQUEST that names the places of the document
   */
  async read(
    actor: Actor,
    current: AnsweredContract,
    document: Readonly<Record<string, unknown>>,
    objectName?: string,
  ): Promise<object> {
    const { id: entityId = '', type: entityType = '' } = current.entity ?? {};
    const target = { entityId, entityType, objectName, allowDrift: true, contractId: String(current.id) };
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
