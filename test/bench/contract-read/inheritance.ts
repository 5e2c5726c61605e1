import type { RestClient } from '../../support/rest-client';
import { withClient } from '../stack/with-stack';
import { seededContract, seededTable } from './dataset';

/** The rule that every contract inherits. */
export const INHERITED_RULE = 'is promised by the product';
const SAMPLES = 50;

const IN_PRODUCT = `
  insert into entity_reference (from_node, relation, to_node, position)
  select e.node, 'dataProducts', $1, 0 from generate_series(1, $2::int) n join entity e on e.id = md5('bench-table-' || n)::uuid`;

/** Makes a data product with a contract, of which all seeded tables are a part. */
export async function makeInheritance(client: RestClient, url: string, count: number): Promise<void> {
  await client.must('PUT', '/domains', { name: 'bench', domainType: 'Aggregate', description: 'Of the bench' });
  const made = { name: 'bench_product', domains: ['bench'], description: 'What all tables of the bench are a part of' };
  const product = await client.must<{ id: string }>('PUT', '/dataProducts', made);
  await client.must('PUT', '/dataContracts', {
    name: 'of_the_product',
    description: 'What holds for all tables of the product',
    entity: { type: 'dataProduct', id: product.id },
    entityStatus: 'Active',
    semantics: [{ name: INHERITED_RULE, description: 'Says what it is', rule: { '!!': { var: 'description' } } }],
    security: { dataClassification: 'internal' },
  });
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ node: string }>('select node from entity where id = $1', [product.id]);
    await client.query(IN_PRODUCT, [rows[0]?.node, count]);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}

export const effectivePath = (n: number): string =>
  `/dataContracts/entity?entityType=table&entityId=${seededTable(n).id}`;

interface Effective {
  readonly id: string;
  readonly semantics: readonly { readonly name: string; readonly inherited?: true }[];
  readonly termsOfUse: unknown;
}

/** Whole answers, alone and among others: the table's own contract, the product's rule before its own ones. */
export async function inheritanceFaults(client: RestClient): Promise<string[]> {
  const numbers = Array.from({ length: SAMPLES }, (_, at) => at + 1);
  const alone: unknown[] = [];
  for (const n of numbers) alone.push((await client.get(effectivePath(n))).body);
  const together = await Promise.all(numbers.map(async (n) => (await client.get(effectivePath(n))).body));
  return numbers.flatMap((n, at) => {
    const text = JSON.stringify(alone[at]);
    const { id, semantics, termsOfUse } = alone[at] as Effective;
    const [first, ...own] = semantics;
    const isRight =
      id === seededContract(n).id &&
      first?.name === INHERITED_RULE &&
      first.inherited === true &&
      own.length === 5 &&
      own.every((rule) => rule.inherited === undefined) &&
      termsOfUse !== undefined &&
      text === JSON.stringify(together[at]);
    return isRight ? [] : [`the contract of table ${n}: ${text.slice(0, 300)}`];
  });
}
