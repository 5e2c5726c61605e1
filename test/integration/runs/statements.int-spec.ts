import type { LoadedContract } from '../../../libs/validation/src/runs/work/contract-loader';
import { randomUUID } from 'node:crypto';
import { ContractGates, ContractPromises } from '@app/contracts';
import { Database } from '@app/database';
import { RunRequests } from '../../../libs/validation/src/runs/request/run-requests';
import { RunWaits } from '../../../libs/validation/src/runs/request/run-waits';
import { RunRepository } from '../../../libs/validation/src/runs/request/run.repository';
import { ContractEvaluation } from '../../../libs/validation/src/runs/work/contract-evaluation';
import { LearnedJudges } from '../../../libs/validation/src/runs/learned-judges';
import { EvidenceLoader } from '../../../libs/validation/src/runs/work/evidence-loader';
import { PromiseJudge } from '../../../libs/validation/src/runs/work/promise-judge';
import { RuleRunners } from '../../../libs/validation/src/runs/work/rule-runners';
import type { RunDocuments } from '../../../libs/validation/src/events/run-notice';
import { RunClaimRepository, type ClaimedRun } from '../../../libs/validation/src/runs/work/run-claim.repository';
import { RecordingClient, statementsOf, tripsOf } from '../../support/recording-client';
import { ContractWorld, runParts, type TestContract } from './support/contract-world';
import { contractLoader, readingsOf } from './support/run-world';

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
    const waits = new RunWaits(database);
    const requests = new RunRequests(
      database,
      new RunRepository(),
      waits,
      readingsOf(database),
      new ContractGates(database),
    );
    const found = { ...contract, ownerIds: [] };
    const { resultId, wait } = await requests.request({
      ...{ contract: found, trigger: 'manual', lane: 'urgent', requestedBy: 'somebody', evidence: 'auto' },
    });
    wait.release();
    return resultId;
  };
  const claimedBy = async (claims: RunClaimRepository, likely?: RunDocuments) => {
    await ask();
    return (await claims.claim('urgent', 1, 'a worker', likely)).runs[0]!;
  };
  const claimed = async () => {
    const claims = new RunClaimRepository(database, contractLoader(database), runParts());
    return { claims, run: await claimedBy(claims) };
  };

  it.each([
    ['six round trips', false, 6],
    ['three where it is known which documents it needs', true, 3],
  ])('are one to ask, one to claim, four to load and to judge, and one to end: %s', async (_, isKnown, trips) => {
    const loader = contractLoader(database);
    const rules = new RuleRunners();
    const promises = new PromiseJudge(new EvidenceLoader(database), new ContractPromises(database));
    const evaluation = new ContractEvaluation(promises, rules, new LearnedJudges());
    const claims = new RunClaimRepository(database, loader, runParts());
    const likely = { contract: contract.node, contractId: contract.id, assetId: contract.assetId, assetType: 'table' };
    const validate = async (): Promise<void> => {
      const run = await claimedBy(claims, isKnown ? likely : undefined);
      expect((await run.found)?.prefetched !== undefined).toBe(isKnown);
      const loaded = (await loader.load(contract.node, await run.found)) as LoadedContract;
      expect(Math.abs(loaded.now - Date.now())).toBeLessThan(60_000);
      const outcome = await evaluation.evaluate(loaded, SHARE, () => undefined);
      expect(await claims.finish(run, outcome)).toBe(true);
    };
    try {
      await validate();
      const sent = await statementsOf(validate);
      expect(sent.filter(({ name }) => name === undefined)).toEqual([]);
      expect(tripsOf(sent)).toBe(trips);
      const [asked, claim, found, ...others] = sent.map(({ name }) => name);
      expect([asked, claim, found, others.pop()]).toEqual([
        'run-request',
        'run-claim',
        'effective-to-validate',
        'run-finish',
      ]);
      expect(others).toHaveLength(3);
      expect(others).toContain(isKnown ? 'likely-evidence-of-run' : 'evidence-of-runs');
    } finally {
      await rules.close();
    }
  });

  it('that prefetch do not hold up the claim, nor those behind it', async () => {
    const claims = new RunClaimRepository(database, contractLoader(database), runParts());
    const likely = { contract: contract.node, contractId: contract.id, assetId: contract.assetId, assetType: 'table' };
    const other = await Database.connect({ url: world.url, poolSize: 1 });
    try {
      let run!: ClaimedRun;
      await other.transaction(async (tx) => {
        await tx.query('lock table observation in access exclusive mode');
        run = await claimedBy(claims, likely);
        expect((await claims.claim('urgent', 1, 'a worker')).runs).toEqual([]);
      });
      expect((await run.found)?.prefetched).toBeDefined();
    } finally {
      await other.close();
    }
  });

  it('load what a run needs, if it is something else than was expected', async () => {
    const loader = contractLoader(database);
    const claims = new RunClaimRepository(database, loader, runParts());
    const other = await world.contract();
    const load = async (documents: { contractId: string; assetId: string }) => {
      const run = await claimedBy(claims, { contract: contract.node, ...documents, assetType: 'table' });
      const { contract: judged, asset } = (await loader.load(contract.node, await run.found)) as LoadedContract;
      await claims.finish(run, { status: 'Success', body: {}, details: {} });
      return [(await run.found)?.prefetched !== undefined, judged['id'], asset['id']];
    };
    const { id: contractId, assetId } = contract;
    expect(await load({ contractId, assetId })).toEqual([true, contractId, assetId]);
    expect(await load({ contractId, assetId: other.assetId })).toEqual([false, contractId, assetId]);
    expect(await load({ contractId: other.id, assetId })).toEqual([false, contractId, assetId]);
    expect(await load({ contractId: randomUUID(), assetId })).toEqual([false, contractId, assetId]);
  });

  it('that end it mark the search documents where the status of the contract changes', async () => {
    const end = async (status: 'Success' | 'Failed'): Promise<boolean> => {
      const { claims, run } = await claimed();
      await database.query('delete from search_mark');
      expect(await claims.finish(run, { status, body: {}, details: {} })).toBe(true);
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
    expect(await claims.finish({ ...run, attempt: run.attempt + 1 }, outcome)).toBe(false);
    expect(await claims.finish({ ...run, claim: randomUUID() }, outcome)).toBe(false);
    expect(await claims.finish(run, outcome)).toBe(true);
    expect(await claims.finish(run, outcome)).toBe(false);
  });

  it('tell a request of a joined run that has ended meanwhile', async () => {
    const waits = new RunWaits(database);
    await waits.open();
    const { claims, run } = await claimed();
    await claims.finish(run, { status: 'Success', body: {}, details: {} });
    const wait = await waits.expectOpen(run.id);
    await wait.ended;
    wait.release();
  });
});
