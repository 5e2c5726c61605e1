import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchApi } from './bench-api';
import type { BenchDatabase } from './bench-database';
import { withApi, withClient } from './with-stack';

const EXPLAIN = [
  "session_preload_libraries = 'auto_explain'",
  'auto_explain.log_min_duration = 0',
  'auto_explain.log_analyze = on',
];

const SPACES = / {2,}/g;
/** A plan with a literal document in it would fill pages. */
const LONGEST_LINE = 400;

/** One statement that the product sent, with the plan that PostgreSQL ran it by. */
export interface LoggedPlan {
  readonly statement: string;
  readonly lines: readonly string[];
}

/**
 * Starts the API once more on sessions that log the plan of each statement, lets it work, and reads the log: the plans are
 * those of the statements as they are sent, prepared and with their values.
 */
export async function plansOf(database: BenchDatabase, work: (api: BenchApi) => Promise<void>): Promise<LoggedPlan[]> {
  await logPlans(database);
  const log = join(database.dataDir, 'postgres.log');
  const from = statSync(log).size;
  await withApi(database, work);
  return readPlans(readFileSync(log).subarray(from).toString());
}

/** For the sessions that begin from now on; the database goes with the bench. */
async function logPlans({ url, administratorUrl }: BenchDatabase): Promise<void> {
  const { username } = new URL(url);
  await withClient(administratorUrl, async (client) => {
    for (const setting of EXPLAIN) await client.query(`alter role ${username} set ${setting}`);
  });
}

function readPlans(log: string): LoggedPlan[] {
  const entries = log.split(/^\S.*?duration: [\d.]+ ms {2}plan:\n/m).slice(1);
  return entries.flatMap((entry) => {
    const end = entry.search(/^[^\t\n]/m);
    const lines = (end < 0 ? entry : entry.slice(0, end)).split('\n').map((line) => line.replace(/^\t/, ''));
    const planFrom = lines.findIndex((line) => /\(cost=/.test(line));
    if (planFrom < 0) return [];
    const statement = lines
      .slice(0, planFrom)
      .filter((line) => !line.startsWith('Query Parameters:'))
      .join(' ')
      .replace('Query Text: ', '')
      .replace(SPACES, ' ')
      .trim();
    const plan = lines.slice(planFrom).filter((line) => line.trim() !== '');
    return [{ statement, lines: plan.map((line) => line.slice(0, LONGEST_LINE)) }];
  });
}
