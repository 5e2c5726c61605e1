import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { isFull } from '../../support/chaos/chaos-size';
import type { ChaosProcess } from '../../support/chaos/stack/chaos-process';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { Tally } from '../../support/chaos/tally';
import { until } from '../../support/chaos/until';
import { cutOff, DEEDS, failpointOf, nameOf, SEARCH_MOMENTS, stands, type Deed } from '../../support/chaos/window';
import type { RestClient } from '../../support/rest-client';

const SEARCH = resolve(__dirname, '../../../dist/apps/stack/src/search.js');
const ELASTICSEARCH = process.env.TEST_ELASTICSEARCH_URL;
const TABLES = 40;
const PATIENCE_MS = 60_000;
/** The queue has no part in it. */
const deeds = DEEDS.filter((deed) => !deed.endsWith('-queue'));

/** What carries changes to an index outside, met at each of its moments. */
export function searchRow(stackOf: () => ChaosStack): void {
  const isAsked = isFull && ELASTICSEARCH;
  const why = isAsked ? '' : ' (skipped: part of CHAOS_SIZE=full where TEST_ELASTICSEARCH_URL is set)';

  (isAsked ? it : it.skip)(`is equal to the catalog whoever dies on the way to it${why}`, async () => {
    const stack = stackOf();
    const environment = {
      ELASTICSEARCH_URL: String(ELASTICSEARCH),
      ELASTICSEARCH_PREFIX: `chaos_${randomBytes(4).toString('hex')}_`,
    };
    await stack.restartApi(environment);
    const writer = await Writer.start(await stack.client());
    const first = await stack.startWorker(environment);
    await writer.write();
    await nothingMarked(stack);
    await trueDocuments(stack, environment);
    await stack.endWorker(first, 'SIGTERM');
    const met = SEARCH_MOMENTS.flatMap((moment) => deeds.map((deed) => ({ moment, deed })));
    const tally = new Tally(`${stack.backend} search`, [...met.map(nameOf), 'carried again']);
    let documents = 0;
    for (const window of met) {
      await writer.write();
      const worker = await stack.startWorker({ ...environment, FAILPOINTS: failpointOf(window, 1) });
      if (await stands(worker, PATIENCE_MS)) tally.add(nameOf(window));
      await writer.write();
      tally.add('carried again', Number((await marks(stack)) > TABLES));
      await meet(stack, worker, window.deed, environment);
      await nothingMarked(stack);
      documents = await trueDocuments(stack, environment);
      await stack.noWorkers();
    }
    tally.close({ documents });
    await stack.restartApi({});
  });
}

/** The worker dies, or comes back when another has done its work, or loses the database and goes on. */
async function meet(
  stack: ChaosStack,
  worker: ChaosProcess,
  deed: Deed,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  if (deed === 'kill' || deed === 'zombie') await stack.startWorker(environment);
  if (deed === 'kill') return void (await worker.ended);
  if (deed !== 'zombie') return cutOff(worker, deed);
  await nothingMarked(stack);
  worker.signal('SIGCONT');
}

/** How many documents there are; what the check of the operators finds wrong is told with what the workers said. */
async function trueDocuments(stack: ChaosStack, environment: Readonly<Record<string, string>>): Promise<number> {
  const env = { PATH: process.env.PATH, ...stack.direct(), ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [SEARCH, 'check'], { env });
  const said = [...stack.workers].map(({ output }) => output.slice(-2_000)).join('\n');
  expect(`${stdout}${stdout.includes('the index is true') ? '' : said}`).toMatch(
    /^\d+ documents; 0 missing, 0 different, 0 surplus: the index is true\.\n$/,
  );
  return Number.parseInt(stdout, 10);
}

async function marks(stack: ChaosStack): Promise<number> {
  return (await stack.server.query<{ n: number }>('select count(*)::int as n from search_mark'))[0]!.n;
}

async function nothingMarked(stack: ChaosStack): Promise<void> {
  await until(
    'all marks are carried',
    PATIENCE_MS,
    () => marks(stack),
    (count) => count === 0,
  );
}

/** Makes tables, changes them, takes some of them away. */
class Writer {
  private round = 0;

  private constructor(
    private readonly client: RestClient,
    private readonly schema: string,
  ) {}

  static async start(client: RestClient): Promise<Writer> {
    const service = `chaos_${randomBytes(5).toString('hex')}`;
    await client.must('POST', '/services/databaseServices', { name: service, serviceType: 'Postgres' });
    await client.must('POST', '/databases', { name: 'db', service });
    await client.must('POST', '/databaseSchemas', { name: 's', database: `${service}.db` });
    return new Writer(client, `${service}.db.s`);
  }

  /** All tables anew, and one of the last round no more. */
  async write(): Promise<void> {
    this.round++;
    const tables = Array.from({ length: TABLES }, (_, i) => ({
      name: i === 0 ? `gone_after_${this.round}` : `t${i}`,
      databaseSchema: this.schema,
      description: `as written in round ${this.round}`,
      columns: [{ name: 'id', dataType: 'INT' }],
    }));
    const { numberOfRowsFailed } = await this.client.must<{ numberOfRowsFailed: number }>(
      'PUT',
      '/tables/bulk?async=false',
      tables,
    );
    if (numberOfRowsFailed !== 0) throw new Error(`${numberOfRowsFailed} tables were not written`);
    if (this.round === 1) return;
    const gone = encodeURIComponent(`${this.schema}.gone_after_${this.round - 1}`);
    await this.client.must('DELETE', `/tables/name/${gone}?hardDelete=true`);
  }
}
