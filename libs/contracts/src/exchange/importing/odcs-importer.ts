import { type EntityKey, EntityReader, entityTypes, joinFqn, splitFqn } from '@app/catalog';
import { type Actor, inTurns, invalidFields, isObject } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { ComparedDocuments } from '../../promises/promise-kind';
import { dataContractType } from '../../entity/data-contract.type';
import { RuleSyntax } from '../../entity/rule-syntax';
import type { Json } from '../../document/json';
import { splitNames } from '../../odcs/document/pointer';
import { type MappedDocument, mapSteps } from '../../odcs/mapping/map-document';
import { type KnownAsset, referredTables } from '../not-judged';
import { memberNames } from '../../odcs/mapping/people';
import { type SelectedObject, objectAsBefore, selectObject } from '../../odcs/mapping/select-object';
import { type ConformedDocument, conformSteps } from '../../odcs/strict/conform';
import type { ImportedDocument } from '../../documents/odcs-import-observer';
import { OdcsRepository } from '../../documents/odcs.repository';
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
  readonly known: KnownAsset;
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
   * @throws {AppError} NOT_FOUND (asset), BAD_REQUEST that names the paths of the document
   */
  async prepare(actor: Actor, target: ImportTarget, document: unknown, stored?: unknown): Promise<PreparedImport> {
    requireModest(document, stored);
    return this.prepareConformed(actor, target, await inTurns(conformSteps(document)));
  }

  /**
   * The document that a contract (by id) was imported from beside the one that a change leaves it: what was read for it, else the same.
   * Undefined where it was not imported.
   */
  async compared(contract: string, prepared?: PreparedImport): Promise<ComparedDocuments | undefined> {
    const before = await this.documents.ofContract(contract);
    return before && { before, after: prepared ? { ...importedDocument(prepared), baseline: prepared.parts } : before };
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
    const expected = await this.expected(actor, mapped);
    const referred = referredTables(mapped, conformed.document, selected, entityType);
    const tables = await this.tablesBeside(actor, String(asset.fullyQualifiedName), [...referred]);
    const known = { type: entityType, isPartitioned: isObject(asset.tablePartition), tables };
    return { target, conformed, selected, asset, known, mapped, parts, expected };
  }

  /** Those of the texts that name a table of the catalog: in the schema of the asset, unless the text names another one. */
  private async tablesBeside(actor: Actor, asset: string, texts: readonly string[]): Promise<ReadonlySet<string>> {
    if (texts.length === 0) return new Set();
    const parents = (splitFqn(asset) ?? []).slice(0, -1);
    const fqns = texts.map((text) => {
      const parts = splitNames(text);
      return joinFqn(undefined, ...parents.slice(0, parents.length + 1 - parts.length), ...parts);
    });
    const found = new Set((await this.documents.withFqns(actor, 'table', fqns)).map(({ fqn }) => fqn));
    return new Set(texts.filter((_, index) => found.has(fqns[index]!)));
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

  /** If it names no contract that the caller may view, the successor is unchanged. */
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

/** The document of an import, as it is stored beside the contract. */
export function importedDocument({ conformed: { document }, selected }: PreparedImport): ImportedDocument {
  return { document, object: selected?.index ?? null };
}

const UNREAD_VALUE = /^slaProperties\[\d+\]\.value$/;

/** A valid document may contain values we cannot interpret: they are stored unchanged. A repaired one must be fully interpretable. */
function requireReadable({ wasValid }: ConformedDocument, { report }: MappedDocument): void {
  if (wasValid) return;
  const faults = report.faults.filter(({ path }) => UNREAD_VALUE.test(path));
  if (faults.length) throw invalidFields(faults.map(({ path, message }) => ({ field: path, message })));
}
