import { entityTypes, joinFqn } from '@app/catalog';
// Loaded so that the type of contracts is known.
import '@app/contracts';
import type { Client } from 'pg';

interface Row {
  readonly node: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
  readonly parent: string | null;
  readonly root: string | null;
  readonly deleted_by: string | null;
  readonly document: Record<string, unknown>;
}

interface Part {
  readonly name: string;
  readonly fullyQualifiedName: string;
  readonly children?: readonly Part[];
}

/** Counters that are not what a count says. */
const COUNTERS = `
  with counted as (
    select type, p as parent, deleted_by is not null as deleted, count(*) as n from entity,
           unnest(case when parent is null then array[0] when parent = root then array[0, parent] else array[0, parent, root] end) p
     group by 1, 2, 3),
  kept as (select type, parent, deleted, sum(n) as n from counter group by 1, 2, 3 having sum(n) <> 0)
  select * from counted c full join kept k using (type, parent, deleted) where c.n is distinct from k.n`;

const DANGLING = `
  select u.tag_fqn, e.fqn from tag_usage u join entity e on e.node = u.node
   where not exists (select 1 from entity t
     where t.type = case u.source when 'Glossary' then 'glossaryTerm' else 'tag' end and t.fqn = u.tag_fqn)`;

const UNTOLD = `
  select e.fqn, l.label as label from entity e, jsonb_array_elements(coalesce(e.details -> 'tags', '[]')) l(label)
   where not exists (select 1 from tag_usage u
     where u.node = e.node and u.tag_fqn = l.label ->> 'tagFQN' and u.source = l.label ->> 'source')`;

const CONTRACTS = `
  select e.fqn from contract c join entity e on e.node = c.node where c.live <> (e.deleted_by is null) or c.asset <> e.parent`;

/** What does not agree in the catalog, in words; nobody may be writing. */
export async function disagreements(database: Client): Promise<{ faults: string[]; rows: readonly Row[] }> {
  const { rows } = await database.query<Row>(
    `select node, id, type, name, fqn, parent, root, deleted_by, body || details as document from entity`,
  );
  const byNode = new Map(rows.map((row) => [row.node, row]));
  const faults = rows.flatMap((row) => faultsOf(row, row.parent === null ? undefined : byNode.get(row.parent)));
  for (const [what, text] of Object.entries({ COUNTERS, DANGLING, UNTOLD, CONTRACTS })) {
    for (const wrong of (await database.query(text)).rows) faults.push(`${what}: ${JSON.stringify(wrong)}`);
  }
  return { faults, rows };
}

function faultsOf(row: Row, parent: Row | undefined): string[] {
  const what = `${row.type} ${row.fqn} (${row.id})`;
  const { fqnPart, fqnBetween = [] } = entityTypes.get(row.type);
  const expected = joinFqn(parent?.fqn, ...fqnBetween, fqnPart ? fqnPart(row.name) : row.name);
  const faults: string[] = [];
  if (row.parent !== null && !parent) faults.push(`${what} lies in nothing`);
  if (row.fqn !== expected) faults.push(`${what} should be ${expected}`);
  if (row.root !== (parent ? (parent.root ?? parent.node) : null))
    faults.push(`${what} has another root than its parent`);
  if (row.deleted_by === null && parent?.deleted_by) faults.push(`${what} is live below what is deleted`);
  if (row.deleted_by !== null && row.deleted_by !== row.node && row.deleted_by !== parent?.deleted_by)
    faults.push(`${what} was hidden by what it does not lie in`);
  return [...faults, ...partFaults((row.document.columns as Part[] | undefined) ?? [], row.fqn)];
}

function partFaults(parts: readonly Part[], above: string): string[] {
  return parts.flatMap(({ name, fullyQualifiedName, children = [] }) => {
    const expected = joinFqn(above, name);
    return [
      ...(fullyQualifiedName === expected ? [] : [`column ${fullyQualifiedName} should be ${expected}`]),
      ...partFaults(children, expected),
    ];
  });
}
