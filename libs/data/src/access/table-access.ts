import { EntityFinder, toEntityKey, type FoundEntity } from '@app/catalog';
import { notFound, type Actor } from '@app/common';
import { Database, query, recordAction, type Transaction } from '@app/database';
import { removeKeysOfTable } from '@app/quality';
import { Injectable } from '@nestjs/common';

/** Permission to show something of the rows of one table, as far as the data access of its service gives it too. */
export interface TableDataAccess {
  /** Keys of rows that a check finds failing are stored as the sample of its test case. */
  readonly exampleKeys: boolean;
}

const TYPE = 'table';

/** Says of which tables something of their rows may be shown. A table is named by id or FQN. */
@Injectable()
export class TableAccess {
  constructor(
    private readonly database: Database,
    private readonly entities: EntityFinder,
  ) {}

  /** @throws {AppError} NOT_FOUND where there is none */
  async get(actor: Actor, table: string): Promise<TableDataAccess> {
    const { node } = await this.find(actor, table);
    const [stored] = await this.database.read<TableDataAccess & object>(READ, [node]);
    if (!stored) throw notFound('dataAccess', table);
    return stored;
  }

  /** Keys that are stored go where they may not be shown any more. */
  async put(
    actor: Actor,
    table: string,
    access: TableDataAccess,
  ): Promise<{ readonly shown: TableDataAccess; readonly isNew: boolean }> {
    const found = await this.find(actor, table);
    return this.writing(actor, found, async (tx) => {
      const [before] = await query<TableDataAccess & object>(tx, LOCK, [found.node]);
      await query(tx, PUT, [found.node, access.exampleKeys, actor.name]);
      if (!access.exampleKeys) await removeKeysOfTable(tx, found.node);
      const record = { actor: actor.name, to: { nodes: [found.node] }, before, after: access };
      await recordAction(tx, { action: 'dataAccessSet', ...record });
      return { shown: access, isNew: before === undefined };
    });
  }

  /** @throws {AppError} NOT_FOUND where there is none */
  async remove(actor: Actor, table: string): Promise<void> {
    const found = await this.find(actor, table);
    await this.writing(actor, found, async (tx) => {
      const [before] = await query<TableDataAccess & object>(tx, REMOVE, [found.node]);
      if (!before) throw notFound('dataAccess', table);
      await removeKeysOfTable(tx, found.node);
      const record = { actor: actor.name, to: { nodes: [found.node] }, before };
      await recordAction(tx, { action: 'dataAccessRemoved', ...record });
    });
  }

  private find(actor: Actor, table: string): Promise<FoundEntity> {
    return this.entities.findFor(actor, 'EditAll', TYPE, toEntityKey(table), table);
  }

  /** One writer after the other, so that each knows what was there before. */
  private writing<T>(actor: Actor, { node }: FoundEntity, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.queuedTransaction([`dataAccess ${node}`], work, actor.origin);
  }
}

const COLUMNS = 'example_keys as "exampleKeys"';

const READ = { name: 'table-data-access', text: `select ${COLUMNS} from table_data_access where asset = $1` };
const LOCK = `select ${COLUMNS} from table_data_access where asset = $1 for update`;
const REMOVE = `delete from table_data_access where asset = $1 returning ${COLUMNS}`;

const PUT = `
  insert into table_data_access (asset, example_keys, updated_by) values ($1, $2, $3)
  on conflict (asset) do update set example_keys = excluded.example_keys, updated_by = excluded.updated_by`;
