import { type EntityKey, EntityReader, entityTypes } from '@app/catalog';
import { type Actor, inTurns, invalidFields } from '@app/common';
import { Injectable } from '@nestjs/common';
import { dataContractType } from '../../entity/data-contract.type';
import { RuleSyntax } from '../../entity/rule-syntax';
import type { Json } from '../document/json';
import { type MappedDocument, mapSteps } from '../mapping/map-document';
import { memberNames } from '../mapping/people';
import { type SelectedObject, objectAsBefore, selectObject } from '../mapping/select-object';
import { type ConformedDocument, conformSteps } from '../strict/conform';
import { OdcsRepository } from '../store/odcs.repository';
import { requireFewParts, requireModest } from './document-size';

/** Which asset a document is for. */
export interface ImportTarget {
  readonly entity: EntityKey;
  readonly entityType: string;
  readonly objectName?: string;
  readonly allowDrift: boolean;
  /** Id of the contract that the asset has: without an objectName the object that this was read from is meant. */
  readonly contractId?: string;
}

/** A document that was read for an asset; nothing is stored yet. */
export interface PreparedImport {
  readonly target: ImportTarget;
  readonly conformed: ConformedDocument;
  readonly selected: SelectedObject | undefined;
  readonly asset: Json;
  readonly mapped: MappedDocument;
  /** The members of the contract's body; no qualityExpectations yet, which are made. */
  readonly parts: Json;
  /** Ids of test cases that the document names. */
  readonly expected: readonly string[];
}

/** Reads documents against assets of the catalog. */
@Injectable()
export class OdcsImporter {
  constructor(
    private readonly reader: EntityReader,
    private readonly documents: OdcsRepository,
    private readonly rules: RuleSyntax,
  ) {}

  /**
   * @param stored what the document was laid over, where it was: it may be as large as that
   * @throws {AppError} NOT_FOUND (asset), BAD_REQUEST that names the places of the document
   */
  async prepare(actor: Actor, target: ImportTarget, document: unknown, stored?: unknown): Promise<PreparedImport> {
    requireModest(document, stored);
    return this.prepareConformed(actor, target, await inTurns(conformSteps(document)));
  }

  /** @throws {AppError} NOT_FOUND, FORBIDDEN */
  async asset(actor: Actor, { entityType, entity }: ImportTarget): Promise<Json> {
    const type = entityTypes.get(entityType);
    return JSON.parse((await this.reader.get(actor, type, entity, '*', 'non-deleted')).json) as Json;
  }

  async prepareConformed(actor: Actor, target: ImportTarget, conformed: ConformedDocument): Promise<PreparedImport> {
    const { entityType } = target;
    const asset = await this.asset(actor, target);
    const objectName = target.objectName ?? (await this.objectBefore(target, conformed));
    const selected = selectObject(conformed.document, String(asset.name), objectName);
    if (selected) requireFewParts(selected.object, `schema[${selected.index}]`);
    const context = { assetType: entityType, asset, selected, checkRule: this.rules.check };
    const mapped = await inTurns(mapSteps(conformed.document, context));
    requireReadable(conformed, mapped);
    const owners = await this.owners(actor, mapped);
    const successor = await this.successor(actor, mapped);
    const parts = { ...mapped.parts, ...(owners.length > 0 && { owners }), ...(successor && { successor }) };
    return { target, conformed, selected, asset, mapped, parts, expected: await this.expected(actor, mapped) };
  }

  private async objectBefore(
    { contractId }: ImportTarget,
    { document }: ConformedDocument,
  ): Promise<string | undefined> {
    const stored = contractId === undefined ? undefined : await this.documents.ofContract(contractId);
    return stored && objectAsBefore(document, stored);
  }

  /** Members who are owners and whom the catalog knows. */
  private async owners(actor: Actor, { owners, report }: MappedDocument): Promise<Json[]> {
    if (!owners.length) return [];
    const people = await this.documents.peopleNamed(
      actor,
      owners.flatMap(({ member }) => memberNames(member)),
    );
    const found = new Map<string, Json>();
    for (const { member, path } of owners) {
      const names = memberNames(member);
      const person = people.find(({ name }) => names.includes(name));
      if (!person) report.notUnderstood(path, `there is no user or team ${names.join(' or ')}`);
      else {
        report.mapped(path);
        found.set(person.id, { id: person.id, type: person.type });
      }
    }
    return [...found.values()];
  }

  /** Where it names no contract that the caller may view the contract keeps the successor that it has. */
  private async successor(actor: Actor, { successor, report }: MappedDocument): Promise<Json | undefined> {
    if (!successor) return undefined;
    const { type } = dataContractType;
    const [found] = await this.documents.withFqns(actor, type, [successor.fqn]);
    if (found) report.mapped(successor.path);
    else report.notUnderstood(successor.path, `there is no data contract ${successor.fqn}`);
    return found && { id: found.id, type };
  }

  private async expected(actor: Actor, { expected, report }: MappedDocument): Promise<string[]> {
    if (!expected.length) return [];
    const cases = new Map(
      (
        await this.documents.withFqns(
          actor,
          'testCase',
          expected.map(({ fqn }) => fqn),
        )
      ).map(({ fqn, id }) => [fqn, id]),
    );
    return expected.flatMap(({ fqn, path }) => {
      const id = cases.get(fqn);
      if (id === undefined) report.notUnderstood(path, `there is no test case ${fqn}`);
      else report.mapped(path);
      return id === undefined ? [] : [id];
    });
  }
}

/** A valid document may contain values we cannot interpret: they are kept. A repaired one must be fully interpretable. */
function requireReadable({ wasValid }: ConformedDocument, { report }: MappedDocument): void {
  if (wasValid) return;
  const faults = report.faults.filter(({ path }) => path.startsWith('slaProperties'));
  if (faults.length) throw invalidFields(faults.map(({ path, message }) => ({ field: path, message })));
}
