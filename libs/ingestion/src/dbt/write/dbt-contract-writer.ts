import { EntityDocuments, entityTypes, EntityWriter } from '@app/catalog';
import { AppError, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ReportWriter } from '../report';
import { columnBody, columnNamed, type Json } from './table-columns';
import type { WrittenTable } from './table-writer';

const TYPE = 'dataContract';

/** Models whose contract dbt enforces, as data contracts of their tables. */
@Injectable()
export class DbtContractWriter {
  constructor(
    private readonly database: Database,
    private readonly documents: EntityDocuments,
    private readonly writer: EntityWriter,
  ) {}

  /** How many of the contracts are in the catalog now. */
  async write(actor: Actor, tables: ReadonlyMap<string, WrittenTable>, report: ReportWriter): Promise<number> {
    const promised = [...tables].filter(([id, { relation }]) => relation.id === id && relation.enforced);
    let contracts = 0;
    for (const [id, table] of promised) {
      try {
        const refusal = await this.writeOne(actor, table);
        if (refusal === undefined) contracts++;
        else report.skip(id, refusal);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        report.skip(id, `no contract was made: ${error.message}`);
      }
    }
    return contracts;
  }

  /** Only the schema is dbt's: what others have added to the contract stays. @returns why there is none */
  private async writeOne(actor: Actor, table: WrittenTable): Promise<string | undefined> {
    const type = entityTypes.get(TYPE);
    const schema = schemaOf(table);
    const name = contractName(table);
    const [live] = await this.database.read<{ id: string; name: string }>(LIVE, [table.node]);
    if (!live) {
      const entity = { type: 'table', id: table.id };
      await this.writer.create(actor, type, { name, entity, entityStatus: 'Active', schema });
      return undefined;
    }
    if (live.name !== name) return `its table has the contract ${live.name} already, and an asset has one`;
    const current = await this.documents.full(this.database, type, live.id);
    if (JSON.stringify(compared(current?.schema)) === JSON.stringify(compared(schema))) return undefined;
    await this.writer.patch(actor, type, { id: live.id }, [{ op: 'add', path: '/schema', value: schema }]);
    return undefined;
  }
}

function contractName({ relation }: WrittenTable): string {
  return `${relation.name}_contract`;
}

/** The columns as the table spells them, with what dbt holds the model to. */
function schemaOf({ relation, columns }: WrittenTable): Json[] {
  return relation.columns.map((column) => ({
    ...columnBody(column),
    name: columnNamed(columns, column.name) ?? column.name,
    ...(column.constraint && { constraint: column.constraint }),
  }));
}

/** Members in a canonical order. */
function compared(schema: unknown): unknown {
  return ((schema ?? []) as Json[]).map((column) => Object.entries(column).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const LIVE = {
  name: 'dbt-contract-of',
  text: `select e.id::text as id, e.name from contract c join entity e on e.node = c.node where c.asset = $1 and c.live`,
};
