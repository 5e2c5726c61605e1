import { freePort } from '@app/embedded';
import { RunningService } from '../../support/running-service';

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

  it('count from 0 what alerts ask the increase of: a series that begins with its first event shows none', async () => {
    const text = await (await fetch(`${worker}/metrics`)).text();
    for (const status of ['Success', 'PartialSuccess', 'Failed', 'Aborted'])
      expect(text).toContain(`validation_runs_ended_total{status="${status}"} 0`);
    expect(text).toMatch(/^queue_jobs_parked_total\{queue="validation"\} 0$/m);
    expect(text).toMatch(/^queue_jobs_parked_total\{queue="validation-batch"\} 0$/m);
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
