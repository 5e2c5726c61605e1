import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { missingOmop, omopTables, type OmopTable } from './omop-tables';
import { describeUnless } from '../../support/unless-refused';

const SCHEMA = 'omop_service.clinical.cdm54';
const NAME_PATTERN = '^[a-z][a-z0-9_]*$';
const RULES = [
  { name: 'every column is described', rule: { all: [{ var: 'columns' }, { '!!': [{ var: 'description' }] }] } },
  { name: 'has an owner', rule: { '!!': [{ var: 'owners' }] } },
  { name: 'name pattern', rule: { matchesRegex: [{ var: 'name' }, NAME_PATTERN] } },
];

interface Result {
  readonly contractExecutionStatus: string;
  readonly schemaValidation: { passed: number; failed: number; total: number; failedFields: string[] };
  readonly semanticsValidation: { passed: number; failed: number; total: number; failedRules: { ruleName: string }[] };
}

/** What a change does to a table, and which fields must be named for it. */
interface Change {
  readonly table: string;
  readonly operations: (table: OmopTable) => object[];
  readonly failed: string[];
}

const at = (table: OmopTable, name: string): string =>
  `/columns/${table.columns.findIndex((column) => column.name === name)}`;
const replace = (path: string, value: unknown): object => ({ op: 'replace', path, value });

const CHANGES: readonly Change[] = [
  { table: 'person', operations: (t) => [{ op: 'remove', path: at(t, 'year_of_birth') }], failed: ['year_of_birth'] },
  {
    table: 'death',
    operations: (t) => [replace(`${at(t, 'death_date')}/dataType`, 'VARCHAR')],
    failed: ['death_date'],
  },
  {
    table: 'visit_occurrence',
    operations: (t) => [replace(`${at(t, 'person_id')}/constraint`, 'NULL')],
    failed: ['person_id'],
  },
  {
    table: 'observation',
    operations: (t) => [replace(`${at(t, 'observation_id')}/constraint`, 'NOT_NULL')],
    failed: ['observation_id'],
  },
  {
    table: 'location',
    operations: (t) => [replace(`${at(t, 'place')}/children/1/name`, 'lon')],
    failed: ['place.longitude'],
  },
  {
    table: 'care_site',
    operations: (t) => [{ op: 'remove', path: at(t, 'place') }],
    failed: ['place', 'place.latitude', 'place.longitude'],
  },
  {
    table: 'measurement',
    operations: (t) => [replace(`${at(t, 'measurement_date')}/name`, 'measured_on')],
    failed: ['measurement_date'],
  },
  {
    table: 'drug_exposure',
    operations: (t) => [replace(`${at(t, 'quantity')}/dataType`, 'INT')],
    failed: ['quantity'],
  },
  { table: 'note', operations: (t) => [replace(`${at(t, 'note_text')}/dataType`, 'STRING')], failed: [] },
  {
    table: 'cost',
    operations: (t) => [
      replace(`${at(t, 'cost_id')}/dataType`, 'BOOLEAN'),
      replace(`${at(t, 'cost_event_id')}/constraint`, 'NULL'),
    ],
    failed: ['cost_event_id', 'cost_id'],
  },
];

describeUnless(missingOmop, 'the OMOP model', () => {
  let service: RunningService;
  let client: RestClient;
  let tables: OmopTable[];
  const contracts = new Map<string, string>();

  beforeAll(async () => {
    service = await RunningService.shared();
    client = await service.client();
    tables = omopTables();
    for (const name of ['location', 'care_site']) {
      const children = ['latitude', 'longitude'].map((child) => ({
        name: child,
        dataType: 'FLOAT',
        description: `The ${child}`,
      }));
      tables
        .find((table) => table.name === name)
        ?.columns.push({ name: 'place', dataType: 'STRUCT', description: 'Where it is', children });
    }
    await client.must('PUT', '/services/databaseServices', { name: 'omop_service', serviceType: 'Postgres' });
    await client.must('PUT', '/databases', { name: 'clinical', service: 'omop_service' });
    await client.must('PUT', '/databaseSchemas', { name: 'cdm54', database: 'omop_service.clinical' });
    await client.must('PUT', '/users', { name: 'data_manager', email: 'data_manager@example.com' });
  });

  const validate = async (table: string): Promise<Result> => {
    const answer = await client.post<Result>(`/dataContracts/${contracts.get(table)}/validate`, undefined, {
      prefer: 'wait=60',
    });
    expect(answer.status).toBe(200);
    return answer.body;
  };

  it('takes the tables and gives them back as they were', async () => {
    expect(tables).toHaveLength(39);
    for (const { name, description, columns } of tables) {
      const owners = [{ type: 'user', fullyQualifiedName: 'data_manager' }];
      const made = await client.must<{ columns: object[] }>('POST', '/tables', {
        name,
        description,
        columns,
        databaseSchema: SCHEMA,
        owners,
      });
      expect(made.columns).toMatchObject(columns);
    }
    const listed = await client.must<{ paging: { total: number } }>('GET', '/tables?service=omop_service&limit=0');
    expect(listed.paging.total).toBe(39);
  });

  it('validates a contract for each, as counted here', async () => {
    for (const { name, columns } of tables) {
      const entity = { type: 'table', fullyQualifiedName: `${SCHEMA}.${name}` };
      const made = await client.must<{ id: string }>('POST', '/dataContracts', {
        name: `${name}_contract`,
        entity,
        schema: columns,
        semantics: RULES,
      });
      contracts.set(name, made.id);
    }
    const results = new Map(await Promise.all(tables.map(async ({ name }) => [name, await validate(name)] as const)));
    for (const table of tables) {
      const fields = table.columns.reduce((n, { children }) => n + 1 + (children?.length ?? 0), 0);
      const broken = table.undescribed ? ['every column is described'] : [];
      expect(results.get(table.name)).toMatchObject({
        contractExecutionStatus: broken.length ? 'PartialSuccess' : 'Success',
        schemaValidation: { passed: fields, failed: 0, total: fields, failedFields: [] },
        semanticsValidation: { passed: 3 - broken.length, failed: broken.length, total: 3 },
      });
      expect(results.get(table.name)?.semanticsValidation.failedRules.map(({ ruleName }) => ruleName)).toEqual(broken);
    }
  });

  it.each(CHANGES)('names exactly what was changed in $table', async ({ table, operations, failed }) => {
    const before = tables.find(({ name }) => name === table) as OmopTable;
    await client.must('PATCH', `/tables/name/${SCHEMA}.${table}`, operations(before));
    const { schemaValidation } = await validate(table);
    expect([...schemaValidation.failedFields].sort()).toEqual(failed);
    expect(schemaValidation.failed).toBe(failed.length);
    expect(schemaValidation.passed + schemaValidation.failed).toBe(schemaValidation.total);
  });
});
