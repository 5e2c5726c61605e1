import { missingOmop, omopTables } from '../../../e2e/omop/omop-tables';
import { sourceDatabase } from '../../../e2e/data/source-database';
import { eventually } from '../../../support/eventually';
import { missingShared } from '../../../support/shared-folder';
import type { RestClient } from '../../../support/rest-client';
import { ConsoleWorld } from '../../support/console-world';
import { fillGraph, type FilledContract } from '../../support/fill-graph';
import { DBT, dbtGraph, relatedTo } from '../../support/table-graph';
import { setIncidentPolicy, setStage, type Stage, type StageTables } from './stage';

export const missingReal = missingOmop ?? missingShared(DBT);

/** The model of the dbt project that lies in the source, and one that is made of it. */
const BROKEN = 'service_category__office_based_physical_therapy_professional';
const CHECK = 'claim_lines_have_an_encounter_that_was_billed_by_a_provider_of_the_network';
const CLINICAL = 'clinical_warehouse.observational_medical_outcomes.cdm54';
/** Ten of each contract. */
const RESULTS = 3_000;
/** Open incidents beside those of the two tables that fail in the walks. */
const INCIDENTS = 44;
const RELIED = 'visit_occurrence';

/** The models of a dbt project, the tables of a clinical data model, and a source with one of the models. */
export async function realStage(): Promise<Stage> {
  const world = await ConsoleWorld.open({}, async () => undefined);
  const { client } = world;
  const graph = { ...dbtGraph(), results: RESULTS };
  const { schema, contracts } = await fillGraph(client, graph);
  await putClinicalTables(client);
  const [, child = ''] = graph.edges.find(([from]) => from === BROKEN) ?? [];
  const related = relatedTo(child, graph);
  await openIncidents(
    client,
    contracts.filter(({ table }) => !related.has(table)),
  );
  const { table, service, drop } = await connectSource(client);
  const tables: StageTables = {
    domain: 'claims_reimbursement_and_utilization_of_ambulatory_care',
    service,
    broken: table,
    downstream: `${schema}.${child}`,
    relied: `${CLINICAL}.${RELIED}`,
    upstream: `${schema}.core__encounter`,
    upstreamColumn: 'id',
    column: 'visit_occurrence_id',
    described: /Persons engage with the healthcare system/,
    unpromised: [`${CLINICAL}.condition_occurrence`, `${CLINICAL}.drug_exposure`],
    profiled: [`${CLINICAL}.measurement`, `${CLINICAL}.procedure_occurrence`],
    repeated: { column: 'encounter_id', found: '195 of 200 rows fail' },
    check: CHECK,
  };
  return setStage(world, tables, drop);
}

/** Opens an incident at so many of the contracts: by a result that a pipeline pushes. */
async function openIncidents(client: RestClient, contracts: readonly FilledContract[]): Promise<void> {
  await setIncidentPolicy(client);
  const results = contracts.slice(0, INCIDENTS).map(({ id: contractId }) => ({
    contractId,
    timestamp: Date.now(),
    contractExecutionStatus: 'Failed',
    result: 'The nightly checks found 5 faults.',
  }));
  await client.must('PUT', '/dataContracts/results/bulk', { results });
  await eventually(
    () => client.must<{ paging: { total: number } }>('GET', '/dataContracts/incidents?limit=1'),
    ({ paging }) => paging.total === INCIDENTS,
  );
}

async function putClinicalTables(client: RestClient): Promise<void> {
  const [service, database, name] = CLINICAL.split('.');
  await client.must('PUT', '/services/databaseServices', { name: service, serviceType: 'Snowflake' });
  await client.must('PUT', '/databases', { name: database, service });
  await client.must('PUT', '/databaseSchemas', { name, database: `${service}.${database}` });
  const tables = omopTables().map(({ undescribed: _count, ...table }) => ({ ...table, databaseSchema: CLINICAL }));
  await client.must('PUT', '/tables/bulk', tables);
}

/** A source with the broken model, crawled, with a check of its rows that fails. */
async function connectSource(client: RestClient) {
  const source = await sourceDatabase(
    `create table sales.${BROKEN} (claim_line_id bigint primary key, encounter_id bigint, allowed_amount numeric)`,
    `insert into sales.${BROKEN} select n, nullif(n % 40, 0), n from generate_series(1, 200) n`,
  );
  const service = 'claims_clearing_house_of_the_ambulatory_network';
  const path = `/services/databaseServices/name/${service}`;
  const config = { ...source.config, authType: { password: source.password } };
  await client.must('POST', '/services/databaseServices', {
    name: service,
    serviceType: 'Postgres',
    connection: { config },
  });
  await client.must('PUT', `${path}/dataAccess`, {});
  await client.must('POST', `${path}/crawls`, undefined, { prefer: 'wait=60' });
  const table = `${service}.${source.config.database}.sales.${BROKEN}`;
  await client.must('POST', '/dataQuality/testCases', {
    name: CHECK,
    testDefinition: 'columnValuesToBeNotNull',
    entityLink: `<#E::table::${table}::columns::encounter_id>`,
  });
  return { table, service, drop: source.drop };
}
