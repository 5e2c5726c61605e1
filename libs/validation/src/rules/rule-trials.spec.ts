import { setImmediate } from 'node:timers/promises';
import type { EntityReader } from '@app/catalog';
import type { Actor } from '@app/common';
import type { Database } from '@app/database';
import { RuleTrials } from './rule-trials';

const actor = (name: string) => ({ name }) as Actor;

/** Takes all the steps that a rule may take. */
const ONES = Array.from({ length: 60 }, () => 1);
const DOUBLED = { reduce: [ONES, [{ var: 'accumulator' }, { var: 'accumulator' }], [1, 2, 3]] };
const HEAVY = Array.from({ length: 20 }, () => ({ rule: { '==': [DOUBLED, DOUBLED] } }));

describe('RuleTrials', () => {
  const database = { now: () => Promise.resolve(0) } as unknown as Database;
  const trials = new RuleTrials(database, {} as EntityReader);

  afterAll(() => trials.onApplicationShutdown());

  it('lets a user try while another one tries heavy rules, who may do so twice at once', async () => {
    let ended = 0;
    const heavy = [1, 2].map(() =>
      trials
        .evaluate(actor('anna'), { rules: HEAVY, asset: {} })
        .finally(() => (ended += 1))
        .catch(() => undefined),
    );
    await setImmediate();
    const third = trials.evaluate(actor('anna'), { rule: { '!': false }, asset: {} });
    await expect(third).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const { results } = await trials.evaluate(actor('ben'), { rule: { '!': false }, asset: {} });
    expect(results).toEqual([{ evaluated: true, passed: true }]);
    expect(ended).toBe(0);
    await trials.onApplicationShutdown();
    await Promise.all(heavy);
  });
});
