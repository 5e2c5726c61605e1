import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { RestClient } from '../../support/rest-client';
import { missingShared, sharedPath } from '../../support/shared-folder';
import { missingOmop, omopTables } from '../omop/omop-tables';

const ADVENTURE = 'data/odcs/postgresql-adventureworks-contract.odcs.yaml';
const DBT = 'data/lineage/dbt-healthcare.csv';

export const missingRealTables = missingOmop ?? missingShared(ADVENTURE, DBT);

/** What one bulk request takes. */
const BLOCK = 500;

interface RealColumn {
  readonly name: string;
  readonly dataType: string;
  readonly description?: string;
}

interface RealTable {
  readonly name: string;
  readonly description?: string;
  readonly columns: readonly object[];
}

interface OdcsObject {
  readonly name: string;
  readonly description?: string;
  readonly properties?: readonly { name: string; description?: string }[];
}

/** Puts the tables of a clinical data model, of a shop, and the models of a dbt project, each below a service of its own. */
export async function putRealTables(client: RestClient): Promise<number> {
  const groups: Record<string, readonly RealTable[]> = {
    omop: omopTables().map(({ undescribed: _count, ...table }) => table),
    adventureworks: adventureTables(),
    tuva: dbtTables(),
  };
  let made = 0;
  for (const [service, tables] of Object.entries(groups)) {
    await client.must('PUT', '/services/databaseServices', { name: service, serviceType: 'Postgres' });
    await client.must('PUT', '/databases', { name: 'main', service });
    await client.must('PUT', '/databaseSchemas', { name: 'public', database: `${service}.main` });
    for (let from = 0; from < tables.length; from += BLOCK) {
      const block = tables.slice(from, from + BLOCK);
      const entities = block.map((table) => ({ ...table, databaseSchema: `${service}.main.public` }));
      const answer = await client.put('/tables/bulk', { entities });
      if (answer.status !== 200)
        throw new Error(`${service}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 2_000)}`);
    }
    made += tables.length;
  }
  return made;
}

function adventureTables(): RealTable[] {
  const { schema } = parse(readFileSync(sharedPath(ADVENTURE), 'utf8')) as { schema: readonly OdcsObject[] };
  return schema.map(({ name, description, properties = [] }) => ({
    name,
    ...(description ? { description } : {}),
    columns: properties.map((property): RealColumn => ({
      name: property.name,
      dataType: 'UNKNOWN',
      ...(property.description ? { description: property.description } : {}),
    })),
  }));
}

/** A model has nothing but its name. */
function dbtTables(): RealTable[] {
  const [, ...edges] = readFileSync(sharedPath(DBT), 'utf8').trim().split(/\r?\n/);
  const names = new Set(edges.flatMap((edge) => edge.split(',')));
  return [...names].sort().map((name) => ({ name, columns: [] }));
}
