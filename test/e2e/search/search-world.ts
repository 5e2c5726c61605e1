import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { RunningService } from '../../support/running-service';
import type { RestAnswer, RestClient } from '../../support/rest-client';

export interface Hit {
  readonly _index: string;
  readonly _id: string;
  readonly _score: number | null;
  readonly _source?: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly sort: readonly unknown[];
  readonly highlight?: Readonly<Record<string, readonly string[]>>;
}

export interface Found {
  readonly hits: {
    readonly total?: { readonly value: number; readonly relation: string };
    readonly max_score: number | null;
    readonly hits: readonly Hit[];
  };
  readonly aggregations?: Readonly<Record<string, { readonly buckets: readonly { key: string; doc_count: number }[] }>>;
  readonly rewrittenQuery?: string;
  readonly warnings?: readonly { readonly field: string; readonly message: string }[];
  readonly hierarchy?: readonly object[];
  readonly message?: string;
  readonly details?: unknown;
}

type Parameters = Readonly<Record<string, unknown>>;

/** Where a real Elasticsearch listens; unset: the engine in PostgreSQL is tested. */
export const ELASTICSEARCH = process.env.TEST_ELASTICSEARCH_URL;

const ADMIN = resolve(__dirname, '../../../bin/admin.cjs');

/** A running service with an empty catalog whose search is asked. */
export class SearchWorld {
  private constructor(
    readonly service: RunningService,
    readonly client: RestClient,
    /** Of both processes, beyond what every service has. */
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** @param elasticsearch another way to it */
  static async start(elasticsearch = ELASTICSEARCH): Promise<SearchWorld> {
    const prefix = `test_${randomBytes(4).toString('hex')}_`;
    const environment: Record<string, string> = elasticsearch
      ? { ELASTICSEARCH_URL: elasticsearch, ELASTICSEARCH_PREFIX: prefix }
      : {};
    const service = await RunningService.start({ workers: 1, environment });
    return new SearchWorld(service, await service.client(), environment);
  }

  /** What `npm run admin -- search check` says. It mends what it finds. */
  async check(): Promise<string> {
    const env = { PATH: process.env.PATH, DATABASE_URL: this.service.databaseUrl, ...this.environment };
    const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, 'search', 'check'], { env });
    return stdout;
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** On PostgreSQL what is written is found at once; on Elasticsearch the write of a glossary waits until all before it is. */
  async settle(): Promise<void> {
    if (!ELASTICSEARCH) return;
    const words = { name: 'settled_words', description: randomBytes(8).toString('hex') };
    await this.client.must('PUT', '/glossaries?refresh=wait_for', words);
  }

  ask(parameters: Parameters, client = this.client): Promise<RestAnswer<Found>> {
    return client.get<Found>(`/search/query?${queryString(parameters)}`);
  }

  /** @throws where the answer is an error */
  find(parameters: Parameters, client = this.client): Promise<Found> {
    return client.must<Found>('GET', `/search/query?${queryString(parameters)}`);
  }

  /** Names of the hits, as soon as all that was written is to be found. */
  async names(parameters: Parameters, client = this.client): Promise<string[]> {
    await this.settle();
    return (await this.find(parameters, client)).hits.hits.map(({ _source }) => _source?.name ?? '');
  }
}

/** Objects go as JSON. */
export function queryString(parameters: Parameters): string {
  const entries = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(entries).toString();
}
