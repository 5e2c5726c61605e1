import type { BenchApi } from '../stack/bench-api';
import type { BenchDatabase } from '../stack/bench-database';
import { plansOf, type LoggedPlan } from '../stack/plan-log';
import { seededContract } from './dataset';

/** Enough that a prepared statement has its lasting plan (PostgreSQL looks at the first five). */
const ROUNDS = 12;
const TOGETHER = 32;

/** The last plan of each kind of statement that a GET of a contract sends, by the start of its condition. */
export async function hotPlans(database: BenchDatabase, contracts: number): Promise<Record<string, string[]>> {
  const plans = await plansOf(database, (api) => askManyTimes(api, contracts));
  const last = new Map<string, LoggedPlan>();
  for (const plan of plans) {
    if (/ as stamp /.test(plan.statement) && / join contract /.test(plan.statement)) last.set(plan.statement, plan);
  }
  return Object.fromEntries([...last.values()].map(({ statement, lines }) => [conditionOf(statement), [...lines]]));
}

async function askManyTimes({ client }: BenchApi, contracts: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of [byId, byName]) {
      // One that was not read before, and one that was: its text is cached.
      await client.must('GET', kind(contracts - round));
      await client.must('GET', kind(1));
      const numbers = Array.from({ length: TOGETHER }, (_, at) => 1 + ((round * TOGETHER + at) % contracts));
      await Promise.all(numbers.map((n) => client.must('GET', kind(n))));
    }
  }
}

const byId = (n: number): string => `/dataContracts/${seededContract(n).id}`;
const byName = (n: number): string => `/dataContracts/name/${encodeURIComponent(seededContract(n).fqn)}`;

function conditionOf(statement: string): string {
  return statement.slice(statement.lastIndexOf(' where e.'), undefined).trim();
}
