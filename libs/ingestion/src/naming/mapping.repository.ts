import { entityTypes, serviceTypeOf } from '@app/catalog';
import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { NewRule, ServiceName } from './mapping';
import type { ReadService } from './derived-rules';
import { aliasLeadsTo, LEVEL_TYPES, placeOf } from './target-statement';

export interface FoundService {
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly fqn: string;
}

/** Types that a rule can name: those that assets lie in. */
export const SERVICE_TYPES: readonly string[] = [...new Set([...entityTypes.having('service'), ...LEVEL_TYPES])];

/** A rule as it is answered. */
export interface StoredRule {
  readonly namespacePrefix: string;
  readonly service: { readonly id: string; readonly type: string; readonly fullyQualifiedName: string };
  /** Whether it makes tables that events show. */
  readonly create: boolean;
  /** It follows from the data access of its service. */
  readonly derived?: boolean;
  /** The database whose names alone a derived rule is for. */
  readonly database?: string;
}

interface RuleRow extends Omit<StoredRule, 'derived' | 'database'> {
  readonly derived: boolean;
  readonly database: string | null;
}

const storedRule = ({ derived, database, ...rule }: RuleRow): StoredRule => ({
  ...rule,
  ...(derived && { derived }),
  ...(database !== null && { database }),
});

/** The rules that say in which service the names of a namespace lie. */
@Injectable()
export class MappingRepository {
  constructor(private readonly database: Database) {}

  /** By prefix; rules by hand come before those that follow from services. */
  async list(): Promise<StoredRule[]> {
    return (await this.database.read<RuleRow>(LIST, [])).map(storedRule);
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

  async listIn(tx: Transaction): Promise<StoredRule[]> {
    return (await query<RuleRow>(tx, LIST, [])).map(storedRule);
  }

  /** Replaces the manual rules of these prefixes; null: all of them. */
  async put(tx: Transaction, rules: readonly NewRule[], prefixes: readonly string[] | null): Promise<void> {
    await query(tx, DELETE, [prefixes, false]);
    await query(tx, INSERT, [JSON.stringify(rules)]);
  }

  /** Replaces all rules that are derived from services. */
  async putDerived(tx: Transaction, rules: readonly NewRule[]): Promise<void> {
    await query(tx, DELETE, [null, true]);
    await query(tx, INSERT, [JSON.stringify(rules)]);
  }

  /** Live database services whose data may be read, and the derived rules that there are. */
  async readServices(): Promise<{ services: readonly ReadService[]; rules: readonly NewRule[] }> {
    const [row] = await this.database.read<{ services: ReadService[]; rules: NewRule[] }>(READ_SERVICES, []);
    return row ?? { services: [], rules: [] };
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
           jsonb_build_object('id', s.id, 'type', s.type, 'fullyQualifiedName', s.fqn) as service, m.creates_tables as "create",
           m.derived, m.source_database as database
      from openlineage_mapping m join entity s on s.node = m.service
     order by m.namespace_prefix, m.derived, m.source_database nulls first`,
};

const SERVICES = `
  select node::text as node, id::text as id, type, fqn from entity
   where type = any($4::text[]) and deleted_by is null and ($3::text is null or type = $3)
     and ($1::uuid is null or id = $1) and ($2::text is null or (md5(fqn)::uuid = md5($2)::uuid and fqn = $2))
   order by type`;

const DELETE = `
  delete from openlineage_mapping
   where derived = $2 and ($1::text[] is null or md5(namespace_prefix)::uuid = any(select md5(p)::uuid from unnest($1::text[]) p))`;

const INSERT = `
  insert into openlineage_mapping (namespace_prefix, service, derived, source_database, creates_tables)
  select x.prefix, x.service, coalesce(x.derived, false), x.database, coalesce(x.creates, false)
    from jsonb_to_recordset($1) x (prefix text, service bigint, derived boolean, database text, creates boolean)`;

const READ_SERVICES = {
  name: 'openlineage-read-services',
  text: `
    select (select coalesce(jsonb_agg(jsonb_build_object('node', s.node::text, 'serviceType', ${serviceTypeOf('s')},
                     'config', coalesce(s.body#>'{connection,config}', s.details#>'{connection,config}'), 'databases', (
                       select coalesce(jsonb_agg(jsonb_build_object('node', d.node::text, 'name', d.name)), '[]')
                         from entity d where d.parent = s.node and d.type = 'database' and d.deleted_by is null)) order by s.node), '[]')
              from data_access a join entity s on s.node = a.service
             where (a.document->>'enabled')::boolean and a.suspended_by is null and s.deleted_by is null) as services,
           (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('prefix', m.namespace_prefix, 'service', m.service::text,
                     'derived', true, 'database', m.source_database))), '[]')
              from openlineage_mapping m where m.derived) as rules`,
};

const RELEASE = `
  update openlineage_name w set node = null, loose = false
    from (select n.key, n.node from openlineage_name n ${placeOf('n')}
            left join entity is_now on is_now.node = n.node
           where n.node is not null and n.node is distinct from coalesce(own.node,
                   case when starts_with(is_now.fqn, mapped.fqn || '.')
                          or mapped.node is null and exists (
                            select from entity s where s.node = is_now.root and s.name = n.namespace)
                          or ${aliasLeadsTo('n', 'is_now.fqn')} then n.node end)) t
   where w.key = t.key
  returning t.node::text as node`;

const REFRESH_WANTED = `
  update openlineage_name w set wanted = t.wanted
    from (select n.key, rule.wanted from openlineage_name n ${placeOf('n')} where n.node is null or n.loose) t
   where w.key = t.key and w.wanted is distinct from t.wanted`;

const REFRESH_ALIASES = `
  update openlineage_alias w set wanted = t.wanted
    from (select n.dataset, n.alias, rule.wanted
            from (select a.*, 'dataset' as kind from openlineage_alias a) n ${placeOf('n')}) t
   where w.dataset = t.dataset and w.alias = t.alias and w.wanted is distinct from t.wanted`;
