import { Database, NOW_MS, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Comments } from '../plan/comments';
import type { KnownTable } from '../plan/coverage';
import type { MissingEntity } from '../plan/deletions';
import type { PossibleRename } from '../plan/renames';

/** The user that crawls write as. */
export const CRAWLER = 'data-crawler';

export type CrawlOutcome = 'created' | 'updated' | 'restored' | 'unchanged' | 'failed';

/** A database, schema or table of the catalog, with what the last crawl saw of it. */
export interface KnownEntity {
  readonly fqn: string;
  readonly id: string;
  /** In tenths. */
  readonly version: number;
  /** The kind of actor that deleted it, or what it lies in: a bot, such as a crawl, or a person. */
  readonly deletedBy: 'bot' | 'person' | null;
  readonly updatedBy: string;
  readonly updatedAt: number;
  /** Absent where no crawl has seen it. */
  readonly digest: string | null;
  readonly comparedVersion: number | null;
  readonly run: string | null;
  readonly outcome: CrawlOutcome | null;
  readonly comments: Comments | null;
}

/** An entity as a crawl saw it. */
export interface Seen {
  readonly id: string;
  readonly outcome: CrawlOutcome;
  /** Absent where it has to be compared again. */
  readonly digest?: string | undefined;
  readonly version?: number | undefined;
  /** Absent: as they were. */
  readonly comments?: Comments | undefined;
  readonly likeness?: string | undefined;
  readonly nativeId?: string | undefined;
  readonly rowEstimate?: number | undefined;
  readonly sizeInByte?: number | undefined;
  readonly changedAt?: number | undefined;
  readonly withPartitions?: boolean | undefined;
}

/** A live entity that a crawl has seen once. */
export interface SeenEntity extends KnownTable, MissingEntity {
  readonly id: string;
  readonly fqn: string;
  readonly node: string;
  readonly nativeId?: string;
  readonly likeness?: string;
}

/** A table that the source lists. */
export interface ListedName {
  readonly fqn: string;
  /** FQN of its schema. */
  readonly schema: string;
  readonly name: string;
  readonly nativeId: string;
}

/** A table that the catalog has by another name. */
export interface OtherName {
  readonly id: string;
  /** FQNs and names, in the catalog and in the source. */
  readonly from: string;
  readonly fromName: string;
  readonly to: string;
  readonly toName: string;
}

export interface CrawledServiceRow {
  readonly node: string;
  readonly fqn: string;
  /** The config as it is shown, without its secrets. */
  readonly config: unknown;
}

/** Stores what crawls know of a service. */
@Injectable()
export class CrawlRepository {
  constructor(private readonly database: Database) {}

  /** undefined: there is none, or it is deleted. */
  async service(node: string): Promise<CrawledServiceRow | undefined> {
    return (await this.database.read<CrawledServiceRow & object>(SERVICE, [node]))[0];
  }

  /** The id of a user by name, deleted ones too. */
  async userId(name: string): Promise<string | undefined> {
    return (await this.database.read<{ id: string }>(USER, [name]))[0]?.id;
  }

  /** Those of these FQNs that are there, deleted ones too. One statement. */
  async known(type: string, fqns: readonly string[]): Promise<Map<string, KnownEntity>> {
    if (!fqns.length) return new Map();
    const rows = await this.database.read<KnownEntity>(KNOWN, [type, fqns, CRAWLER]);
    return new Map(rows.map((row) => [row.fqn, row]));
  }

  /** Live tables in the same schema with the native id of a listed one, and another name. One statement. */
  async otherNames(listed: readonly ListedName[]): Promise<OtherName[]> {
    if (!listed.length) return [];
    return this.database.read<OtherName & object>(OTHER_NAMES, [JSON.stringify(listed)]);
  }

  /** Stores what a run saw. Deleted entities are skipped. */
  async keep(tx: Transaction, run: string, seen: readonly Seen[]): Promise<void> {
    if (seen.length) await query(tx, KEEP, [run, JSON.stringify(seen)]);
  }

  /** Whether partitions were listed as tables when it was seen last. @param table by its node */
  async wasListedWithPartitions(table: string): Promise<boolean> {
    const [row] = await this.database.read<{ withPartitions: boolean }>(WITH_PARTITIONS, [table]);
    return row?.withPartitions ?? false;
  }

  /** A page of the live entities of a type in the service that crawls have seen, by name. */
  async seen(service: string, type: string, after?: SeenEntity): Promise<SeenEntity[]> {
    const values = [service, type, after?.name ?? '', after?.id ?? FIRST_ID, SEEN_PAGE];
    return this.database.read<SeenEntity>(SEEN, values);
  }

  /** Counts a crawl that did not see them, once. */
  async miss(tx: Transaction, run: string, nodes: readonly string[]): Promise<void> {
    if (nodes.length) await query(tx, MISS, [run, nodes]);
  }

  /** Stores which new tables those that are gone may have been renamed to. */
  async noteRenames(tx: Transaction, service: string, renames: readonly PossibleRename[]): Promise<void> {
    if (renames.length) await query(tx, NOTE_RENAMES, [service, JSON.stringify(renames)]);
  }

