import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@app/embedded';
import { inTens, makeContracts, makeTables, TERMINAL, unique, type Result } from '../processes/restart/restart-world';
import { RestClient } from '../support/rest-client';
import { RunningService } from '../support/running-service';
import { LoadBalancer } from './support/load-balancer';
import { eventually } from '../support/eventually';

/** Between two requests, in ms: 50 a second. */
const PAUSE_MS = 20;
/** On a machine that is too busy for as many, fewer are sent: what waits in a queue that grows is cut at the end of any stop. */
const MOST_UNANSWERED = 40;
const CONTRACTS = 20;
const T = 1_700_000_000_000;
/** Most of it are starts of processes, which take long on a busy machine. */
const MOST_MS = 300_000;

/** Sends requests of all kinds at a fixed rate and remembers what was acknowledged. */
class Load {
  readonly failures: string[] = [];
  /** Names of glossaries that were made, and their descriptions as acknowledged last. */
  readonly written = new Map<string, string>();
  /** By contract: times of results that were pushed, ids of runs that were accepted. */
  readonly pushed = new Map<string, number[]>();
  readonly accepted = new Map<string, Set<string>>();
  private readonly prefix = unique('g');
  private readonly unanswered = new Set<Promise<void>>();
  private isOver = false;

  constructor(
    private readonly client: RestClient,
    private readonly tables: readonly string[],
    readonly contracts: readonly string[],
  ) {}

  /** Until `end`; resolves to the number of requests once all are answered. */
  async run(): Promise<number> {
    const kinds = [this.read, this.list, this.write, this.validate, this.push];
    let n = 0;
    for (; !this.isOver; n++) {
      const kind = kinds[n % kinds.length]!;
      const sent: Promise<void> = kind
        .call(this, Math.floor(n / kinds.length))
        .catch((error: Error) => void this.failures.push(error.message))
        .finally(() => this.unanswered.delete(sent));
      this.unanswered.add(sent);
      await delay(PAUSE_MS);
      if (this.unanswered.size >= MOST_UNANSWERED) await Promise.race(this.unanswered);
    }
    await Promise.all(this.unanswered);
    return n;
  }

  end(): void {
    this.isOver = true;
  }

  /** Sends a request again that the service was too busy for, as it says: a busy machine is no fault of a restart. */
  private async must<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    for (;;) {
      const headers: Record<string, string> =
        method === 'PATCH' ? { 'content-type': 'application/json-patch+json' } : {};
      const answer = await this.client.send<Body & { message?: string }>(method, path, { body, headers });
      if (answer.status < 300) return answer.body;
      const isBusy = answer.status === 503 && answer.body.message?.startsWith('The database is busy');
      if (!isBusy) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      await delay(Number(answer.headers.get('retry-after')) * 1_000);
    }
  }

  private async read(n: number): Promise<void> {
    await this.must('GET', `/tables/${this.tables[n % CONTRACTS]}?fields=columns`);
  }

  private async list(): Promise<void> {
    await this.must('GET', '/dataContracts?limit=10');
  }

  private async write(n: number): Promise<void> {
    const name = `${this.prefix}_${n}`;
    const { id } = await this.must<{ id: string }>('POST', '/glossaries', { name, description: 'new' });
    this.written.set(name, 'new');
    const change = [{ op: 'replace', path: '/description', value: 'changed' }];
    await this.must('PATCH', `/glossaries/${id}`, change);
    this.written.set(name, 'changed');
  }

  private async validate(n: number): Promise<void> {
    const contract = this.contracts[n % CONTRACTS]!;
    const { id } = await this.must<Result>('POST', `/dataContracts/${contract}/validate`);
    this.accepted.set(contract, (this.accepted.get(contract) ?? new Set()).add(id));
  }

  private async push(n: number): Promise<void> {
    const contract = this.contracts[n % CONTRACTS]!;
    const timestamp = T + n;
    const body = { timestamp, contractExecutionStatus: 'Failed' };
    await this.must('PUT', `/dataContracts/${contract}/results`, body);
    this.pushed.set(contract, [...(this.pushed.get(contract) ?? []), timestamp]);
  }
}

describe('a rolling restart', () => {
  let service: RunningService;
  let balancer: LoadBalancer;
  const apis = new Map<string, string>();
  const workers: string[] = [];
  beforeAll(async () => {
    // As the image and the unit of systemd have it.
    service = await RunningService.start({ workers: 0, environment: { STOP_DELAY_MS: '1000' } });
    apis.set('api', String(service.environment.PORT)).set('second-api', String(await freePort()));
    await service.startApi('second-api', apis.get('second-api'));
    for (let n = 0; n < 2; n++) workers.push(await service.startWorker());
    balancer = await LoadBalancer.start([...apis.values()].map(Number));
  });
  afterAll(async () => {
    balancer?.close();
    await service?.stop();
  });

  const restartAll = async (): Promise<void> => {
    await balancer.isServedByAll();
    for (const name of workers) {
      expect(await service.kill(name, 'SIGTERM')).toBe(0);
      await service.startWorker();
    }
    for (const [name, port] of apis) {
      expect(await service.kill(name, 'SIGTERM')).toBe(0);
      await service.startApi(name, port);
      await balancer.isServedByAll();
    }
  };

  it(
    'of two APIs and two workers, one after the other, fails none of 50 requests a second and loses nothing',
    async () => {
      const { token } = await service.client();
      const client = new RestClient(balancer.url, token);
      await eventually(
        () => client.get('/dataContracts'),
        ({ status }) => status === 200,
      );
      const load = new Load(client, await makeTables(client, CONTRACTS), await makeContracts(client, CONTRACTS));
      const loading = load.run();
      try {
        await restartAll();
      } finally {
        load.end();
      }
      const sent = await loading;

      expect(load.failures).toEqual([]);
      // Else no API was asked for anything while it stopped.
      expect(Math.min(...balancer.lastAnswers())).toBeGreaterThan(0);
      expect(load.written.size + load.pushed.size).toBeGreaterThan(sent / 10);
      const names = [...load.written];
      const descriptions = await inTens(names.length, async (i) => {
        const path = `/glossaries/name/${names[i]![0]}`;
        return (await client.must<{ description: string }>('GET', path)).description;
      });
      expect(descriptions).toEqual(names.map(([, description]) => description));
      for (const contract of load.contracts) await expectAll(client, load, contract);
    },
    MOST_MS,
  );
});

/** Each result that was pushed is there, and each run that was accepted has one result, which is terminal. */
async function expectAll(client: RestClient, load: Load, contract: string): Promise<void> {
  const runs = load.accepted.get(contract) ?? new Set();
  const list = async (): Promise<Result[]> =>
    (await client.must<{ data: Result[] }>('GET', `/dataContracts/${contract}/results?limit=10000`)).data;
  const areDone = (results: Result[]) => results.every((result) => TERMINAL.includes(result.contractExecutionStatus));
  const results = await eventually(list, areDone);
  const ofRuns = results.filter(({ id }) => runs.has(id));
  expect(ofRuns.map(({ contractExecutionStatus }) => contractExecutionStatus)).toEqual(
    Array(runs.size).fill('Success'),
  );
  expect(results.map(({ timestamp }) => timestamp)).toEqual(expect.arrayContaining(load.pushed.get(contract) ?? []));
}
