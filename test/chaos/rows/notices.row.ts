import { makeContracts } from '../../support/chaos/chaos-catalog';
import { isFull } from '../../support/chaos/chaos-size';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { Tally } from '../../support/chaos/tally';
import { pooled, until } from '../../support/chaos/until';
import { failpointOf, meet, nameOf, NOTICE_MOMENTS, stands, type Deed, type Window } from '../../support/chaos/window';
import type { RestClient } from '../../support/rest-client';

const CONTRACTS = isFull ? 50 : 5;
const AT_ONCE = 10;
/** From the write of an end to the end, in ms: most workers of the row meet it as a date that comes, some as one that has come. */
const END_MS = 3_000;
/** A date is looked for every 15 s; with the time of a busy machine. */
const PATIENCE_MS = 120_000;
const LIMIT_MS = isFull ? 1_800_000 : 600_000;
const DEEDS: readonly Deed[] = isFull ? ['kill', 'cut-database'] : ['kill'];
const WORKERS = 2;

interface Notice {
  readonly type: string;
  readonly contract: { readonly id: string };
}

/** What makes notices of contracts, met at each of its moments, and two workers that go on together. */
export function noticesRow(stackOf: () => ChaosStack): void {
  it(
    'make each notice once, of verdicts and of dates, whoever dies on the way',
    async () => {
      const stack = stackOf();
      const client = await stack.client();
      const { id: party } = await client.must<{ id: string }>('GET', '/users/name/admin');
      const met = NOTICE_MOMENTS.flatMap((moment) => DEEDS.map((deed): Window => ({ moment, deed })));
      const tally = new Tally(`${stack.backend} notices`, met.map(nameOf));

      for (const window of met) {
        const turning = await relied(client, party);
        const ending = await relied(client, party);
        const worker = await stack.startWorker({ FAILPOINTS: failpointOf(window, 1) });
        await turn(client, turning);
        await end(client, ending);
        if (await stands(worker, PATIENCE_MS)) tally.add(nameOf(window));
        await meet(stack, worker, window.deed);
        if (window.deed === 'kill') await stack.endWorker(worker);
        for (let n = 0; n < WORKERS; n++) await stack.startWorker();
        const told = await until(
          'every notice is made',
          PATIENCE_MS,
          () => noticesOf(client),
          (all) =>
            count(all, turning, 'contractFailed') >= CONTRACTS &&
            count(all, turning, 'contractRecovered') >= CONTRACTS &&
            count(all, ending, 'contractEnded') >= CONTRACTS,
        );
        await stack.noWorkers();
        const often = [...turning, ...ending].flatMap((contract) => twice(told, contract));
        expect(often).toEqual([]);
        expect(count(told, turning, 'contractEnded')).toBe(0);
      }
      expect(met.filter((window) => tally.of(nameOf(window)) === 0)).toEqual([]);
      tally.close({ contracts: 2 * met.length * CONTRACTS });
    },
    LIMIT_MS,
  );
}

async function relied(client: RestClient, party: string): Promise<string[]> {
  const contracts = await makeContracts(client, CONTRACTS, { entityStatus: 'Active' });
  const body = { party: { type: 'user', id: party }, purpose: 'Chaos' };
  await pooled(CONTRACTS, AT_ONCE, (i) => client.must('PUT', `/dataContracts/${contracts[i]}/consumers`, body));
  return contracts;
}

/** Each fails, and recovers. */
async function turn(client: RestClient, contracts: readonly string[]): Promise<void> {
  const at = Date.now() - 60_000;
  const push = (i: number, timestamp: number, contractExecutionStatus: string) =>
    client.must('PUT', `/dataContracts/${contracts[i]}/results`, { timestamp, contractExecutionStatus });
  await pooled(CONTRACTS, AT_ONCE, async (i) => {
    await push(i, at, 'Failed');
    await push(i, at + 1, 'Success');
  });
}

async function end(client: RestClient, contracts: readonly string[]): Promise<void> {
  const value = new Date(Date.now() + END_MS).toISOString();
  const patch = [{ op: 'add', path: '/effectiveUntil', value }];
  await pooled(CONTRACTS, AT_ONCE, (i) => client.must('PATCH', `/dataContracts/${contracts[i]}`, patch));
}

async function noticesOf(client: RestClient): Promise<readonly Notice[]> {
  return (await client.must<{ data: readonly Notice[] }>('GET', '/dataContracts/notices?limit=1000')).data;
}

function count(told: readonly Notice[], contracts: readonly string[], type: string): number {
  const wanted = new Set(contracts);
  return told.filter((notice) => notice.type === type && wanted.has(notice.contract.id)).length;
}

/** Types of which a contract has more than one notice. */
function twice(told: readonly Notice[], contract: string): string[] {
  const types = told.filter((notice) => notice.contract.id === contract).map(({ type }) => type);
  return types.filter((type, at) => types.indexOf(type) !== at).map((type) => `${contract} ${type}`);
}
