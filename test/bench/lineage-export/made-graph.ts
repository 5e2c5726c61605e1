import { Client } from 'pg';
import { leaveOutOfSearch } from '../stack/with-stack';

/** A graph of tables: its size, and how it is wired. */
export interface GraphSize {
  readonly nodes: number;
  /** Edges between two nodes of chance. */
  readonly random: number;
  /** Nodes with many neighbours, and how many on each side. */
  readonly hubs: number;
  readonly neighbours: number;
  /** Nodes that lead to themselves, pairs that lead to each other, and diamonds of four nodes. */
  readonly selves: number;
  readonly pairs: number;
  readonly diamonds: number;
}

export interface MadeGraph {
  readonly edges: number;
  readonly hubs: readonly string[];
  /** FQNs of nodes of chance that are no hubs. */
  readonly others: readonly string[];
}

const SEED = 0.2026112;
const PREFIX = 'lineage_service.lineage.public.t_';

/** 7919 is prime: names in no order of nodes, each once where it divides no number of nodes. */
const NODES = `
  insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
  select gen_random_uuid(), 'table', 't_' || n, $2 || n, 1, 0, 'bench', '{}', '{"columns": []}'
    from generate_series(1, $1::bigint) i, lateral (select lpad(((i * 7919) % $1)::text, 7, '0') as n) x`;

/** Every fourth edge has SQL. Ends are places from 0 on. */
const EDGES = `
  insert into lineage_edge (from_node, to_node, source, sql_query, digest, created_at, created_by, updated_at, updated_by)
  select n0 + f, n0 + t, 'Manual',
         case when (f + t) % 4 = 0 then 'insert into t select a, b, c from source_' || f || ' where x > 1' end,
         gen_random_uuid(), 0, 'bench', 0, 'bench'
    from (select min(node) as n0 from entity where updated_by = 'bench') base, (
      select floor(random() * $1)::int f, h t from generate_series(0, $2 - 1) h, generate_series(1, $3)
      union all select h, floor(random() * $1)::int from generate_series(0, $2 - 1) h, generate_series(1, $3)
      union all select i, i from generate_series(0, $4 - 1) i
      union all select i + k, i + 1 - k from generate_series(0, 2 * $5 - 1, 2) i, generate_series(0, 1) k
      union all select i + d.f, i + d.t from generate_series(0, 4 * $6 - 1, 4) i, (values (0, 1), (0, 2), (1, 3), (2, 3)) d (f, t)
      union all select floor(random() * $1)::int, floor(random() * $1)::int from generate_series(1, $7)) e
  on conflict do nothing`;

/** Makes the graph in the database; the same for the same size. */
export async function makeGraph(url: string, size: GraphSize): Promise<MadeGraph> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select setseed(${SEED})`);
    await client.query(NODES, [size.nodes, PREFIX]);
    const { nodes, hubs, neighbours, selves, pairs, diamonds, random } = size;
    const { rowCount } = await client.query(EDGES, [nodes, hubs, neighbours, selves, pairs, diamonds, random]);
    await leaveOutOfSearch(url);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    const { rows } = await client.query<{ fqn: string }>(
      `select fqn from entity where updated_by = 'bench' order by node`,
    );
    const fqns = rows.map(({ fqn }) => fqn);
    const others = Array.from({ length: 50 }, (_, i) => fqns[hubs + ((i * 104_729) % (nodes - hubs))] as string);
    return { edges: rowCount ?? 0, hubs: fqns.slice(0, hubs), others };
  } finally {
    await client.end();
  }
}
