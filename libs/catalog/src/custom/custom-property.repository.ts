import type { Transaction } from '@app/database';
import { NOW_MS, run } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Queryable } from '../read/queryable';
import type { CustomProperty } from './custom-property';

/** A declared property, with when (epoch ms) and by whom. */
export interface StoredProperty extends CustomProperty {
  readonly type: string;
  readonly updatedAt: number;
  readonly updatedBy: string;
}

interface PropertyRow {
  readonly type: string;
  readonly name: string;
  readonly display_name: string | null;
  readonly description: string;
  readonly kind: string;
  readonly config: unknown;
  readonly updated_at: string;
  readonly updated_by: string;
}

const OF_TYPES = {
  name: 'custom-properties',
  text: `select * from custom_property where type = any($1) order by type, name`,
};

@Injectable()
export class CustomPropertyRepository {
  async ofTypes(db: Queryable, types: readonly string[]): Promise<StoredProperty[]> {
    const rows = await db.read<PropertyRow>(OF_TYPES, [types]);
    return rows.map(toProperty);
  }

  /** Those who declare properties of one type come one after the other. */
  async lock(tx: Transaction, type: string): Promise<void> {
    await run(tx, `select pg_advisory_xact_lock(hashtext($1))`, [`custom_property ${type}`]);
  }

  async put(tx: Transaction, type: string, property: CustomProperty, actorName: string): Promise<void> {
    const { name, displayName, description, kind, config } = property;
    await run(
      tx,
      `insert into custom_property (type, name, display_name, description, kind, config, updated_at, updated_by)
       values ($1, $2, $3, $4, $5, $6, ${NOW_MS}, $7)
       on conflict (type, name) do update set display_name = excluded.display_name, description = excluded.description,
         config = excluded.config, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
      [
        type,
        name,
        displayName ?? null,
        description,
        kind,
        config === undefined ? null : JSON.stringify(config),
        actorName,
      ],
    );
  }

  /** Whether there was one of that name. */
  async remove(tx: Transaction, type: string, name: string): Promise<boolean> {
    const rows = await run(tx, `delete from custom_property where type = $1 and name = $2 returning name`, [
      type,
      name,
    ]);
    return rows.length > 0;
  }
}

function toProperty(row: PropertyRow): StoredProperty {
  return {
    type: row.type,
    name: row.name,
    ...(row.display_name === null ? {} : { displayName: row.display_name }),
    description: row.description,
    kind: row.kind,
    ...(row.config === null ? {} : { config: row.config }),
    updatedAt: Number(row.updated_at),
    updatedBy: row.updated_by,
  };
}
