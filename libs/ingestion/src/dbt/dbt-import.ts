import { EntityReader, entityTypes } from '@app/catalog';
import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { DbtProject } from './project';
import { ReportWriter, type DbtReport } from './report';
import { DbtContractWriter } from './write/dbt-contract-writer';
import { DbtEdgeWriter } from './write/dbt-edge-writer';
import { DbtTestWriter } from './write/dbt-test-writer';
import { OutcomeWriter } from './write/outcome-writer';
import { GovernanceWriter } from './write/governance-writer';
import { TableWriter } from './write/table-writer';

/**
 * Brings a dbt project into the catalog: its relations as tables, with their owners, tags, edges, columns, tests, results and contracts. Each
 * step stands for itself and none is lost with a later one; the same files again change nothing. What the caller may not write is
 * left out, and the report says so.
 */
@Injectable()
export class DbtImport {
  constructor(
    private readonly reader: EntityReader,
    private readonly governance: GovernanceWriter,
    private readonly tables: TableWriter,
    private readonly edges: DbtEdgeWriter,
    private readonly tests: DbtTestWriter,
    private readonly outcomes: OutcomeWriter,
    private readonly contracts: DbtContractWriter,
  ) {}

  /** @throws {AppError} NOT_FOUND. @param service FQN of the database service in which the relations lie */
  async requireService(actor: Actor, service: string): Promise<void> {
    await this.reader.get(actor, entityTypes.get('databaseService'), { fqn: service }, undefined, 'non-deleted');
  }

  async run(actor: Actor, service: string, project: DbtProject): Promise<DbtReport> {
    const report = new ReportWriter(project.skipped);
    const run = { actor, project, report };
    const governance = await this.governance.write(run);
    const tables = await this.tables.write(run, service, governance);
    const edges = await this.edges.write(run, tables);
    const cases = await this.tests.write(run, tables);
    const results = await this.outcomes.write(run, tables, cases);
    const contracts = await this.contracts.write(run, tables, cases);
    const own = [...tables].flatMap(([id, table]) => (table.relation.id === id ? [table] : []));
    const columns = own.reduce((sum, { relation }) => sum + relation.columns.length, 0);
    return report.finish({ tables: own.length, edges, columns, tests: cases.size, results, contracts });
  }
}
