import { type Actor, AppError, ERROR_TRAITS, groupBy, inTurns, invalidFields, notFound } from '@app/common';
import { Injectable } from '@nestjs/common';
import { type Json, objectsOf, textOf } from '../document/json';
import { type DocumentChange, splitNames } from '../odcs/document/pointer';
import { requireModest } from './importing/document-size';
import { isNamedLike } from '../odcs/mapping/select-object';
import type { ImportReport } from '../odcs/mapping/report';
import { OdcsService } from './odcs.service';
import { type NamedEntity, OdcsRepository } from '../documents/odcs.repository';
import { type ConformedDocument, conformSteps } from '../odcs/strict/conform';

/** The result for one object of a document. */
export interface BulkOutcome {
  readonly object: string;
  /** The status that a POST of it alone would have: 201, 404 (no asset), 409 (several assets, or a contract is there), 400, 403. */
  readonly status: number;
  readonly asset?: { readonly id: string; readonly type: string; readonly fullyQualifiedName: string };
  readonly contract?: { readonly id: string; readonly name: string; readonly fullyQualifiedName: string };
  readonly odcsImportReport?: ImportReport;
  readonly error?: string;
}

export interface BulkReport {
  readonly total: number;
  readonly created: number;
  readonly failed: number;
  /** In the order of the document. */
  readonly results: readonly BulkOutcome[];
}

/** The same limit as other bulk operations. */
const MOST_OBJECTS = 1_000;

/** Documents of several objects: one contract for each. */
@Injectable()
export class OdcsBulk {
  constructor(
    private readonly odcs: OdcsService,
    private readonly documents: OdcsRepository,
  ) {}

  /**
   * Matches each object to an asset of the service (physicalName, then name, against the ends of FQNs) and makes its contract.
   *
   * @throws {AppError} NOT_FOUND (service), BAD_REQUEST for a document that is refused as a whole
   */
  async create(actor: Actor, service: string, document: unknown, allowDrift: boolean): Promise<BulkReport> {
    requireModest(document);
    const conformed = await inTurns(conformSteps(document));
    const objects = objectsOf(conformed.document.schema);
    requireObjects(objects);
    if (!(await this.documents.hasService(actor, service))) throw notFound('service', service);
    const assets = await this.assetsFor(actor, service, objects);
    const results: BulkOutcome[] = [];
    const changes = changesOfEach(conformed, objects.length);
    for (const [index, object] of objects.entries()) {
      const found = matches(object, assets);
      const [asset] = found;
      const name = String(object.name);
      if (!asset || found.length > 1) results.push({ object: name, ...unmatched(found, service) });
      else {
        const target = { entity: { id: asset.id }, entityType: asset.type, objectName: name, allowDrift };
        const part = { ...conformed, changes: changes[index] ?? [] };
        results.push(await this.createOne(asset, name, () => this.odcs.createFrom(actor, target, part)));
      }
    }
    const created = results.filter(({ status }) => status === 201).length;
    return { total: results.length, created, failed: results.length - created, results };
  }

  private assetsFor(actor: Actor, service: string, objects: readonly Json[]): Promise<NamedEntity[]> {
    const names = objects.flatMap(({ physicalName, name }) => [physicalName, name].flatMap((one) => textOf(one) ?? []));
    const last = names.flatMap((name) => splitNames(name.trim().toLowerCase()).slice(-1));
    return this.documents.assetsOfService(actor, service, [
      ...new Set([...last, ...names.map((name) => name.toLowerCase())]),
    ]);
  }

  private async createOne(
    { id, type, fqn }: NamedEntity,
    object: string,
    create: () => Promise<{ readonly json: string }>,
  ): Promise<BulkOutcome> {
    const asset = { id, type, fullyQualifiedName: fqn };
    try {
      const made = JSON.parse((await create()).json) as Json & { odcsImportReport: ImportReport };
      const contract = {
        id: String(made.id),
        name: String(made.name),
        fullyQualifiedName: String(made.fullyQualifiedName),
      };
      return { object, status: 201, asset, contract, odcsImportReport: made.odcsImportReport };
    } catch (error) {
      if (!(error instanceof AppError) || ERROR_TRAITS[error.code].status >= 500) throw error;
      return { object, status: ERROR_TRAITS[error.code].status, asset, error: error.message };
    }
  }
}

/** Most changes in the reports of all contracts: each includes those outside of the objects as well. */
const MOST_TOLD = 200_000;

/**
 * For each object what was changed in it, and outside of all objects.
 *
 * @throws {AppError} BAD_REQUEST where so much was changed outside that the reports would not fit into memory
 */
function changesOfEach({ changes }: ConformedDocument, objects: number): DocumentChange[][] {
  const byObject = groupBy(changes, ({ path }) => /^schema\[(\d+)\]/.exec(path)?.[1]);
  const outside = byObject.get(undefined) ?? [];
  if (outside.length * objects > MOST_TOLD) {
    const message = `${outside.length} places outside of its ${objects} objects would have to be changed for each of them; check it against the schema of the standard`;
    throw invalidFields([{ field: '', message }]);
  }
  return Array.from({ length: objects }, (_, index) => [...outside, ...(byObject.get(String(index)) ?? [])]);
}

function requireObjects(objects: readonly Json[]): void {
  if (!objects.length) throw invalidFields([{ field: 'schema', message: 'has no objects to make contracts of' }]);
  if (objects.length > MOST_OBJECTS)
    throw invalidFields([
      { field: 'schema', message: `has ${objects.length} objects; at most ${MOST_OBJECTS} are taken at once` },
    ]);
}

/** The assets that an object may be: by physicalName, and only where that names none, by name. */
function matches({ physicalName, name }: Json, assets: readonly NamedEntity[]): NamedEntity[] {
  const physical = assets.filter(({ fqn }) => isNamedLike(physicalName, fqn));
  return physical.length ? physical : assets.filter(({ fqn }) => isNamedLike(name, fqn));
}

function unmatched(
  found: readonly NamedEntity[],
  service: string,
): { readonly status: number; readonly error: string } {
  if (!found.length) return { status: 404, error: `no asset of ${service} is named like this object` };
  const names = found.slice(0, 10).map(({ fqn }) => fqn);
  return {
    status: 409,
    error: `several assets are named like this object: ${names.join(', ')}; name it with its schema`,
  };
}
