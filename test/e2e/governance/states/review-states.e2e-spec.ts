import { array, assert, asyncProperty, boolean, constantFrom, oneof, record } from 'fast-check';
import type { RestAnswer } from '../../../support/rest-client';
import { GovernanceWorld, type Person } from '../people';
import { ReviewModel } from './review-model';

const EVERYBODY = ['author', 'author', 'editor', 'both', 'both', 'reviewer', 'reviewer', 'admin', 'stranger'];
const by = constantFrom(...EVERYBODY);

const event = oneof(
  { weight: 4, arbitrary: record({ by, submit: constantFrom('Active' as const, 'In Review' as const) }) },
  {
    weight: 4,
    arbitrary: record({
      by,
      review: constantFrom('approve' as const, 'reject' as const, 'reject' as const),
      isThisVersion: oneof({ weight: 4, arbitrary: constantFrom(true) }, { weight: 1, arbitrary: constantFrom(false) }),
    }),
  },
  { weight: 1, arbitrary: record({ by, refuse: constantFrom(true) }) },
  { weight: 2, arbitrary: record({ by, takeBack: constantFrom(true) }) },
  { weight: 3, arbitrary: record({ by, edit: boolean() }) },
);

/** The full size is run by hand: REVIEW_RUNS=200. */
const RUNS = Number(process.env.REVIEW_RUNS ?? 6);
const LONGEST_MS = 240_000 + RUNS * 3_000;
const [PAST, FUTURE] = ['2020-01-01', '2999-01-01'];
const ID = { name: 'id', dataType: 'BIGINT' };
const EMAIL = { name: 'email', dataType: 'VARCHAR', dataLength: 320 };

interface Shown {
  readonly entityStatus: string;
  readonly version: number;
  readonly lifecycle: { readonly state: string; readonly review?: { readonly authors: readonly { name: string }[] } };
}

describe('reviews under any events', () => {
  let world: GovernanceWorld;
  let people: Record<string, Person>;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    const names = ['author', 'editor', 'both', 'reviewer', 'stranger'];
    const made = await Promise.all(names.map(async (name) => [name, await world.person()] as const));
    const admin = { id: '', name: 'admin', client: world.admin, ref: { type: 'user', id: '' } };
    people = { ...Object.fromEntries(made), admin };
  });

  const who = (name: string): Person => people[name]!;
  const path = (id: string, more = '') => `/dataContracts/${id}${more}`;
  const set = (status: string) => [{ op: 'replace', path: '/entityStatus', value: status }];
  const until = (value: string) => [{ op: 'add', path: '/effectiveUntil', value }];

  /** A draft; or one that was in force, is deprecated and has ended. */
  async function made(hasEnded: boolean, mode: string): Promise<string> {
    const owners = ['author', 'editor', 'both'].map((name) => who(name).ref);
    const reviewers = ['both', 'reviewer'].map((name) => who(name).ref);
    const { id } = await world.contract({ entityStatus: hasEnded ? 'Active' : 'Draft', owners, reviewers });
    if (hasEnded) await world.admin.must('PATCH', path(id), [...until(PAST), ...set('Deprecated')]);
    const scope = { type: 'dataContract', id };
    await world.admin.must('PUT', '/dataContracts/policies', { scope, change: { mode } });
    return id;
  }

  it(
    'are what the rules make of them',
    async () => {
      const runs = asyncProperty(
        array(event, { minLength: 12, maxLength: 25 }),
        boolean(),
        constantFrom('reviewed', 'consented'),
        async (events, hasEnded, mode) => {
          const id = await made(hasEnded, mode);
          const model = new ReviewModel(hasEnded ? 'ended' : 'Draft');
          let edits = 0;
          for (const one of events) {
            const { client } = who(one.by);
            let answer: RestAnswer<unknown>;
            let expected: number;
            if ('review' in one) {
              const { version } = await world.admin.must<Shown>('GET', path(id));
              const seen = one.isThisVersion ? version : Math.round(version * 10 + 1) / 10;
              const body = { decision: one.review, version: seen, comment: 'Seen.' };
              answer = await client.post(path(id, '/review'), body);
              expected = model.review(one.by, one.review, one.isThisVersion);
            } else if (model.binds) {
              // What changes from then on is a matter of proposals.
              continue;
            } else if ('submit' in one) {
              const isLater = model.state === 'ended';
              answer = await client.patch(path(id), isLater ? [...until(FUTURE), ...set('Active')] : set(one.submit));
              expected = model.submit(one.by, isLater ? 'Active' : one.submit);
            } else if ('refuse' in one) {
              answer = await client.patch(path(id), set('Rejected'));
              expected = model.refuse(one.by);
            } else if ('takeBack' in one) {
              answer = await client.patch(path(id), set('Draft'));
              expected = model.takeBack(one.by);
            } else {
              const value = ++edits % 2 ? [ID] : [ID, EMAIL];
              const guarded = [{ op: 'replace', path: '/schema', value }];
              const free = [{ op: 'add', path: '/description', value: `The ${edits}th.` }];
              const schema = await world.admin.must<{ schema: object[] }>('GET', path(id));
              const isGuarded = one.edit && schema.schema.length !== value.length;
              answer = await client.patch(path(id), isGuarded ? guarded : free);
              expected = model.edit(one.by, isGuarded);
            }
            expect([one, answer.status]).toEqual([one, expected]);
            await expectSame(id, model);
          }
        },
      );
      await assert(runs, { numRuns: RUNS, seed: 182, endOnFailure: true });
    },
    LONGEST_MS,
  );

  async function expectSame(id: string, model: ReviewModel): Promise<void> {
    const shown = await world.admin.must<Shown>('GET', path(id, '?fields=lifecycle'));
    if (model.state === 'ended') expect(shown.lifecycle.state).toBe('ended');
    else expect(shown.entityStatus).toBe(model.state);
    if (model.state !== 'In Review') return;
    const authors = shown.lifecycle.review?.authors.map(({ name }) => name);
    expect(authors?.sort()).toEqual([...model.authors].map((name) => who(name).name).sort());
  }
});
