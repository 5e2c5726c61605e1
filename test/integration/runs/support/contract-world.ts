import { randomUUID } from 'node:crypto';
import { KeysetPages, type AccessRule, type Actor } from '@app/common';
import { AccessControl } from '@app/auth';
import { Visibility } from '@app/catalog';
import { Database, LargeReads } from '@app/database';
import { ContractFinder, ResultRepository, RunParts, ResultService, ResultWriteRepository } from '@app/results';
import { BulkWriteRepository } from '../../../../libs/results/src/store/bulk-write.repository';
import { ResultStore } from '../../../../libs/results/src/bulk/result-store';
import { PartRepository } from '../../../../libs/results/src/producers/part.repository';
import { SummedPushes } from '../../../../libs/results/src/producers/summed-pushes';
import { createTestDatabase, type TestDatabase } from '../../../support/embedded-database';

/** A contract that a test made, and the asset that it is of. */
export interface TestContract {
  readonly id: string;
  readonly node: string;
  readonly fqn: string;
  readonly assetId: string;
  readonly assetNode: string;
}

const VIEW_ALL: AccessRule = { name: 'view', effect: 'allow', resources: ['All'], operations: ['ViewAll'] };

export function actor(name: string, more: Partial<Actor> = {}): Actor {
  return { name, id: randomUUID(), isAdmin: false, ownerIds: new Set(), rules: [VIEW_ALL], ...more };
}

export const ADMIN = actor('admin', { isAdmin: true });

const contractFinder = (database: Database): ContractFinder => {
  const access = new AccessControl();
  return new ContractFinder(database, access, new Visibility(access));
};

export const resultStore = (
  database: Database,
  finder = contractFinder(database),
  writes = new BulkWriteRepository(),
): ResultStore => new ResultStore(database, finder, writes, new SummedPushes(new PartRepository()));

export const runParts = (): RunParts =>
  new RunParts(new PartRepository(), new SummedPushes(new PartRepository()), new BulkWriteRepository());

/** A database of a test's own with the services of results on it, and the means to put contracts there. */
export class ContractWorld {
  readonly results: ResultService;
  readonly finder: ContractFinder;

  private constructor(
    readonly database: Database,
    private readonly home: TestDatabase,
  ) {
    this.finder = contractFinder(database);
    this.results = new ResultService(
      database,
      this.finder,
      new ResultRepository(database, new LargeReads()),
      new ResultWriteRepository(),
      resultStore(database, this.finder),
      new KeysetPages(Buffer.alloc(32, 7)),
      new LargeReads(),
      new PartRepository(),
    );
  }

  static async create(poolSize = 10): Promise<ContractWorld> {
    const home = await createTestDatabase();
    return new ContractWorld(await Database.connect({ url: home.url, poolSize }), home);
  }

  get url(): string {
    return this.home.url;
  }

  /** As the superuser. */
  get adminUrl(): string {
    return this.home.adminUrl;
  }

  async destroy(): Promise<void> {
    await this.database.close();
    await this.home.drop();
  }

  /** @param asset what its answers always show, and what they show by request */
  async contract(body: object = {}, asset: { body?: object; details?: object } = {}): Promise<TestContract> {
    const name = `orders_${randomUUID().slice(0, 8)}`;
    const table = await this.entity('table', `shop.db.public.${name}`, asset.body, asset.details);
    const fqn = `shop.db.public.${name}.dataContract_${name}`;
    const contract = await this.entity('dataContract', fqn, body);
    const text = `insert into contract (node, asset, status, live) values ($1, $2, 'Active', true)`;
    await this.database.query(text, [contract.node, table.node]);
    await this.database.query(`update entity set parent = $2, root = $2 where node = $1`, [contract.node, table.node]);
    return { ...contract, fqn, assetId: table.id, assetNode: table.node };
  }

  async entity(
    type: string,
    fqn: string,
    body: object = {},
    details: object = {},
  ): Promise<{ id: string; node: string }> {
    const id = randomUUID();
    const [row] = await this.database.query<{ node: string }>(
      `insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
       values ($1, $2, $3, $4, 1, 0, 'test', $5, $6) returning node::text`,
      [id, type, fqn.split('.').at(-1), fqn, JSON.stringify(body), JSON.stringify(details)],
    );
    return { id, node: row!.node };
  }

  /** Many contracts in one statement, each with an asset of its own. */
  async contracts(count: number): Promise<{ readonly id: string; readonly node: string }[]> {
    const prefix = randomUUID().slice(0, 8);
    return this.database.query(
      `with asset as (
         insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
         select gen_random_uuid(), 'table', $1 || i, 'shop.db.public.' || $1 || i, 1, 0, 'test', '{}', '{}'
           from generate_series(1, $2::int) i returning node, name),
       made as (
         insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
         select gen_random_uuid(), 'dataContract', name, 'shop.db.public.' || name || '.dataContract_' || name, 1, 0, 'test',
                '{}', '{}' from asset returning id, node, name),
       contract as (
         insert into contract (node, asset, status, live)
         select made.node, asset.node, 'Active', true from made join asset using (name) returning node)
       select id::text, node::text from made order by node`,
      [prefix, count],
    );
  }

  async refer(from: string, relation: string, to: string): Promise<void> {
    const text = `insert into entity_reference (from_node, relation, to_node, position) values ($1, $2, $3, 0)`;
    await this.database.query(text, [from, relation, to]);
  }

  async latestResult(contract: TestContract): Promise<unknown> {
    const text = `select latest_result from contract where node = $1`;
    return (await this.database.query<{ latest_result: unknown }>(text, [contract.node]))[0]!.latest_result;
  }
}

/** A parsed list answer. */
export interface ListAnswer {
  readonly data: readonly Record<string, unknown>[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
}

export async function listed(answer: Promise<string | AsyncIterable<string>>): Promise<ListAnswer> {
  const given = await answer;
  if (typeof given === 'string') return JSON.parse(given) as ListAnswer;
  let text = '';
  for await (const piece of given) text += piece;
  return JSON.parse(text) as ListAnswer;
}
