import type { RestClient } from '../../support/rest-client';

/** Where the bench's tables lie. */
export const SCHEMA_FQN = 'bench_service.bench.public';

const COLUMNS = Array.from({ length: 20 }, (_, at) => ({
  name: `measure_${String(at + 1).padStart(2, '0')}`,
  dataType: ['BIGINT', 'VARCHAR', 'TIMESTAMP', 'DECIMAL'][at % 4] as string,
  ...(at % 4 === 1 ? { dataLength: 200 } : {}),
  ...(at === 0 ? { constraint: 'PRIMARY_KEY' } : {}),
  description: `What a reader may rely on in column ${at + 1}`,
}));

const SEMANTICS = ['owners', 'description', 'tags', 'columns', 'displayName'].map((name) => ({
  name: `has ${name}`,
  description: `The table has ${name}, so that a reader knows whom to ask and what it is`,
  rule: { '!!': { var: name } },
}));

/** The parents, one table and its contract, made over the API: what is copied has the form that the product gives it. */
export async function makeModel(client: RestClient): Promise<void> {
  await client.must('PUT', '/services/databaseServices', { name: 'bench_service', serviceType: 'Postgres' });
  await client.must('PUT', '/databases', { name: 'bench', service: 'bench_service' });
  await client.must('PUT', '/databaseSchemas', { name: 'public', database: 'bench_service.bench' });
  await client.must('PUT', '/tables', { name: 'model', columns: COLUMNS, databaseSchema: SCHEMA_FQN });
  await client.must('PUT', '/dataContracts', {
    name: 'model',
    description: 'The contract that the others are copies of',
    entity: { type: 'table', fullyQualifiedName: `${SCHEMA_FQN}.model` },
    entityStatus: 'Active',
    schema: COLUMNS,
    semantics: SEMANTICS,
    sla: { refreshFrequency: { interval: 1, unit: 'day' }, availabilityTime: '09:30', timezone: 'UTC' },
    termsOfUse: { content: 'For reports within the house; ask the owners before it leaves it.' },
    security: { dataClassification: 'internal' },
  });
}
