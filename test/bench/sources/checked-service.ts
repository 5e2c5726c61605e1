import { engineOf } from '@app/sources';
import { metric } from '../../support/metric';
import { type RestClient, severalAtOnce } from '../../support/rest-client';
import type { BenchWorker } from '../stack/bench-worker';
import type { Asked, SourceOfChecks } from './service-statements';

/** The longest that a run is followed, in ms. */
const PATIENCE_MS = 900_000;
const NAME = 'checked';

export interface ChecksRun {
  readonly status: string;
  readonly message?: string;
  readonly checks: readonly { readonly name: string; readonly status: string; readonly reason?: string }[];
}

/** A service whose tables are in the catalog, with their test cases. */
export class CheckedService {
  private constructor(
    private readonly client: RestClient,
    private readonly worker: BenchWorker,
    private readonly engine: string,
    private readonly tables: readonly string[],
  ) {}

  /** @param connections readings at a time */
  static async make(
    client: RestClient,
    worker: BenchWorker,
    source: SourceOfChecks & { readonly database: string },
    asked: readonly Asked[],
    connections: number,
  ): Promise<CheckedService> {
    const { serviceType, config, database } = source;
    await client.must('POST', '/services/databaseServices', { name: NAME, serviceType, connection: { config } });
    const path = `/services/databaseServices/name/${NAME}`;
    await client.must('PUT', `${path}/dataAccess`, {
      limits: { connections, statementSeconds: 600, runSeconds: 3_600 },
    });
    const service = new CheckedService(
      client,
      worker,
      engineOf(serviceType)!.name,
      asked.map(({ schema, table }) => `${NAME}.${database}.${schema}.${table}`),
    );
    const crawl = await service.ended(`${path}/crawls`);
    if (crawl.status !== 'Success') throw new Error(`The crawl is ${crawl.status}: ${crawl.message ?? ''}`);
    await severalAtOnce([...asked.entries()], async ([at, { checks }]) => {
      for (const [number, check] of checks.entries()) await service.makeTestCase(service.tables[at]!, number, check);
    });
    return service;
  }

  private async makeTestCase(table: string, at: number, check: Asked['checks'][number]): Promise<void> {
    if (!('definition' in check)) throw new Error('The bench asks for test cases, not for rules');
    const { definition, parameters, column } = check;
    await this.client.must('POST', '/dataQuality/testCases', {
      name: `check_${at}`,
      entityLink: `<#E::table::${table}${column ? `::columns::${column}` : ''}>`,
      testDefinition: definition,
      parameterValues: Object.entries(parameters).map(([name, value]) => ({ name, value: String(value) })),
    });
  }

  /** Has all checks of all tables computed; the requests are there at once, as those of a pipeline are. */
  async check(): Promise<{ readonly ms: number; readonly statements: number; readonly runs: readonly ChecksRun[] }> {
    const before = await this.statements();
    const begin = performance.now();
    const runs = await Promise.all(this.tables.map((table) => this.ended(`/tables/name/${table}/checks`, {})));
    const ms = performance.now() - begin;
    return { ms, statements: (await this.statements()) - before, runs };
  }

  /** Has all checks of all tables computed, each table asked for when the one before has ended, as by a schedule. */
  async checkInTurn(): Promise<ChecksRun[]> {
    const runs: ChecksRun[] = [];
    for (const table of this.tables) runs.push(await this.ended(`/tables/name/${table}/checks`, {}));
    return runs;
  }

  /** Sent to the source so far. */
  private async statements(): Promise<number> {
    return (await metric(this.worker.url, `data_statement_seconds_count{engine="${this.engine}"}`)) || 0;
  }

  private async ended(path: string, body?: object): Promise<ChecksRun> {
    const { body: asked } = await this.client.post(path, body, { prefer: 'wait=60' });
    const deadline = Date.now() + PATIENCE_MS;
    let run = asked as unknown as ChecksRun & { readonly id: string };
    while (run.status === 'Queued' || run.status === 'Running') {
      if (Date.now() > deadline) throw new Error(`the run ${run.id} does not end`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      run = await this.client.must('GET', `/dataRuns/${run.id}`);
    }
    return run;
  }
}
