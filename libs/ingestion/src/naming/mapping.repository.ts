import { entityTypes } from '@app/catalog';
import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ServiceName } from './mapping';
import { aliasLiesIn, placeOf, targetOf } from './target-statement';

export interface FoundService {
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly fqn: string;
}

/** The types that assets lie in. */
export const SERVICE_TYPES: readonly string[] = entityTypes.having('service');

/** A rule to be stored. */
export interface NewRule {
  readonly prefix: string;
  /** The node of its service. */
  readonly service: string;
}

/** A rule as it is answered. */
export interface StoredRule {
  readonly namespacePrefix: string;
  readonly service: { readonly id: string; readonly type: string; readonly fullyQualifiedName: string };
}

/** The rules that say in which service the names of a namespace lie. */
@Injectable()
export class MappingRepository {
  constructor(private readonly database: Database) {}

  /** By prefix. */
  list(): Promise<StoredRule[]> {
    return this.database.read<StoredRule>(LIST, []);
  }

  /** Live services of that name, of any type where none is given. */
  services(tx: Transaction, { id, fqn, type }: ServiceName): Promise<FoundService[]> {
    return query<FoundService>(tx, SERVICES, [id ?? null, fqn ?? null, type ?? null, SERVICE_TYPES]);
  }

  /** Locks the rules until the transaction ends. @returns them, by prefix */
  async locked(tx: Transaction): Promise<StoredRule[]> {
    await query(tx, `select pg_advisory_xact_lock(hashtext('openlineage_mapping'))`);
    return this.listIn(tx);
  }

  listIn(tx: Transaction): Promise<StoredRule[]> {
    return query<StoredRule>(tx, LIST, []);
  }

  /** Puts rules in the place of those of these prefixes; null: of all. */
  async put(tx: Transaction, rules: readonly NewRule[], prefixes: readonly string[] | null): Promise<void> {
    await query(tx, DELETE, [prefixes]);
    await query(tx, INSERT, [rules.map(({ prefix }) => prefix), rules.map(({ service }) => service)]);
  }

  /**
   * Parts names from assets that the rules do not lead to any more; one that was renamed inside its service stays what it was.
   *
   * @returns the assets that lost a name
   */
  async release(tx: Transaction): Promise<string[]> {
    const rows = await query<{ node: string }>(tx, RELEASE);
    await query(tx, REFRESH_WANTED);
    await query(tx, REFRESH_ALIASES);
    return rows.map(({ node }) => node);
  }
}

const LIST = {
  name: 'openlineage-mappings',
  text: `
    select m.namespace_prefix as "namespacePrefix",
           jsonb_build_object('id', s.id, 'type', s.type, 'fullyQualifiedName', s.fqn) as service
      from openlineage_mapping m join entity s on s.node = m.service order by m.namespace_prefix`,
};

const SERVICES = `
  select node::text as node, id::text as id, type, fqn from entity
   where type = any($4::text[]) and deleted_by is null and ($3::text is null or type = $3)
     and ($1::uuid is null or id = $1) and ($2::text is null or (md5(fqn)::uuid = md5($2)::uuid and fqn = $2))
   order by type`;

const DELETE = `
  delete from openlineage_mapping where $1::text[] is null or md5(namespace_prefix)::uuid = any(select md5(p)::uuid from unnest($1::text[]) p)`;

const INSERT = `
  insert into openlineage_mapping (namespace_prefix, service) select * from unnest($1::text[], $2::bigint[])`;

const RELEASE = `
  update openlineage_name w set node = null
    from (select n.key, n.node from openlineage_name n ${targetOf('n')}
            left join entity is_now on is_now.node = n.node
           where n.node is not null and n.node is distinct from coalesce(found.node,
                   case when is_now.root = rule.service or is_now.parent = rule.service
                          or rule.service is null and exists (
                            select from entity s where s.node = is_now.root and s.name = n.namespace)
                          or ${aliasLiesIn('n', 'is_now.root, is_now.parent')} then n.node end)) t
   where w.key = t.key
  returning t.node::text as node`;

const REFRESH_WANTED = `
  update openlineage_name w set wanted = t.wanted
    from (select n.key, md5(rule.awaited)::uuid as wanted from openlineage_name n ${targetOf('n')} where n.node is null) t
   where w.key = t.key and w.wanted is distinct from t.wanted`;

const REFRESH_ALIASES = `
  update openlineage_alias w set wanted = t.wanted
    from (select n.dataset, n.alias, md5(rule.awaited)::uuid as wanted
            from (select a.*, 'dataset' as kind from openlineage_alias a) n ${placeOf('n')}) t
   where w.dataset = t.dataset and w.alias = t.alias and w.wanted is distinct from t.wanted`;
