import { NOW_MS, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Queryable } from '../read/queryable';
import type { CustomProperty } from './custom-property';
import { CustomPropertyRow } from './custom-property.entity';

/** A declared property, with its update time (epoch ms) and author. */
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

  /** Serialises concurrent declarations for one type. */
  async lock(tx: Transaction, type: string): Promise<void> {
    await query(tx, `select pg_advisory_xact_lock(hashtext($1))`, [`custom_property ${type}`]);
  }

  async put(tx: Transaction, type: string, property: CustomProperty, actorName: string): Promise<void> {
    const { name, displayName = null, description, kind, config = null } = property;
    const updatedAt = (): string => NOW_MS;
    await tx
      .getRepository(CustomPropertyRow)
      .createQueryBuilder()
      .insert()
      .values({ type, name, displayName, description, kind, config: config as object, updatedAt, updatedBy: actorName })
      .orUpdate(['display_name', 'description', 'config', 'updated_at', 'updated_by'], ['type', 'name'])
      .execute();
  }

  async remove(tx: Transaction, type: string, name: string): Promise<void> {
    await tx.getRepository(CustomPropertyRow).delete({ type, name });
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
