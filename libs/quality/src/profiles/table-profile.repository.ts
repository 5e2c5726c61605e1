import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Series } from '../series/series';
import { TableProfile } from './table-profile.entity';
import type { TableColumn } from './table-columns';
import type { ColumnProfile, SentTableProfile } from './table-profile';

const JSON_OF_ROW = `r.body || jsonb_build_object('timestamp', r.timestamp)`;

export const TABLE_PROFILES: Series = { table: 'table_profile', key: 'asset', json: JSON_OF_ROW };

/** The columns' profiles of the newest profile that has any; those of columns that it left out are not looked for further back. */
export const NEWEST_COLUMN_PROFILES = {
  name: 'newest-column-profiles',
  text: `select columns from table_profile where asset = $1 and columns <> '[]' order by timestamp desc limit 1`,
};

export interface ColumnProfilesRow {
  readonly columns: ColumnProfile[];
}

@Injectable()
export class TableProfileRepository {
  async columnsOf(tx: Transaction, node: string): Promise<TableColumn[]> {
    const text = `select coalesce(details -> 'columns', '[]') as columns from entity where node = $1`;
    return (await query<{ columns: TableColumn[] }>(tx, text, [node]))[0]?.columns ?? [];
  }

  /** A profile at the same timestamp is replaced. */
  async put(tx: Transaction, node: string, profile: SentTableProfile): Promise<void> {
    const { tableProfile, columnProfile: columns = [], systemProfile: systems = [] } = profile;
    const { timestamp, ...body } = tableProfile;
    const row = { asset: node, timestamp, body, columns, systems };
    await tx.getRepository(TableProfile).upsert(row, ['asset', 'timestamp']);
  }

  /** Shows the newest profile on the table: a read-only attribute, so that its version stays. */
  async showNewest(tx: Transaction, node: string): Promise<void> {
    await query(tx, SHOW, [node]);
  }
}

const SHOW = `
  update entity set details = details || jsonb_build_object('profile', newest.json)
    from (select ${JSON_OF_ROW} as json from table_profile r where r.asset = $1 order by r.timestamp desc limit 1) newest
   where node = $1 and details -> 'profile' is distinct from newest.json`;
