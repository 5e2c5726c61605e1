import { randomUUID } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { eventually } from '../../support/eventually';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { sourceDatabase, type SourceDatabase } from './source-database';

/** A line to a source that stops in the middle of what the source says. */
class StoppingLine {
  private readonly server: Server;
  private isStopped = false;

  constructor(hostPort: string) {
    const [host, port] = hostPort.split(':');
    this.server = createServer((client) => {
      const source = connect(Number(port), host);
      const pipe = (from: Socket, to: Socket): void => {
        from.on('data', (bytes: Buffer) => to.write(bytes));
        from.once('close', () => to.destroy());
        from.on('error', () => to.destroy());
      };
      pipe(client, source);
      pipe(source, client);
      // The answer to the first long statement, which lists what there is, does not arrive.
      client.on('data', (bytes: Buffer) => {
        if (!this.isStopped || !bytes.includes('pg_namespace')) return;
        source.pause();
      });
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(isStopped: boolean): void {
    this.isStopped = isStopped;
  }

  close(): void {
    this.server.close();
  }
}

describe('a crawl that is cancelled', () => {
  let admin: RestClient;
  let source: SourceDatabase;
  let line: StoppingLine;
  const name = `cancelled_${randomUUID().slice(0, 8)}`;
  const path = `/services/databaseServices/name/${name}`;

  beforeAll(async () => {
    admin = await (await RunningService.shared()).client();
    source = await sourceDatabase('create table sales.orders (id int primary key)');
    line = new StoppingLine(source.config.hostPort);
    const config = { ...source.config, hostPort: await line.open() };
    await admin.must('POST', '/services/databaseServices', { name, serviceType: 'Postgres', connection: { config } });
    await admin.must('PUT', `${path}/dataAccess`, {});
  });
  afterAll(async () => {
    line?.close();
    await source?.drop();
  });

  const sessions = (run: unknown) =>
    source.query(`select 1 from pg_stat_activity where application_name = 'metadata-catalog data ${String(run)}'`);

  it('has left the source, deleted nothing, and is followed by the next one', async () => {
    const first = await admin.post(`${path}/crawls`, undefined, { prefer: 'wait=60' });
    expect(first.body).toMatchObject({ status: 'Success', counts: { created: 1 } });
    line.stop(true);
    const { body: run } = await admin.post(`${path}/crawls`, undefined, { prefer: 'respond-async' });
    await eventually(async () => ((await sessions(run.id)).length ? true : undefined));
    expect(await admin.post(`/dataRuns/${String(run.id)}/cancel`)).toMatchObject({
      status: 200,
      body: { status: 'Aborted', reason: 'cancelled' },
    });
    await eventually(async () => ((await sessions(run.id)).length ? undefined : true));
    expect(await admin.post(`/dataRuns/${String(run.id)}/cancel`)).toMatchObject({ status: 409 });
    line.stop(false);
    const last = await admin.post(`${path}/crawls`, undefined, { prefer: 'wait=60' });
    expect(last.body).toMatchObject({ status: 'Success', counts: { unchanged: 1, deleted: 0 } });
  });
});
