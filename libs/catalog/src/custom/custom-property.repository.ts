import { NOW_MS, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Queryable } from '../query/queryable';
import type { CustomProperty } from './custom-property';
import { CustomPropertyRow } from './custom-property.entity';

/** A declared property, with its update time (epoch ms) and author. */
export interface StoredProperty extends CustomProperty {
  readonly type: string;
  readonly updatedAt: number;
  readonly updatedBy: string;
}

const OF_TYPES = {
  name: 'custom-properties',
  text: `select type, name, display_name as "displayName", description, kind, config, updated_at as "updatedAt", updated_by as "updatedBy"
           from custom_property where type = any($1) order by type, name`,
};

@Injectable()
export class CustomPropertyRepository {
  async ofTypes(db: Queryable, types: readonly string[]): Promise<StoredProperty[]> {
    const rows = await db.read<CustomPropertyRow>(OF_TYPES, [types]);
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

function toProperty({ displayName, config, updatedAt, ...row }: CustomPropertyRow): StoredProperty {
  return {
    ...row,
    ...(displayName === null ? {} : { displayName }),
    ...(config === null ? {} : { config }),
    updatedAt: Number(updatedAt),
  };
}
