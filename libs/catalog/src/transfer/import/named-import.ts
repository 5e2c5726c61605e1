import { AccessControl } from '@app/auth';
import { forbidden, type Actor, type Operation } from '@app/common';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../types/entity-types';
import { EntityFinder, type FoundEntity } from '../../read/entity-finder';
import { begun } from '../export/entity-pages';
import type { ReadEntity } from './read-entity';
import { FileImport, type ImportOptions, type ImportReport } from './file-import';

/** FQN of the container of the entities of a file, or of the entity that the file describes. */
export interface TransferTarget {
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

/** Imports the entities of a file into one container. */
@Injectable()
export class NamedImport {
  constructor(
    private readonly entities: EntityFinder,
    private readonly access: AccessControl,
    private readonly files: FileImport,
  ) {}

  /**
   * `FileImport.run` for a named container. A file that is not CSV is refused before the container is read.
   * @throws {AppError} NOT_FOUND; FORBIDDEN if the actor may not view the container, or may change nothing in it
   */
  async run(
    actor: Actor,
    type: string,
    target: TransferTarget,
    file: AsyncGenerator<ReadEntity>,
    options: ImportOptions,
  ): Promise<ImportReport> {
    const entities = await begun(file);
    const found = await this.entities.findFor(actor, 'ViewBasic', target.type, { fqn: target.fqn });
    if (!IMPORT_CHANGES.some((operation) => this.mayChange(actor, operation, type, found)))
      throw forbidden(actor, ['EditAll'], type, target.fqn);
    return this.files.run(actor, entityTypes.get(type), entities, options);
  }

  /** Rights are checked for each entity; a user who may change such entities only as their owner has to own the container. */
  private mayChange(actor: Actor, operation: Operation, type: string, { ownerIds }: FoundEntity): boolean {
    const { access, by } = this.access.decide(actor, operation, type);
    if (access === 'conditionalAllow' && by === 'owner')
      return this.access.allows(actor, operation, type, { ownerIds });
    return access !== 'deny' && access !== 'notAllow';
  }
}

/** The tables of a file for one container; each table outside of it has a fault of its own. */
export async function* tablesWithin(
  target: TransferTarget,
  file: AsyncIterable<ReadEntity>,
): AsyncGenerator<ReadEntity, void> {
  for await (const table of file) yield indexed(target, table);
}

function indexed({ type, fqn }: TransferTarget, table: ReadEntity): ReadEntity {
  const { name } = table;
  if (name === undefined || name === fqn || (type !== 'table' && name.startsWith(`${fqn}.`))) return table;
  const message = type === 'table' ? `is not ${fqn}` : `does not lie in the ${type} ${fqn}`;
  return { ...table, faults: [...table.faults, { ...table.locationOf('name'), message }] };
}
