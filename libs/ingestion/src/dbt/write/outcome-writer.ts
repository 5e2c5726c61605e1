import { AccessControl } from '@app/auth';
import { FIRST_INSTANT } from '@app/common';
import { Database } from '@app/database';
import { DerivedEvidence, type NodeObservation, type NodeTestResult } from '@app/quality';
import { Injectable } from '@nestjs/common';
import type { DbtOutcome } from '../project';
import type { ImportRun, ResolvedTable } from '../report';
import type { WrittenTables } from './table-writer';

/** The status of a test by dbt's word for its end. One that only warns has failed too; a skipped one has no outcome. */
const STATUSES: Readonly<Record<string, NodeTestResult['status']>> = {
  pass: 'Success',
  fail: 'Failed',
  warn: 'Failed',
  error: 'Aborted',
  'runtime error': 'Aborted',
};

/** Builds that leave a fresh table. */
const BUILT = 'success';

/** Ends of tests as results of test cases; ends of builds and the freshness of sources as refreshes of tables. */
@Injectable()
export class OutcomeWriter {
  constructor(
    private readonly database: Database,
    private readonly evidence: DerivedEvidence,
    private readonly access: AccessControl,
  ) {}

  /** How many results of test cases there are. */
  async write(run: ImportRun, tables: WrittenTables, cases: ReadonlyMap<string, ResolvedTable>): Promise<number> {
    const { project, report } = run;
    const results = new Map<string, NodeTestResult>();
    const refreshes = new Map<string, NodeObservation>();
    for (const outcome of project.outcomes) {
      const { id, status, timestamp } = outcome;
      const [testCase, table] = [cases.get(id), tables.get(id)];
      if (timestamp < FIRST_INSTANT) continue;
      if (testCase && this.mayTest(run, 'testCase', testCase, id)) {
        const result = resultOf(outcome, testCase.node);
        if (result) results.set(`${result.node} ${timestamp}`, result);
        else report.skip(id, `its status ${status.slice(0, 100)} is no result`);
      }
      if (table && status === BUILT && this.mayTest(run, 'table', table, id))
        refreshes.set(`${table.node} ${timestamp}`, refresh(table.node, timestamp));
    }
    for (const { id, loadedAt } of project.freshness) {
      const table = tables.get(id);
      if (!table) report.skip(id, 'its freshness is that of no table of the catalog');
      else if (this.mayTest(run, 'table', table, id))
        refreshes.set(`${table.node} ${loadedAt}`, refresh(table.node, loadedAt));
    }
    await this.database.bulkTransaction(async (tx) => {
      await this.evidence.record(tx, [...results.values()]);
      await this.evidence.observe(tx, [...refreshes.values()]);
    });
    return results.size;
  }

  private mayTest({ actor, report }: ImportRun, type: string, object: ResolvedTable, id: string): boolean {
    if (this.access.allows(actor, 'EditTests', type, object)) return true;
    report.skip(id, `Principal ${actor.name} is not allowed: operations [EditTests] on ${type}`);
    return false;
  }
}

function refresh(node: string, timestamp: number): NodeObservation {
  return { node, kind: 'refresh', timestamp, source: 'catalog:dbt' };
}

function resultOf({ status, timestamp, message, failures }: DbtOutcome, node: string): NodeTestResult | undefined {
  const word = Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined;
  if (word === undefined) return undefined;
  const text = status === 'warn' ? `only a warning: ${message ?? ''}`.trim() : message;
  const body = { ...(text && { result: text }), ...(failures !== undefined && { failedRows: failures }) };
  return { node, timestamp, status: word, body };
}
