import { randomUUID } from 'node:crypto';
import { PolicyService } from '@app/agreements';
import { entityTypes, EntityWriter, SubtreeRemover } from '@app/catalog';
import type { Actor } from '@app/common';
import { ContractsModule } from '@app/contracts';
import { Database } from '@app/database';
import { FeedbackService, LearnedModule, LearnedWatcher, LearnedWorkerModule, WarningService } from '@app/learned';
import { ObservationService, QualityModule, TableProfileService } from '@app/quality';
import { statementsOf } from '../../support/recording-client';
import { LibraryContext } from '../../support/library-context';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const ADMIN: Actor = { name: 'admin', id: randomUUID(), isAdmin: true, ownerIds: new Set(), rules: [] };
const named = (kind: string): string => `${kind}_${randomUUID().slice(0, 13)}`;

type Document = Record<string, unknown> & { readonly id: string; readonly fullyQualifiedName: string };
interface Warning {
  readonly metric: string;
  readonly from: number;
  readonly to?: number;
  readonly value: number;
  readonly verdict?: string;
}

describe('warnings of what is unusual', () => {
  const now = Date.now();
  let context: LibraryContext;
  let watcher: LearnedWatcher;
  let schema: string;
  let table: Document;
  let contract: Document;

  const create = async (type: string, body: Record<string, unknown>): Promise<Document> =>
    JSON.parse((await context.app.get(EntityWriter).create(ADMIN, entityTypes.get(type), body)).json) as Document;

  beforeAll(async () => {
    context = await LibraryContext.open(() => [ContractsModule, QualityModule, LearnedModule, LearnedWorkerModule]);
    watcher = context.app.get(LearnedWatcher);
    const service = await create('databaseService', { name: named('s'), serviceType: 'Postgres' });
    const database = await create('database', { name: 'd', service: service.fullyQualifiedName });
    schema = (await create('databaseSchema', { name: 'p', database: database.fullyQualifiedName })).fullyQualifiedName;
  });
  afterAll(() => context.close());
  beforeEach(async () => {
    table = await create('table', {
      name: named('t'),
      databaseSchema: schema,
      columns: [{ name: 'a', dataType: 'INT' }],
    });
    contract = await create('dataContract', { name: named('c'), entity: { id: table.id, type: 'table' } });
  });

  const warn = (rules: object) =>
    context.app.get(PolicyService).put(ADMIN, {
      scope: { type: 'dataContract', id: contract.id },
      learned: { freshness: 'off', volume: 'off', sensitivity: 'medium', timezone: 'UTC', ...rules },
    });
  const profile = (timestamp: number, rowCount: number) =>
    context.app
      .get(TableProfileService)
      .push(ADMIN, table.fullyQualifiedName, { tableProfile: { timestamp, ...{ rowCount } } });
  const usual = async (): Promise<void> => {
    for (let day = 30; day > 0; day--) await profile(now - day * DAY, 1_000);
  };
  const found = async (more: object = {}) => {
    const page = (await context.app.get(WarningService).list(ADMIN, contract.id, { limit: 10, ...more })) as {
      data: readonly Warning[];
    };
    return page.data.map(({ metric, from, to }) => [metric, from - now, ...(to === undefined ? [] : [to - now])]);
  };
  const notices = async (): Promise<number> => {
    const text = `select count(*)::int as n from contract_notice n join entity e on e.node = n.contract where e.id = $1 and n.type = 'contractUnusual'`;
    return (await context.app.get(Database).query<{ n: number }>(text, [contract.id]))[0]!.n;
  };

  it('are none without a policy', async () => {
    await usual();
    await profile(now - HOUR, 0);
    await watcher.round(0);
    expect(await found()).toEqual([]);
  });

  it('are a spell of volume, told once, until a usual profile comes', async () => {
    await warn({ volume: 'warn' });
    for (let day = 36; day > 5; day--) await profile(now - day * DAY, 1_000);
    await watcher.round(0);
    await profile(now - 5 * DAY, 0);
    await profile(now - 4 * DAY, 10);
    await Promise.all([watcher.round(0), watcher.round(0), watcher.round(0)]);
    expect([await found(), await notices()]).toEqual([[['volume', -5 * DAY]], 1]);
    await profile(now - 3 * DAY, 1_000);
    await profile(now - 2 * DAY, 0);
    await watcher.round(0);
    expect(await found()).toEqual([
      ['volume', -2 * DAY],
      ['volume', -5 * DAY, -3 * DAY],
    ]);
    expect(await notices()).toBe(2);
    expect(await found({ metric: 'freshness' })).toEqual([]);
  });

  it('do not speak of what was before the policy', async () => {
    await usual();
    await profile(now - 5 * HOUR, 0);
    await profile(now - 4 * HOUR, 1_000);
    await warn({ volume: 'warn' });
    await watcher.round(0);
    expect(await found()).toEqual([]);
  });

  it('are a spell of freshness from the last refresh on, until the next one', async () => {
    await warn({ freshness: 'warn' });
    const refresh = (times: readonly number[]) =>
      context.app.get(ObservationService).push(
        ADMIN,
        'table',
        table.id,
        times.map((timestamp) => ({ timestamp, kind: 'refresh' as const })),
      );
    await refresh(Array.from({ length: 40 }, (_, day) => now - (40 - day + 2) * DAY));
    await watcher.round(0);
    await watcher.round(0);
    expect([await found(), await notices()]).toEqual([[['freshness', -3 * DAY]], 1]);
    await refresh([now - HOUR]);
    await watcher.round(0);
    expect([await found(), await notices()]).toEqual([[['freshness', -3 * DAY, -HOUR]], 1]);
  });

  it('end where the point was expected, or nothing is warned of any more', async () => {
    await warn({ freshness: 'warn', volume: 'warn' });
    for (let day = 40; day > 2; day--) await profile(now - day * DAY, 1_000);
    await watcher.round(0);
    expect(await found()).toEqual([['freshness', -3 * DAY]]);
    const said = { metric: 'freshness' as const, timestamp: now - 3 * DAY, verdict: 'expected' as const };
    await context.app.get(FeedbackService).put(ADMIN, contract.id, said);
    await watcher.round(0);
    expect(await found()).toEqual([['freshness', -3 * DAY, -3 * DAY]]);
    await profile(now - HOUR, 0);
    await watcher.round(0);
    expect((await found())[0]).toEqual(['volume', -HOUR]);
    await warn({});
    await watcher.round(0);
    expect((await found())[0]).toHaveLength(3);
  });

  it('leave contracts alone that are deleted, and those that were just looked at', async () => {
    await warn({ volume: 'warn' });
    expect(await watcher.round(0)).toBeGreaterThan(0);
    expect(await watcher.round()).toBe(0);
    const removal = { recursive: false, hardDelete: false, precondition: undefined };
    await usual();
    await profile(now - HOUR, 0);
    await context.app.get(SubtreeRemover).remove(ADMIN, entityTypes.get('dataContract'), { id: contract.id }, removal);
    await watcher.round(0);
    expect(await notices()).toBe(0);
  });

  describe('are looked for', () => {
    const database = (): Database => context.app.get(Database);
    const policy = (
      scope: { readonly type: 'all' } | { readonly type: 'domain' | 'tag' | 'dataProduct'; readonly id: string },
      rules: object,
    ) =>
      context.app.get(PolicyService).put(ADMIN, {
        scope,
        learned: { freshness: 'off', volume: 'off', sensitivity: 'medium', timezone: 'UTC', ...rules },
      });
    const patch = (type: string, id: string, path: string, value: unknown) =>
      context.app.get(EntityWriter).patch(ADMIN, entityTypes.get(type), { id }, [{ op: 'add', path, value }]);
    const classification = named('k');
    let domain: Document;

    beforeEach(async () => {
      for (const from of ['contract_policy', 'learned_watch', 'learned_spell'])
        await database().query(`delete from ${from}`);
      domain = await create('domain', { name: named('d'), domainType: 'Aggregate', description: 'One.' });
      await policy({ type: 'domain', id: domain.id }, { volume: 'warn' });
    });

    it('by one statement where the policy concerns nothing', async () => {
      const sent = await statementsOf(() => watcher.round(0));
      expect(sent.map(({ name }) => name)).toEqual(['learned-due']);
    });

    it('where the asset, what it lies in, or a domain above has the scope', async () => {
      const below = {
        name: named('d'),
        domainType: 'Aggregate',
        description: 'Two.',
        parent: domain.fullyQualifiedName,
      };
      const inner = await create('domain', below);
      await patch('table', table.id, '/domains', [{ type: 'domain', id: inner.id }]);
      expect(await watcher.round(0)).toBe(1);
      await create('dataContract', {
        name: named('c'),
        entity: {
          id: (await create('table', { name: named('t'), databaseSchema: schema, columns: [] })).id,
          type: 'table',
        },
      });
      const parent = await database().query<{ id: string }>('select id::text from entity where fqn = $1', [schema]);
      await patch('databaseSchema', parent[0]!.id, '/domains', [{ type: 'domain', id: domain.id }]);
      expect(await watcher.round(0)).toBeGreaterThan(1);
      await patch('databaseSchema', parent[0]!.id, '/domains', []);
    });

    it('where the contract or the asset bears the tag, the asset is of the product, and of all', async () => {
      await create('classification', { name: classification, description: 'Kinds.' });
      const tag = await create('tag', { name: 'One', classification, description: 'One.' });
      await policy({ type: 'tag', id: tag.id }, { freshness: 'warn' });
      expect(await watcher.round(0)).toBe(0);
      await patch('dataContract', contract.id, '/tags', [{ tagFQN: tag.fullyQualifiedName, source: 'Classification' }]);
      expect(await watcher.round(0)).toBe(1);
      await patch('dataContract', contract.id, '/tags', []);
      await patch('table', table.id, '/tags', [{ tagFQN: tag.fullyQualifiedName, source: 'Classification' }]);
      expect(await watcher.round(0)).toBe(1);
      await patch('table', table.id, '/tags', []);

      const product = { name: named('p'), description: 'One.', domains: [domain.fullyQualifiedName] };
      const { id } = await create('dataProduct', product);
      await policy({ type: 'dataProduct', id }, { volume: 'warn' });
      await patch('table', table.id, '/dataProducts', [{ type: 'dataProduct', id }]);
      expect(await watcher.round(0)).toBe(1);
      await policy({ type: 'all' }, { volume: 'warn' });
      const [{ n }] = (await database().query<{ n: number }>('select count(*)::int as n from contract where live')) as [
        { n: number },
      ];
      expect(await watcher.round(0)).toBe(n);
    });

    it('once more where the policy that warned is gone', async () => {
      await warn({ volume: 'warn' });
      await usual();
      await profile(now - HOUR, 0);
      await watcher.round(0);
      expect(await found()).toEqual([['volume', -HOUR]]);
      await warn({});
      expect(await watcher.round(0)).toBe(1);
      expect((await found())[0]).toHaveLength(3);
      expect(await watcher.round(0)).toBe(0);
    });
  });
});
