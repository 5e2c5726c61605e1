import { AccessControl } from '@app/auth';
import { forbidden, type Actor, type Operation } from '@app/common';
import { Injectable } from '@nestjs/common';
import { EntityFinder, type FoundEntity } from '../../read/entity-finder';
import type { ReadTable } from './read-table';
import { TableImport, type ImportReport } from './table-import';

/** A table, or what tables lie in, by its FQN. */
interface TransferPlace {
  readonly type: string;
  readonly fqn: string;
}

/** What an import of a table may need. */
export const TABLE_CHANGES = [
  'Create',
  'EditAll',
  'EditDescription',
  'EditTags',
  'EditOwners',
  'EditTests',
] as const satisfies readonly Operation[];

/** Imports the tables of a file into one place; those that lie elsewhere are refused, each by itself. */
@Injectable()
export class NamedImport {
  constructor(
    private readonly entities: EntityFinder,
    private readonly access: AccessControl,
    private readonly tables: TableImport,
  ) {}

  /**
   * As `TableImport.run`. A file that is no CSV is refused before the place is looked for.
   * @throws {AppError} NOT_FOUND; FORBIDDEN where the actor may not view the place, or may change no table in it
   */
  async run(
    actor: Actor,
    place: TransferPlace,
    file: AsyncGenerator<ReadTable>,
    dryRun: boolean,
  ): Promise<ImportReport> {
    const first = await file.next();
    const found = await this.entities.findFor(actor, 'ViewBasic', place.type, { fqn: place.fqn });
    if (!TABLE_CHANGES.some((operation) => this.mayChange(actor, operation, found)))
      throw forbidden(actor, ['EditAll'], 'table', place.fqn);
    return this.tables.run(actor, within(place, first, file), dryRun);
  }

  /** Each table is judged by itself; who may change tables as their owner alone has to own the place. */
  private mayChange(actor: Actor, operation: Operation, { ownerIds }: FoundEntity): boolean {
    const { access, by } = this.access.decide(actor, operation, 'table');
    if (access === 'conditionalAllow' && by === 'owner')
      return this.access.allows(actor, operation, 'table', { ownerIds });
    return access !== 'deny' && access !== 'notAllow';
  }
}

async function* within(
  place: TransferPlace,
  first: IteratorResult<ReadTable>,
  rest: AsyncGenerator<ReadTable>,
): AsyncGenerator<ReadTable, void> {
  if (first.done) return;
  yield placed(place, first.value);
  for await (const table of rest) yield placed(place, table);
}

function placed({ type, fqn }: TransferPlace, table: ReadTable): ReadTable {
  const { name } = table;
  if (name === undefined || name === fqn || (type !== 'table' && name.startsWith(`${fqn}.`))) return table;
  const message = type === 'table' ? `is not ${fqn}` : `does not lie in the ${type} ${fqn}`;
  return { ...table, faults: [...table.faults, { ...table.placeOf('name'), message }] };
}
