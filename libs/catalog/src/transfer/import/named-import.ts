import { AccessControl } from '@app/auth';
import { forbidden, type Actor, type Operation } from '@app/common';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../definition/entity-types';
import { EntityFinder, type FoundEntity } from '../../read/entity-finder';
import { begun } from '../export/entity-pages';
import type { ReadEntity } from './read-entity';
import { FileImport, type ImportOptions, type ImportReport } from './file-import';

/** The place that the entities of a file lie in, or the one that it is of, by its FQN. */
export interface TransferPlace {
  readonly type: string;
  readonly fqn: string;
}

/** The operations that the import of an entity may need. */
export const IMPORT_CHANGES = [
  'Create',
  'EditAll',
  'EditDescription',
  'EditTags',
  'EditOwners',
  'EditTests',
] as const satisfies readonly Operation[];

/** Imports the entities of a file into one place. */
@Injectable()
export class NamedImport {
  constructor(
    private readonly entities: EntityFinder,
    private readonly access: AccessControl,
    private readonly files: FileImport,
  ) {}

  /**
   * `FileImport.run` for a named place. A file that is no CSV is refused before the place is looked for.
   * @throws {AppError} NOT_FOUND; FORBIDDEN where the actor may not view the place, or may change nothing in it
   */
  async run(
    actor: Actor,
    type: string,
    place: TransferPlace,
    file: AsyncGenerator<ReadEntity>,
    options: ImportOptions,
  ): Promise<ImportReport> {
    const entities = await begun(file);
    const found = await this.entities.findFor(actor, 'ViewBasic', place.type, { fqn: place.fqn });
    if (!IMPORT_CHANGES.some((operation) => this.mayChange(actor, operation, type, found)))
      throw forbidden(actor, ['EditAll'], type, place.fqn);
    return this.files.run(actor, entityTypes.get(type), entities, options);
  }

  /** Each entity is judged by itself; who may change such as their owner alone has to own the place. */
  private mayChange(actor: Actor, operation: Operation, type: string, { ownerIds }: FoundEntity): boolean {
    const { access, by } = this.access.decide(actor, operation, type);
    if (access === 'conditionalAllow' && by === 'owner')
      return this.access.allows(actor, operation, type, { ownerIds });
    return access !== 'deny' && access !== 'notAllow';
  }
}

/** The tables of a file for one place; those that lie elsewhere have a fault, each by itself. */
export async function* tablesWithin(
  place: TransferPlace,
  file: AsyncIterable<ReadEntity>,
): AsyncGenerator<ReadEntity, void> {
  for await (const table of file) yield placed(place, table);
}

function placed({ type, fqn }: TransferPlace, table: ReadEntity): ReadEntity {
  const { name } = table;
  if (name === undefined || name === fqn || (type !== 'table' && name.startsWith(`${fqn}.`))) return table;
  const message = type === 'table' ? `is not ${fqn}` : `does not lie in the ${type} ${fqn}`;
  return { ...table, faults: [...table.faults, { ...table.placeOf('name'), message }] };
}
