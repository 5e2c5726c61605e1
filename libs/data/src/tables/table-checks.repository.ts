import { serviceTypeOf, type FoundEntity } from '@app/catalog';
import { isUuid } from '@app/common';
import type { TaggedColumn } from '@app/quality';
import { SourceError } from '@app/sources';
import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';

/** A table as the catalog has it, with where it lies in its source. Nodes are bigint in decimal. */
export interface CheckedEntity {
  readonly id: string;
  readonly node: string;
  readonly fqn: string;
  readonly table: string;
  readonly schema: string;
  readonly database: string;
  readonly serviceType: string | null;
  readonly columns: readonly TaggedColumn[];
  /** Its `tableProfilerConfig`, unchecked. */
  readonly profilerConfig: unknown;
  /** Keys of its rows may be shown, as far as it says. */
  readonly exampleKeys: boolean;
}

/** A test case of a table. */
export interface StoredCheck {
  readonly node: string;
  readonly id: string;
  readonly name: string;
  readonly fqn: string;
  readonly definition: string;
  readonly parameterValues: readonly { readonly name?: string; readonly value?: string }[] | null;
  readonly useDynamicAssertion: boolean | null;
  readonly dimensionColumns: readonly string[] | null;
}

/** Checks of one run, at most. */
export const MOST_CHECKS = 1_000;

@Injectable()
export class TableChecksRepository {
  constructor(private readonly database: Database) {}

  async serviceOf(table: string): Promise<FoundEntity | undefined> {
    return (await this.database.read<FoundEntity & object>(SERVICE, [table]))[0];
  }

  async table(node: string): Promise<CheckedEntity | undefined> {
    return (await this.database.read<CheckedEntity & object>(TABLE, [node]))[0];
  }

  /** Live ones, by name; one more than may be run. @param ids only these */
  async checks(table: string, ids?: readonly string[]): Promise<StoredCheck[]> {
    return this.database.read<StoredCheck & object>(CHECKS, [table, ids ?? null, MOST_CHECKS + 1]);
  }

  /** Live test cases of a table among those that are named. */
  async named(
    table: string,
    names: readonly { readonly id?: string; readonly fullyQualifiedName?: string }[],
  ): Promise<Pick<StoredCheck, 'id' | 'fqn'>[]> {
    const ids = names.flatMap(({ id }) => (id !== undefined && isUuid(id) ? [id] : []));
    const fqns = names.flatMap(({ fullyQualifiedName: fqn }) => (fqn === undefined ? [] : [fqn]));
    return this.database.read<Pick<StoredCheck, 'id' | 'fqn'> & object>(NAMED, [table, ids, fqns]);
  }

  /** Times of results that are taken, of each test case from an instant on: `<node> <epoch ms>`. */
  async taken(tx: Transaction, testCases: readonly string[], from: number): Promise<ReadonlySet<string>> {
    const rows = await query<{ taken: string }>(tx, TAKEN, [testCases, from, from + MOST_CHECKS]);
    return new Set(rows.map(({ taken }) => taken));
  }
}

/** @throws {SourceError} `tableNotFound` */
export async function requireEntity(tables: TableChecksRepository, node: string | null): Promise<CheckedEntity> {
  const entity = node === null ? undefined : await tables.table(node);
  if (entity) return entity;
  throw new SourceError({ reason: 'tableNotFound', message: 'The table is not in the catalog any more' });
}

const SERVICE = {
  name: 'service-of-table',
  text: `
  select v.node::text, v.id::text, v.type, v.name, v.fqn, v.deleted_by is not null as deleted, owner_ids(v.node) as "ownerIds"
    from entity t join entity s on s.node = t.parent join entity d on d.node = s.parent join entity v on v.node = d.parent
   where t.node = $1`,
};

const TABLE = {
  name: 'checked-table',
  text: `
  select t.id::text, t.node::text, t.fqn, t.name as table, s.name as schema, d.name as database,
         (select ${serviceTypeOf('v')} from entity v where v.node = t.root) as "serviceType",
         coalesce(t.details -> 'columns', t.body -> 'columns', '[]') as columns, t.details -> 'tableProfilerConfig' as "profilerConfig",
         coalesce((select a.example_keys from table_data_access a where a.asset = t.node), false) as "exampleKeys"
    from entity t join entity s on s.node = t.parent join entity d on d.node = s.parent
   where t.node = $1 and t.deleted_by is null`,
};

const CHECKS = {
  name: 'checks-of-table',
  text: `
  select t.node::text, t.id::text, t.name, t.fqn, d.name as definition, t.body -> 'parameterValues' as "parameterValues",
         (t.details ->> 'useDynamicAssertion')::boolean as "useDynamicAssertion", t.details -> 'dimensionColumns' as "dimensionColumns"
    from entity t
    join entity_reference r on r.from_node = t.node and r.relation = 'testDefinition'
    join entity d on d.node = r.to_node
   where t.parent = $1 and t.type = 'testCase' and t.deleted_by is null and ($2::uuid[] is null or t.id = any($2))
   order by t.name limit $3`,
};

const NAMED = {
  name: 'named-checks',
  text: `
  select t.id::text, t.fqn from entity t
   where t.parent = $1 and t.type = 'testCase' and t.deleted_by is null and (t.id = any($2::uuid[]) or t.fqn = any($3::text[]))`,
};

const TAKEN = `
  select test_case || ' ' || timestamp as taken from test_case_result
   where test_case = any($1::bigint[]) and timestamp between $2::bigint and $3::bigint`;
