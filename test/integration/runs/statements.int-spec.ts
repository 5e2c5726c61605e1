import { randomUUID } from 'node:crypto';
import { EntityDocuments } from '@app/catalog';
import { EffectiveRepository } from '@app/contracts';
import { Database } from '@app/database';
import { EntityRepository } from '../../../libs/catalog/src/read/entity.repository';
import { RelationRepository } from '../../../libs/catalog/src/read/relation.repository';
import { RunRequests } from '../../../libs/validation/src/runs/request/run-requests';
import { RunWaits } from '../../../libs/validation/src/runs/request/run-waits';
import { RunRepository } from '../../../libs/validation/src/runs/request/run.repository';
import { ContractEvaluation } from '../../../libs/validation/src/runs/work/contract-evaluation';
import { ContractLoader } from '../../../libs/validation/src/runs/work/contract-loader';
import { EvidenceLoader } from '../../../libs/validation/src/runs/work/evidence-loader';
import { RuleRunners } from '../../../libs/validation/src/runs/work/rule-runners';
import { RunClaimRepository } from '../../../libs/validation/src/runs/work/run-claim.repository';
import { RecordingClient, statementsOf } from '../../support/recording-client';
import { ContractWorld, type TestContract } from './support/contract-world';

const SLA = { refreshFrequency: { interval: 1, unit: 'day' } };
const SHARE = { lane: 'urgent', asker: 'somebody', isHeavy: false, signal: new AbortController().signal } as const;

describe('the statements of a validation', () => {
  let world: ContractWorld;
  let database: Database;
  let contract: TestContract;

  beforeEach(async () => {
    world = await ContractWorld.create();
    database = await Database.connect({ url: world.url, poolSize: 4, Client: RecordingClient });
    contract = await world.contract({ sla: SLA });
    const test = await world.entity('testCase', 'shop.db.public.orders.is_complete');
    await world.refer(contract.node, 'qualityExpectations', test.node);
  });
  afterEach(async () => {
    await database.close();
    await world.destroy();
  });

  const ask = async (): Promise<string> => {
    const requests = new RunRequests(database, new RunRepository(), new RunWaits(database));
    const found = { ...contract, ownerIds: [] };
    const { resultId, wait } = await requests.request({
      ...{ contract: found, trigger: 'manual', lane: 'urgent', requestedBy: 'somebody' },
    });
    wait.release();
    return resultId;
  };
  const claimed = async () => {
    const claims = new RunClaimRepository(database);
    return { claims, run: (await claims.claim(await ask(), contract.node, 'a worker'))! };
  };

  it('are one to ask, one to claim, four to load and to judge, and one to end', async () => {
    const links = { origin: 'http://catalog' };
    const documents = new EntityDocuments(new EntityRepository(), new RelationRepository(), links);
    const loader = new ContractLoader(new EffectiveRepository(database), database, documents);
    const rules = new RuleRunners();
    const evaluation = new ContractEvaluation(new EvidenceLoader(database), rules);
    const claims = new RunClaimRepository(database);
    const validate = async (): Promise<void> => {
      const run = (await claims.claim(await ask(), contract.node, 'a worker'))!;
      const loaded = (await loader.load(contract.node, run.found))!;
      expect(Math.abs(loaded.now - Date.now())).toBeLessThan(60_000);
      const outcome = await evaluation.evaluate(loaded, SHARE, () => undefined);
      expect(await claims.finish(run, outcome)).toEqual({});
    };
    try {
      await validate();
      const sent = await statementsOf(validate);
      expect(sent.filter(({ name }) => name === undefined)).toEqual([]);
      const [asked, claim, found, ...others] = sent.map(({ name }) => name);
      expect([asked, claim, found, others.pop()]).toEqual([
        'run-request',
        'run-claim',
        'effective-to-validate',
        'run-finish',
      ]);
      expect(others).toHaveLength(3);
      expect(others).toEqual(expect.arrayContaining(['evidence-of-runs']));
    } finally {
      await rules.close();
    }
  });

  it('that end it mark the search documents where the status of the contract changes', async () => {
    const end = async (status: 'Success' | 'Failed'): Promise<boolean> => {
      const { claims, run } = await claimed();
      await database.query('delete from search_mark');
      expect(await claims.finish(run, { status, body: {}, details: {} })).toEqual({});
      const [{ ended_status: ended } = {}] = await database.query('select ended_status from contract where node = $1', [
        contract.node,
      ]);
      expect(ended).toBe(status);
      return (await database.query('select from search_mark')).length > 0;
    };
    expect([await end('Success'), await end('Success'), await end('Failed'), await end('Failed')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('end nothing for an attempt that lost its lease', async () => {
    const { claims, run } = await claimed();
    const outcome = { status: 'Success', body: {}, details: {} } as const;
    expect(await claims.finish({ ...run, attempt: run.attempt + 1 }, outcome)).toBeUndefined();
    expect(await claims.finish({ ...run, claim: randomUUID() }, outcome)).toBeUndefined();
    expect(await claims.finish(run, outcome)).toEqual({});
    expect(await claims.finish(run, outcome)).toBeUndefined();
  });

  it('tell a request of a joined run that has ended meanwhile', async () => {
    const waits = new RunWaits(database);
    await waits.open();
    const { claims, run } = await claimed();
    await claims.finish(run, { status: 'Success', body: {}, details: {} });
    const wait = await waits.expectOpen(run.resultId);
    await wait.ended;
    wait.release();
  });
});
