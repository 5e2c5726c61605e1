import { randomUUID } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';

/** A table with a test case on it, made for one test. */
export interface TestedTable {
  readonly id: string;
  readonly fqn: string;
  readonly schemaFqn: string;
}

export const newName = (kind: string): string => `${kind}_${randomUUID().slice(0, 8)}`;
export const encoded = (fqn: string): string => encodeURIComponent(fqn);

/** A table whose FQN needs every kind of care in a path: a dot, a slash, a blank, letters beyond ASCII. */
export async function makeTable(admin: RestClient): Promise<TestedTable> {
  const service = newName('Größe 1/2.5');
  await admin.must('POST', '/services/databaseServices', { name: service, serviceType: 'Postgres' });
  const database = await admin.must<Named>('POST', '/databases', { name: 'shop', service: `"${service}"` });
  const schema = await admin.must<Named>('POST', '/databaseSchemas', {
    name: 'public',
    database: database.fullyQualifiedName,
  });
  const columns = [
    { name: 'id', dataType: 'BIGINT' },
    { name: 'ordered_at', dataType: 'TIMESTAMP' },
  ];
  const body = { name: 'orders', databaseSchema: schema.fullyQualifiedName, columns };
  const { id, fullyQualifiedName: fqn } = await admin.must<Named>('POST', '/tables', body);
  return { id, fqn, schemaFqn: schema.fullyQualifiedName };
}

export async function makeTestCase(
  admin: RestClient,
  { fqn }: Pick<TestedTable, 'fqn'>,
  more: object = {},
): Promise<Named> {
  const definition = { name: newName('rule'), entityType: 'TABLE', testPlatforms: ['Other'] };
  const { fullyQualifiedName: testDefinition } = await admin.must<Named>(
    'POST',
    '/dataQuality/testDefinitions',
    definition,
  );
  const body = { name: newName('case'), entityLink: `<#E::table::${fqn}>`, testDefinition, ...more };
  return admin.must<Named>('POST', '/dataQuality/testCases', body);
}

export interface Named {
  readonly id: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
}