  /** Tables of the service that a crawl has deleted since an instant: those of an earlier attempt count as well. */
  async deletedSince(service: string, since: number): Promise<number> {
    const [row] = await this.database.read<{ deleted: number }>(DELETED_SINCE, [service, CRAWLER, since]);
    return row?.deleted ?? 0;
  }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const SEEN_PAGE = 5_000;

const SERVICE = {
  name: 'crawl-service',
  text: `
  select e.node::text, e.fqn, coalesce(e.body -> 'connection', e.details -> 'connection') -> 'config' as config
    from entity e where e.node = $1 and e.deleted_by is null`,
};

const USER = { name: 'crawl-user', text: `select e.id::text from entity e where e.type = 'user' and e.name = $1` };

const KNOWN = {
  name: 'crawl-known',
  text: `
  select e.fqn, e.id::text, e.version, e.updated_by as "updatedBy", e.updated_at::float8 as "updatedAt",
         case when e.deleted_by is null then null
              when exists (
                select from entity d where d.node = e.deleted_by and (d.updated_by = $3 or exists (
                  select from entity u where u.type = 'user' and u.name = d.updated_by and u.body -> 'isBot' = 'true')))
              then 'bot' else 'person' end as "deletedBy",
         c.digest::text, c.version as "comparedVersion", c.run::text, c.outcome, c.comments
    from unnest($2::text[]) w (fqn)
    join entity e on e.type = $1 and md5(e.fqn)::uuid = md5(w.fqn)::uuid and e.fqn = w.fqn
    left join crawled_entity c on c.node = e.node`,
};

const OTHER_NAMES = {
  name: 'crawl-other-names',
  text: `
  select e.id::text, e.fqn as from, e.name as "fromName", w.fqn as to, w.name as "toName"
    from jsonb_to_recordset($1::jsonb) w (fqn text, schema text, name text, "nativeId" text)
    join entity s on s.type = 'databaseSchema' and md5(s.fqn)::uuid = md5(w.schema)::uuid and s.fqn = w.schema
    join entity e on e.parent = s.node and e.type = 'table' and e.deleted_by is null and e.name <> w.name
    join crawled_entity c on c.node = e.node and c.native_id = w."nativeId"
   order by e.fqn`,
};

const KEEP = {
  name: 'crawl-keep',
  text: `
  insert into crawled_entity as c (node, native_id, comments, digest, version, likeness, row_estimate, size_in_byte, changed_at,
                                   with_partitions, seen_at, run, outcome)
  select e.node, s."nativeId", coalesce(s.comments, '{}'), s.digest, s.version, s.likeness, s."rowEstimate", s."sizeInByte", s."changedAt",
         coalesce(s."withPartitions", false), ${NOW_MS}, $1, s.outcome
    from jsonb_to_recordset($2::jsonb) s (id uuid, "nativeId" text, comments jsonb, digest uuid, version integer, likeness uuid,
           "rowEstimate" double precision, "sizeInByte" double precision, "changedAt" bigint, "withPartitions" boolean, outcome text)
    join entity e on e.id = s.id
   order by e.node
  on conflict (node) do update
     set native_id = coalesce(excluded.native_id, c.native_id),
         comments = case when excluded.digest is null then c.comments else excluded.comments end,
         digest = excluded.digest, version = excluded.version, likeness = coalesce(excluded.likeness, c.likeness),
         row_estimate = excluded.row_estimate, size_in_byte = excluded.size_in_byte, changed_at = excluded.changed_at,
         with_partitions = excluded.with_partitions, seen_at = excluded.seen_at, run = excluded.run, outcome = excluded.outcome,
         missed = 0, missed_in = null, renamed_to = null`,
};

/** Names of the entity's ancestors, by type: service, database, schema. */
const SEEN = {
  name: 'crawl-seen',
  text: `
  select e.node::text, e.id::text, e.fqn, e.name, e.body ->> 'tableType' as "tableType",
         case e.type when 'database' then e.name when 'databaseSchema' then p.name else g.name end as database,
         case e.type when 'database' then '' when 'databaseSchema' then e.name else p.name end as schema,
         c.native_id as "nativeId", c.likeness::text, c.missed, c.missed_in::text as "missedIn", c.with_partitions as "withPartitions"
    from entity e join crawled_entity c on c.node = e.node
    join entity p on p.node = e.parent left join entity g on g.node = p.parent
   where e.root = $1 and e.type = $2 and e.deleted_by is null and (e.name, e.id) > ($3 collate "C", $4::uuid)
   order by e.name, e.id limit $5`,
};

const WITH_PARTITIONS = {
  name: 'crawl-with-partitions',
  text: 'select with_partitions as "withPartitions" from crawled_entity where node = $1',
};

const MISS = {
  name: 'crawl-miss',
  text: `
  update crawled_entity set missed = missed + 1, missed_in = $1
   where node = any($2::bigint[]) and missed_in is distinct from $1`,
};

const NOTE_RENAMES = {
  name: 'crawl-note-renames',
  text: `
  update crawled_entity c set renamed_to = t.node
    from jsonb_to_recordset($2::jsonb) r ("from" text, "to" text)
    join entity f on f.root = $1 and f.type = 'table' and f.fqn = r."from"
    join entity t on t.root = $1 and t.type = 'table' and t.fqn = r."to"
   where c.node = f.node`,
};

const DELETED_SINCE = {
  name: 'crawl-deleted',
  text: `
  select count(*)::int as deleted from entity
   where root = $1 and type = 'table' and deleted_by = node and updated_by = $2 and updated_at >= $3`,
};
