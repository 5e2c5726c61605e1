import { SCHEMA_FQN, tableOf } from './demo-catalog';
import type { DemoClient } from './demo-client';

const contractFqn = (table: string): string => `${SCHEMA_FQN}.${table}.dataContract_${table}_contract`;

const CONSUMER = { name: 'reporting', teamType: 'Group', displayName: 'Reporting' };
/** Lineage that the demo lacks otherwise: shipments are sent for what was paid, so wrong payments make them wrong. */
const EDGE = { from: 'payments', to: 'shipments' };
const OBJECTIVE = { name: 'holds at night', on: 'status', unit: 'days', target: 95, window: { rolling: 'P30D' } };
/** Its `quantity` is what the proposal takes away. */
const CHANGED = 'order_items';

/**
 * Declares a consumer of a contract, a change of it wait for a review, an objective that burns, and incidents of which one follows from
 * another. Again on the same data, the same comes out.
 */
export async function governDemo(client: DemoClient, tell: (line: string) => void): Promise<void> {
  await client.put('/teams', CONSUMER);
  await client.put('/dataContracts/policies', {
    scope: { type: 'domain', fullyQualifiedName: 'sales' },
    incidents: { open: true, assign: 'owner' },
  });
  await proposeChange(client);
  tell(`proposed to take a column from ${CHANGED}, on which another team relies: it waits for a review`);
  await client.put(`/dataContracts/${await idOf(client, EDGE.from)}/objectives`, { objectives: [OBJECTIVE] });
  tell(`set an objective for ${EDGE.from}, whose budget burns since some nights`);
  await client.put('/lineage', {
    edge: { fromEntity: tableOf(EDGE.from), toEntity: tableOf(EDGE.to), lineageDetails: { source: 'Manual' } },
  });
  for (const name of [EDGE.from, EDGE.to]) await client.post(`/dataContracts/${await idOf(client, name)}/validate`);
  tell(`opened incidents of ${EDGE.from} and ${EDGE.to}: the second follows from the first`);
  const { lines } = await client.post('/dataContracts/suggest', { entity: tableOf('carriers') });
  tell(`suggested ${(lines as readonly unknown[]).length} lines for a contract of carriers, which has none of its own`);
}

async function proposeChange(client: DemoClient): Promise<void> {
  const id = await idOf(client, CHANGED);
  await client.put('/dataContracts/policies', {
    scope: { type: 'dataContract', fullyQualifiedName: contractFqn(CHANGED) },
    change: { mode: 'consented' },
  });
  await client.put(`/dataContracts/${id}/consumers`, {
    party: { type: 'team', fullyQualifiedName: CONSUMER.name },
    purpose: 'What was sold, by product and day',
    columns: ['product_id', 'quantity'],
  });
  const { schema } = await client.get(`/dataContracts/${id}`);
  const at = (schema as readonly { readonly name: string }[]).findIndex(({ name }) => name === 'quantity');
  await client.post(`/dataContracts/${id}/proposals`, {
    patch: [{ op: 'remove', path: `/schema/${at}` }],
    reason: 'The amount of a line says the same',
  });
}

const idOf = async (client: DemoClient, name: string): Promise<string> =>
  String((await client.get(`/dataContracts/name/${encodeURIComponent(contractFqn(name))}`)).id);
