import { query, type Transaction } from '@app/database';
import { platformOf } from '@app/datatypes';
import { Injectable } from '@nestjs/common';
import type { Series } from '../series/series';
import type { ColumnsOfTable, TableColumn } from './table-columns';
import type { ColumnProfile, SentTableProfile } from './table-profile';

const JSON_OF_ROW = `r.body || jsonb_build_object('timestamp', r.timestamp)`;

export const TABLE_PROFILES: Series = { table: 'table_profile', key: 'asset', json: JSON_OF_ROW };
export const COLUMN_PROFILES: Series = { table: 'column_profile', key: 'asset', part: 'column_key', json: 'r.body' };
export const SYSTEM_PROFILES: Series = { table: 'system_profile', key: 'asset', tie: 'operation', json: 'r.body' };

/** The columns' profiles of the newest profile that has any; those of columns that it left out are not looked for further back. */
export const NEWEST_COLUMN_PROFILES = {
  name: 'newest-column-profiles',
  text: `
    select body from column_profile
     where asset = $1 and profile = (select max(profile) from column_profile where asset = $1)`,
};

export interface ColumnProfileRow {
  readonly body: ColumnProfile;
}

@Injectable()
export class TableProfileRepository {
  async columnsOf(tx: Transaction, node: string): Promise<ColumnsOfTable> {
    const [row] = await query<{ columns: TableColumn[]; serviceType: string | null }>(tx, COLUMNS, [node]);
    return { columns: row?.columns ?? [], nameCase: platformOf(row?.serviceType ?? undefined).names.columns };
  }

  /** A profile at the same timestamp is replaced, with those of columns and writes that came with it. */
  async put(tx: Transaction, node: string, profile: SentTableProfile): Promise<void> {
    const { tableProfile, columnProfile = [], systemProfile = [] } = profile;
    const { timestamp, ...body } = tableProfile;
    const values = [
      node,
      timestamp,
      JSON.stringify(body),
      JSON.stringify(columnProfile),
      JSON.stringify(systemProfile),
    ];
    await query(tx, PUT, values);
  }

  /** Shows the newest profile on the table, or that there is none: a read-only attribute, so that its version stays. */
  async showNewest(tx: Transaction, node: string): Promise<void> {
    await query(tx, SHOW, [node]);
  }

  /** Removes the table's profile at a timestamp and gives it as it was answered. Those that came with it stay. */
  async takeTable(tx: Transaction, node: string, timestamp: number): Promise<Record<string, unknown>[]> {
    const text = `delete from table_profile r where r.asset = $1 and r.timestamp = $2 returning ${JSON_OF_ROW} as body`;
    return (await query<{ body: Record<string, unknown> }>(tx, text, [node, timestamp])).map(({ body }) => body);
  }

  /** Removes a column's profile; returns it with the timestamp of the table's profile that contained it. */
  async takeColumn(
    tx: Transaction,
    node: string,
    column: string,
    timestamp: number,
  ): Promise<{ readonly body: ColumnProfile; readonly profile: number } | undefined> {
    const text = `
      delete from column_profile where asset = $1 and column_key = $2 and timestamp = $3
      returning body, profile::float8 as profile`;
    const [row] = await query<{ body: ColumnProfile; profile: number }>(tx, text, [node, column, timestamp]);
    return row;
  }

  /** Removes what the table's system reported for a timestamp. */
  async takeSystem(tx: Transaction, node: string, timestamp: number): Promise<Record<string, unknown>[]> {
    const text = `delete from system_profile where asset = $1 and timestamp = $2 returning body, operation`;
    return (await query<{ body: Record<string, unknown> }>(tx, text, [node, timestamp])).map(({ body }) => body);
  }

  /** The profiles of columns that the table's profile at a timestamp contained last. */
  async columnProfiles(tx: Transaction, node: string, profile: number): Promise<ColumnProfile[]> {
    const text = `select body from column_profile where asset = $1 and profile = $2`;
    return (await query<ColumnProfileRow>(tx, text, [node, profile])).map(({ body }) => body);
  }
}

const COLUMNS = `
  select coalesce(t.details -> 'columns', '[]') as columns, coalesce(v.body ->> 'serviceType', v.details ->> 'serviceType') as "serviceType"
    from entity t join entity v on v.node = t.root where t.node = $1`;

const PUT = `
  with told as (
    insert into table_profile (asset, timestamp, body) values ($1, $2, $3)
    on conflict (asset, timestamp) do update set body = excluded.body)
  select put_profile_series($1, $2, $4, $5)`;

const SHOW = `
  update entity set details = case when newest.json is null then details - 'profile'
                                   else details || jsonb_build_object('profile', newest.json) end
    from (select (select ${JSON_OF_ROW} from table_profile r where r.asset = $1 order by r.timestamp desc limit 1) as json) newest
   where node = $1 and details -> 'profile' is distinct from newest.json`;
