import { freePort } from '@app/embedded';
import { eventually } from '../../support/eventually';
import { RunningService } from '../../support/running-service';
import { ContractWorld } from '../contracts/contract-world';
import { sourceDatabase } from '../data/source-database';

/** The series of an answer in Prometheus' text format: name and labels, without values. */
async function seriesOf(url: string): Promise<string[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return text.split('\n').flatMap((line) => (line === '' || line.startsWith('#') ? [] : [line.replace(/ \S+$/, '')]));
}

describe('metrics', () => {
  let service: RunningService;
  let worker: string;
  beforeAll(async () => {
    service = await RunningService.start({ workers: 0 });
    const port = String(await freePort());
    await service.startWorker({ WORKER_PORT: port });
    worker = `http://127.0.0.1:${port}`;
  });
  afterAll(() => service?.stop());

  const both = [
    ...['reads', 'writes'].flatMap((pool) => [
      `database_pool_connections{pool="${pool}",state="idle"}`,
      `database_pool_connections{pool="${pool}",state="busy"}`,
      `database_pool_size{pool="${pool}"}`,
      `database_pool_waiting{pool="${pool}"}`,
    ]),
    ...['urgent', 'batch'].flatMap((lane) => [
      `validation_runs{lane="${lane}",state="Queued"}`,
      `validation_runs{lane="${lane}",state="Running"}`,
      `validation_oldest_waiting_seconds{lane="${lane}"}`,
    ]),
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ];

  it('of the API tell of the process, its pools, the backlog and its requests', async () => {
    await fetch(`${service.baseUrl}/api/v1/system/version`);
    expect(await seriesOf(service.baseUrl)).toEqual(
      expect.arrayContaining([
        ...both,
        expect.stringMatching(/^metadata_catalog_build_info\{app="api",release="\d+\.\d+\.\d+.*",node="v\d+\..*"\}$/),
        'http_request_duration_seconds_count{method="GET",route="/api/v1/system/version",status="200"}',
        'database_statements_total',
      ]),
    );
  });

  it('of a worker tell of the process, its pools and the backlog', async () => {
    expect(await seriesOf(worker)).toEqual(
      expect.arrayContaining([...both, expect.stringMatching(/^metadata_catalog_build_info\{app="worker"/)]),
    );
  });

  it('of a worker count proposals by state, and name no contract', async () => {
    const admin = await service.client();
    const world = await ContractWorld.on(service);
    const contract = await world.contract({ entityStatus: 'Active' });
    const patch = [{ op: 'add', path: '/description', value: 'x' }];
    await admin.must('POST', `/dataContracts/${contract.id}/proposals`, { patch });
    const series = (await (await fetch(`${worker}/metrics`)).text())
      .split('\n')
      .filter((line) => line.startsWith('contract_proposals{'));
    expect(series).toEqual([
      'contract_proposals{state="InReview"} 1',
      ...['AwaitingConsent', 'Applied', 'Rejected', 'Withdrawn'].map(
        (state) => `contract_proposals{state="${state}"} 0`,
      ),
    ]);
  });

  it('count from 0 what alerts ask the increase of: a series that begins with its first event shows none', async () => {
    const text = await (await fetch(`${worker}/metrics`)).text();
    for (const status of ['Success', 'PartialSuccess', 'Failed', 'Aborted'])
      expect(text).toContain(`validation_runs_ended_total{status="${status}"} 0`);
    expect(text).toMatch(/^queue_jobs_parked_total\{queue="validation"\} 0$/m);
    expect(text).toMatch(/^queue_jobs_parked_total\{queue="validation-batch"\} 0$/m);
  });

  it('of the lane data count runs, checks and what is asked of sources, and name nothing of anybody', async () => {
    const source = await sourceDatabase(
      'create table sales.orders (id int primary key)',
      'insert into sales.orders values (1)',
    );
    try {
      const admin = await service.client();
      const name = 'metered_warehouse';
      await admin.must('POST', '/services/databaseServices', {
        ...{ name, serviceType: 'Postgres', connection: { config: source.config } },
      });
      const path = `/services/databaseServices/name/${name}`;
      await admin.must('PUT', `${path}/dataAccess`, {});
      await admin.must('POST', `${path}/crawls`, undefined);
      const table = `${name}.${source.config.database}.sales.orders`;
      const count = (test: string, value: string): Promise<unknown> =>
        admin.must('POST', '/dataQuality/testCases', {
          ...{ name: test, entityLink: `<#E::table::${table}>`, testDefinition: 'tableRowCountToEqual' },
          parameterValues: [{ name: 'value', value }],
        });
      await count('holds', '1');
      await count('fails', '2');
      await count('is_no_number', 'many');
      await admin.must('POST', `/tables/name/${table}/checks`, undefined);
      // The time of a run is told behind its end, once its sessions are closed.
      const text = await eventually(
        async () => (await fetch(`${worker}/metrics`)).text(),
        (told) => told.includes('run_seconds_count{kind="check"} 1\n'),
      );
      for (const line of [
        'data_workers 1',
        'data_runs_unserved 0',
        'data_runs_total{kind="crawl",status="Success"} 1',
        'data_runs_total{kind="check",status="PartialSuccess"} 1',
        'data_runs_total{kind="profile",status="Aborted"} 0',
        'run_seconds_count{kind="check"} 1',
        'runs_waiting{kind="check"} 0',
        'runs_waiting{kind="validation"} 0',
        'runs_oldest_waiting_seconds{kind="recount"} 0',
        'data_checks_total{status="Success",reason=""} 1',
        'data_checks_total{status="Failed",reason=""} 1',
        'data_checks_total{status="Aborted",reason="badParameter"} 1',
        'data_connections{engine="postgres"} 0',
      ])
        expect(text.split('\n')).toContain(line);
      expect(text).toMatch(/^data_statement_seconds_count\{engine="postgres"\} [1-9]\d*$/m);
      expect(text).not.toMatch(/metered_warehouse|sales|orders/);
    } finally {
      await source.drop();
    }
  });

  it('are named as Prometheus asks for: what only grows ends in _total, times are seconds, sizes bytes', async () => {
    const text = `${await (await fetch(`${service.baseUrl}/metrics`)).text()}${await (await fetch(`${worker}/metrics`)).text()}`;
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({ name, type }));
    const ours = types.filter(({ name }) => !/^(nodejs|process)_/.test(String(name)));
    expect(ours.filter(({ name, type }) => (type === 'counter') !== String(name).endsWith('_total'))).toEqual([]);
    expect(ours.filter(({ name }) => /_(ms|milliseconds|kb|mb)$/.test(String(name)))).toEqual([]);
    expect([...text.matchAll(/^# HELP (\S+) (.*)$/gm)].filter(([, , help]) => help === '')).toEqual([]);
  });
});
