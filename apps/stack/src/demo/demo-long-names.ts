import type { DemoClient } from './demo-client';

/** A service whose names are as long as those of large catalogs, beside the shop. */
const SCHEMA = [
  'finance_reporting_warehouse',
  'analytics_production',
  'intermediate_monthly_recurring_revenue',
] as const;
const SUBJECTS = [
  'fct_monthly_recurring_revenue_by_customer_segment_and_subscription_plan_with_currency_conversion_and_adjustments',
  'int_subscription_lifecycle_events_deduplicated_by_account_and_billing_period_with_proration_and_credit_notes',
  'dim_customer_segments_slowly_changing_with_region_channel_and_account_manager_as_of_end_of_month_snapshot',
] as const;
const HOUR = 3_600_000;

/** Status and age of the results of each of their contracts, the oldest first. */
const RESULTS: readonly (readonly (readonly [status: string, hoursAgo: number])[])[] = [
  [['Success', 72], ['Failed', 30], ['Failed', 6]],
  [['Failed', 80], ['Success', 50], ['Success', 2]],
  [['Success', 40], ['PartialSuccess', 3]],
]; // prettier-ignore
const MESSAGES: Readonly<Record<string, string>> = {
  Success: 'All checks passed.',
  PartialSuccess: '1 of 5 quality expectations failed (rows per region).',
  Failed: '3 of 5 quality expectations failed (rows per month, currencies, no duplicates).',
};

/** Loads tables with long names, one made of the other, each with a contract and its results. Again on the same data, the same comes out. */
export async function loadLongNames(client: DemoClient, tell: (line: string) => void): Promise<void> {
  const [service, database, schema] = SCHEMA;
  await client.put('/services/databaseServices', { name: service, serviceType: 'Snowflake' });
  await client.put('/databases', { name: database, service });
  await client.put('/databaseSchemas', { name: schema, database: `${service}.${database}` });
  const databaseSchema = SCHEMA.join('.');
  const table = (name: string) => ({ type: 'table', fullyQualifiedName: `${databaseSchema}.${name}` });
  for (const [at, name] of SUBJECTS.entries()) {
    const columns = [{ name: 'account_id', dataType: 'BIGINT', description: 'Key of the account' }];
    await client.put('/tables', { name, databaseSchema, columns });
    const before = SUBJECTS[at - 1];
    if (before !== undefined)
      await client.put('/lineage', { edge: { fromEntity: table(before), toEntity: table(name) } });
    const body = { name: `${name}_contract`, entity: table(name), entityStatus: 'Active', schema: columns };
    await putResults(client, String((await client.put('/dataContracts', body)).id), at);
  }
  tell(`loaded ${SUBJECTS.length} tables with long names, in a service of their own`);
}

async function putResults(client: DemoClient, id: string, at: number): Promise<void> {
  const now = Date.now();
  for (const [contractExecutionStatus, hoursAgo] of RESULTS[at] ?? [])
    await client.put(`/dataContracts/${id}/results`, {
      timestamp: now - (now % HOUR) - hoursAgo * HOUR,
      contractExecutionStatus,
      result: MESSAGES[contractExecutionStatus],
    });
}
