import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';

/** A step of a plan as PostgreSQL's auto_explain logs it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

export interface ExplainedPlan {
  readonly query: string;
  readonly root: PlanNode;
}

export interface Read {
  readonly relation: string;
  readonly node: string;
  readonly rows: number;
}

/** How many rows each step of a plan read of these tables, those that it did not pass on included. */
export function widestReads({ root }: ExplainedPlan, relations: readonly string[]): Read[] {
  const walk = (node: PlanNode): Read[] => {
    const { 'Relation Name': relation = '', 'Actual Rows': passed = 0, 'Actual Loops': loops = 0 } = node;
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    const own = { relation, node: node['Node Type'], rows: Math.round((passed + removed) * loops) };
    return [...(relations.includes(relation) ? [own] : []), ...(node.Plans ?? []).flatMap(walk)];
  };
  return walk(root);
}

/** Where the server of the test run writes its log, once it is asked for plans. */
let logFile = '';

/** Plans of all statements to a database as they were executed, those inside of its functions too. */
export const explainedPlans = {
  /** For all connections to the database that are opened from now on. */
  async switchOn(databaseUrl: string): Promise<void> {
    const name = new URL(databaseUrl).pathname.slice(1);
    // Only who administers the server may load what watches others.
    const server = new Client({ connectionString: process.env.TEST_DATABASE_ADMIN_URL });
    await server.connect();
    const { rows } = await server.query<{ data_directory: string }>('show data_directory');
    logFile = join(dirname(rows[0]!.data_directory), 'postgres.log');
    for (const [setting, value] of Object.entries(SETTINGS))
      await server.query(`alter database ${name} set ${setting} = '${value}'`);
    await server.end();
  },

  /** What was executed while `work` went on: a plan is logged before its statement is answered. */
  async of(work: () => Promise<unknown>): Promise<ExplainedPlan[]> {
    const log = openSync(logFile, 'r');
    try {
      const from = fstatSync(log).size;
      await work();
      const bytes = Buffer.alloc(fstatSync(log).size - from);
      readSync(log, bytes, 0, bytes.length, from);
      return plansIn(bytes.toString());
    } finally {
      closeSync(log);
    }
  },
};

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
};

/** Each line of a message but its first begins with a tab. */
function plansIn(log: string): ExplainedPlan[] {
  return [...log.matchAll(/ plan:\n((?:\t.*\n)+)/g)].flatMap(([, text = '']) => {
    const { 'Query Text': query, Plan: root } = JSON.parse(text) as { 'Query Text': string; Plan?: PlanNode };
    return root ? [{ query: query.replaceAll(/\s+/g, ' ').trim(), root }] : [];
  });
}
