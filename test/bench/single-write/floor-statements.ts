/** The table whose rows the floor copies; no other text of it may hold the word. */
export const MODEL_NAME = 'egretmodel';
/** Of all tables of the bench. */
export const SERVICE = 'write_service';

/** The floor's own tables: as the product's, without their triggers. */
export const FLOOR_TABLES = `
  create table bench_entity (like entity including all);
  create table bench_search_row (like search_row including all);
  create table bench_edge (like lineage_edge including all);
`;

/** Columns of a search row that are made of the document, with their types. */
const SEARCH_COLUMNS = [
  ['entity_type', 'text'],
  ['name_key', 'text'],
  ['display_key', 'text'],
  ['fqn_key', 'text'],
  ['names', 'tsvector'],
  ['texts', 'tsvector'],
  ['kw', 'text[]'],
  ['facets', 'text[]'],
  ['chunks', 'text'],
  ['tokens', 'integer[]'],
  ...['n', 'm', 'f', 'c', 'h', 'd', 'cd', 'hd'].map((field) => [`len_${field}`, 'smallint'] as const),
] as const;

const columns = SEARCH_COLUMNS.map(([name]) => name).join(', ');
const values = (from: number): string => SEARCH_COLUMNS.map(([, type], at) => `$${from + at}::${type}`).join(', ');

const EDGE_REPLACE = `on conflict (from_node, to_node) do update set updated_at = excluded.updated_at`;
const edge = (select: string): string => `
  insert into bench_edge (from_node, to_node, source, digest, created_at, created_by, updated_at, updated_by)
  select distinct f.node, t.node, 'Manual', md5('')::uuid, $3::bigint, 'admin', $3::bigint, 'admin' ${select} ${EDGE_REPLACE}`;

export const FLOOR_STATEMENTS = {
  /** $1: a name. The values of {@link SEARCH_COLUMNS} in the product's row of that name. */
  model: `select array[${SEARCH_COLUMNS.map(([name]) => `${name}::text`).join(', ')}] as values
            from search_row where name_key = $1 and entity_type = 'table'`,
  /** $1: id, $2: name, $3: time, $4: document, then the search row. */
  create: `
    with made as (
      insert into bench_entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
      values ($1, 'table', $2, $2, 1, $3, 'admin', $4, '{}') returning node, id, body
    ), found as (
      insert into bench_search_row (node, id, deleted, updated_at, ${columns})
      select node, id, false, $3, ${values(5)} from made
    )
    select body::text as text from made`,
  /** $1: a name. */
  read: `select body::text as text from bench_entity where type = 'table' and md5(fqn)::uuid = md5($1)::uuid and fqn = $1`,
  /** $1: name, $2: time, $3: document, then the search row. */
  change: `
    with made as (
      update bench_entity set version = version + 1, updated_at = $2, body = $3
       where type = 'table' and md5(fqn)::uuid = md5($1)::uuid and fqn = $1 returning node, body
    ), found as (
      update bench_search_row r set updated_at = $2, (${columns}) = (select ${values(4)}) from made where r.node = made.node
    )
    select body::text as text from made`,
  /** $1, $2: ids of the ends, $3: time. */
  edge: edge(`from unnest($1::uuid[], $2::uuid[]) e (f, t) join entity f on f.id = e.f join entity t on t.id = e.t`),
  /** $1, $2: FQNs of the ends, $3: time. */
  event: edge(`
    from unnest($1::text[], $2::text[]) e (f, t)
    join entity f on f.type = 'table' and md5(f.fqn)::uuid = md5(e.f)::uuid and f.fqn = e.f
    join entity t on t.type = 'table' and md5(t.fqn)::uuid = md5(e.t)::uuid and t.fqn = e.t`),
} as const;
