import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { physicalType } from '../../../../libs/contracts/src/odcs/mapping/data-type';
import { missingOmop, omopTables } from '../../../e2e/omop/omop-tables';
import { missingShared, sharedPath } from '../../../support/shared-folder';
import { itUnless } from '../../../support/unless-refused';
import { ADMIN, CatalogFixture, newName, typeNamed } from '../catalog.fixture';

const ADVENTURE_WORKS = 'data/odcs/postgresql-adventureworks-contract.odcs.yaml';

interface Column {
  readonly name: string;
  readonly dataType: string;
  readonly [member: string]: unknown;
}

interface TableBody {
  readonly name: string;
  readonly description?: string;
  readonly columns: readonly Column[];
}

interface Property {
  readonly name: string;
  readonly physicalType: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly primaryKey?: boolean;
}

interface SchemaObject {
  readonly name: string;
  readonly description?: string;
  readonly properties: readonly Property[];
}

/** The objects of the document, each as the table that its database has. */
function adventureWorks(): TableBody[] {
  const { schema } = parse(readFileSync(sharedPath(ADVENTURE_WORKS), 'utf8')) as { schema: SchemaObject[] };
  return schema.map(({ name, description, properties }) => ({
    name,
    ...(description ? { description } : {}),
    columns: properties.map((property) => ({
      name: property.name,
      dataType: 'UNKNOWN',
      ...physicalType(property.physicalType),
      ...(property.description ? { description: property.description } : {}),
      ...(property.primaryKey ? { constraint: 'PRIMARY_KEY' } : property.required ? { constraint: 'NOT_NULL' } : {}),
    })),
  }));
}

/** A column as it was sent: what the catalog adds to it are the place that it has and the list of its (no) tags. */
function asSent({ fullyQualifiedName: _fqn, tags, ...sent }: Column): Column {
  expect(tags).toEqual([]);
  return sent as Column;
}

describe('real schemas go in by bulk and come back equal', () => {
  let catalog: CatalogFixture;

  beforeAll(async () => {
    catalog = await CatalogFixture.open();
  });

  afterAll(() => catalog.close());

  const roundTrip = async (tables: readonly TableBody[]): Promise<TableBody[]> => {
    const { fullyQualifiedName: databaseSchema } = await catalog.make('databaseSchema', { name: newName('real') });
    const bodies = tables.map((table) => ({ ...table, databaseSchema }));
    const outcomes = await catalog.bulk.put(ADMIN, typeNamed('table'), bodies);
    expect(outcomes.filter((one) => 'error' in one)).toEqual([]);
    const request = { limit: 1_000, fields: 'columns', include: 'all' as const, filters: { databaseSchema } };
    const list = JSON.parse(String(await catalog.reader.list(ADMIN, typeNamed('table'), request))) as {
      data: TableBody[];
    };
    return list.data.map(({ name, description, columns }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      columns: columns.map(asSent),
    }));
  };

  const byName = (tables: readonly TableBody[]): TableBody[] => [...tables].sort((a, b) => (a.name < b.name ? -1 : 1));

  itUnless(missingOmop, 'the tables of the OMOP clinical data model', async () => {
    const tables = omopTables().map(({ name, description, columns }) => ({
      name,
      ...(description ? { description } : {}),
      columns: columns as unknown as Column[],
    }));
    expect(tables).toHaveLength(39);
    expect(await roundTrip(tables)).toEqual(byName(tables));
  });

  itUnless(missingShared(ADVENTURE_WORKS), 'the objects of AdventureWorks', async () => {
    const tables = adventureWorks();
    expect([tables.length, tables.flatMap(({ columns }) => columns).length]).toEqual([68, 456]);
    expect(await roundTrip(tables)).toEqual(byName(tables));
  });
});
