import { LastSeen } from '@app/auth';
import { eventually } from '../../support/eventually';
import { AuthFixture, makeUser, type Process } from './auth.fixture';

let fixture: AuthFixture;
let one: Process;
let two: Process;

beforeAll(async () => {
  fixture = await AuthFixture.open();
  [one, two] = [await fixture.process(), await fixture.process()];
});
afterAll(() => fixture.close());

const user = async (): Promise<string> => (await makeUser(one)).node;
const seenAt = async (node: string): Promise<number | undefined> => {
  const rows = await one.database.query<{ at: string }>('select seen_at::text as at from user_seen where node = $1', [
    node,
  ]);
  return rows[0] && Number(rows[0].at);
};
const age = (node: string, ms: number) =>
  one.database.query('update user_seen set seen_at = seen_at - $2 where node = $1', [node, ms]);
/** Writes go one after the other: when that of a further user is there, the ones before it have ended. */
const written = async ({ app }: Process): Promise<void> => {
  const last = await user();
  app.get(LastSeen).note({ node: last });
  await eventually(() => seenAt(last));
};

describe('when a user was last seen', () => {
  it('is written once in five minutes by one process', async () => {
    const node = await user();
    const lastSeen = one.app.get(LastSeen);
    lastSeen.note({ node });
    await written(one);
    await age(node, 400_000);
    const before = await seenAt(node);
    lastSeen.note({ node });
    await written(one);
    expect(await seenAt(node)).toBe(before);
  });

  it('is written by another process where it is older than that, and not where it is not', async () => {
    const node = await user();
    one.app.get(LastSeen).note({ node });
    await written(one);
    await age(node, 200_000);
    const before = (await seenAt(node))!;
    two.app.get(LastSeen).note({ node });
    await written(two);
    expect(await seenAt(node)).toBe(before);
    await age(node, 200_000);
    const third = await fixture.process();
    third.app.get(LastSeen).note({ node });
    await written(third);
    expect(await seenAt(node)).toBeGreaterThan(before);
  });

  it('goes with the user, and a user that is gone fails no other', async () => {
    const [gone, there] = [await user(), await user()];
    const lastSeen = (await fixture.process()).app.get(LastSeen);
    await one.database.query('delete from entity where node = $1', [gone]);
    lastSeen.note({ node: gone });
    lastSeen.note({ node: there });
    await eventually(() => seenAt(there));
    expect(await seenAt(gone)).toBeUndefined();
    await one.database.query('delete from entity where node = $1', [there]);
    expect(await seenAt(there)).toBeUndefined();
  });

  it('fails no request where it cannot be written', async () => {
    const fails = jest.fn(() => Promise.reject(new Error('the database is away')));
    const broken = new LastSeen({ executeAside: fails } as never);
    broken.note({ node: '1' });
    await eventually(() => fails.mock.calls.length);
    broken.note({ node: '2' });
    await eventually(() => fails.mock.calls.length === 2);
  });
});
