import { createHash } from 'node:crypto';
import { withClient } from '../stack/with-stack';
import { SCHEMA_FQN } from './model-contract';

/** Rows that one statement copies. */
const BLOCK = 5_000;

/** A contract of the dataset, by its number from 1. */
export interface SeededContract {
  readonly id: string;
  readonly fqn: string;
  /** Stands in its description, and in no other's. */
  readonly marker: string;
}

export function seededContract(n: number): SeededContract {
  const id = seededId(`bench-contract-${n}`);
  const name = String(n).padStart(7, '0');
  return { id, fqn: `${SCHEMA_FQN}.t_${name}.dataContract_c_${name}`, marker: `contract no. ${n} of` };
}

/** The table of a contract, by the same number. */
export function seededTable(n: number): Pick<SeededContract, 'id' | 'fqn'> {
  return { id: seededId(`bench-table-${n}`), fqn: `${SCHEMA_FQN}.t_${String(n).padStart(7, '0')}` };
}

/** As `md5(name)::uuid` in SQL. */
function seededId(name: string): string {
  const digits = createHash('md5').update(name).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

// The seed of the noise in the descriptions: md5 of words and numbers, so the same data comes out each time.
const NUMBERED = `generate_series($2::int, $3::int) n, lateral (select lpad(n::text, 7, '0') as digits) d`;

const TABLES = `
  insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
  select md5('bench-table-' || n)::uuid, m.type, 't_' || digits, $4 || '.t_' || digits, m.parent, m.root, m.version,
         m.updated_at, m.updated_by, replace(m.body::text, m.fqn, $4 || '.t_' || digits)::jsonb, m.details
    from entity m, ${NUMBERED} where m.type = 'table' and m.fqn = $1`;

const CONTRACTS = `
  insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
  select md5('bench-contract-' || n)::uuid, m.type, 'c_' || digits, t.fqn || '.dataContract_c_' || digits, t.node, t.root,
         m.version, m.updated_at, m.updated_by,
         replace(m.body::text, $4 || '.model', t.fqn)::jsonb || jsonb_build_object('description',
           'contract no. ' || n || ' of the bench ' || (select string_agg(md5('noise-' || n || i), ' ') from generate_series(1, 10) i)),
         m.details
    from entity m, ${NUMBERED}
    join entity t on t.type = 'table' and md5(t.fqn)::uuid = md5($4 || '.t_' || digits)::uuid
   where m.type = 'dataContract' and m.fqn = $1`;

const BESIDE = `
  insert into contract (node, asset, status, live)
  select e.node, e.parent, 'Active', true from generate_series($1::int, $2::int) n
    join entity e on e.id = md5('bench-contract-' || n)::uuid`;

// The trigger fills latest_result.
const RESULTS = `
  insert into contract_result (contract, timestamp, id, status, origin, body, details)
  select e.node, 1767225600000, md5('bench-result-' || n)::uuid, $3, 'pushed', '{"result":"All checks passed"}', '{}'
    from generate_series($1::int, $2::int) n join entity e on e.id = md5('bench-contract-' || n)::uuid`;

/**
 * Copies the model until there are `count`, each with a table, a hot row and a result of its own, of this status.
 * @param had how many there are already
 */
export async function seedContracts(url: string, count: number, status = 'Success', had = 0): Promise<void> {
  await withClient(url, async (client) => {
    for (let from = had + 1; from <= count; from += BLOCK) {
      const to = Math.min(count, from + BLOCK - 1);
      await client.query(TABLES, [`${SCHEMA_FQN}.model`, from, to, SCHEMA_FQN]);
      await client.query(CONTRACTS, [`${SCHEMA_FQN}.model.dataContract_model`, from, to, SCHEMA_FQN]);
      await client.query(BESIDE, [from, to]);
      await client.query(RESULTS, [from, to, status]);
    }
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}

export interface DatasetFacts {
  readonly contracts: number;
  /** Mean bytes of a stored document as text. */
  readonly documentBytes: number;
  readonly databaseMb: number;
}

export async function datasetFacts(url: string): Promise<DatasetFacts> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ contracts: string; bytes: string; mb: string }>(
      `select count(*) as contracts, avg(octet_length(body::text))::int as bytes,
              pg_database_size(current_database()) / 1048576 as mb from entity where type = 'dataContract'`,
    );
    const [row] = rows;
    return {
      contracts: Number(row?.contracts),
      documentBytes: Number(row?.bytes),
      databaseMb: Number(row?.mb),
    };
  });
}
