import { randomUUID } from 'node:crypto';
import { Principals } from '@app/auth';
import { RightsReader } from '../../../libs/auth/src/principal/rights-reader';
import { AuthFixture, makeEntity, makeUser, relate, type Process } from './auth.fixture';

let fixture: AuthFixture;
let one: Process;
let two: Process;

beforeAll(async () => {
  fixture = await AuthFixture.open();
  [one, two] = [await fixture.process(), await fixture.process()];
});
afterAll(() => fixture.close());

const version = (): Promise<string> => two.app.get(RightsReader).version();

/** How often the version differs after one of the statements, by index of the statement. */
async function renewedBy(...statements: readonly [text: string, ...values: unknown[]][]): Promise<boolean[]> {
  const renewed: boolean[] = [];
  for (const [text, ...values] of statements) {
    const before = await version();
    await one.database.query(text, values);
    renewed.push((await version()) !== before);
  }
  return renewed;
}

const of = async (type: string): Promise<string> => makeEntity(one.database, type, `${type}-${randomUUID()}`);

describe('the version of rights', () => {
  it.each(['user', 'team', 'role', 'policy'])('is renewed by what changes a %s', async (type) => {
    const node = await of(type);
    expect(
      await renewedBy(
        [`update entity set details = '{"rules": []}' where node = $1`, node],
        [`update entity set body = '{"isAdmin": true}' where node = $1`, node],
        [`update entity set name = name || 'x' where node = $1`, node],
        [`update entity set deleted_by = node where node = $1`, node],
        [`update entity set deleted_by = null where node = $1`, node],
        ['delete from entity where node = $1', node],
      ),
    ).toEqual([true, true, true, true, true, true]);
  });

  it.each(['teams', 'parents', 'roles', 'defaultRoles', 'policies'])('is renewed by the relation %s', async (name) => {
    const [from, to, other] = [await of('team'), await of('team'), await of('team')];
    expect(
      await renewedBy(
        [`insert into entity_reference values ($1, $2, $3, 0)`, from, name, to],
        [`update entity_reference set to_node = $3 where from_node = $1 and relation = $2`, from, name, other],
        [`delete from entity_reference where from_node = $1`, from],
      ),
    ).toEqual([true, true, true]);
    await relate(one.database, from, name, to);
    expect(await renewedBy(['delete from entity where node = $1', to])).toEqual([true]);
  });

  it('is renewed by a new role, which a token may name', async () => {
    const before = await version();
    await of('role');
    expect(await version()).not.toBe(before);
  });

  it('stays where rights do', async () => {
    const [table, user] = [await of('table'), await of('user')];
    const before = await version();
    await makeUser(one);
    expect(
      await renewedBy(
        [`update entity set body = '{"description": "x"}', details = '{"a": 1}' where node = $1`, table],
        [`insert into entity_reference values ($1, 'owners', $2, 0)`, table, user],
        [`update entity set deleted_by = node where node = $1`, table],
        ['delete from entity where node = $1', table],
        [`update entity set updated_at = updated_at + 1, version = version + 1 where node = $1`, user],
      ),
    ).toEqual([false, false, false, false, false]);
    expect(await version()).toBe(before);
  });

  it('is renewed once by a transaction, when it is committed, and not by one that is rolled back', async () => {
    const roles = [await of('role'), await of('role')];
    const change = `update entity set body = body || jsonb_build_object('n', random()) where node = any ($1)`;
    const before = await version();
    await one.database.transaction(async (tx) => {
      await tx.query(change, [roles]);
      await tx.query(change, [roles]);
      expect(await version()).toBe(before);
    });
    const after = await version();
    expect(after).not.toBe(before);
    const undone = new Error('undone');
    const rolledBack = one.database.transaction(async (tx) => {
      await tx.query(change, [roles]);
      throw undone;
    });
    await expect(rolledBack).rejects.toBe(undone);
    expect(await version()).toBe(after);
  });

  it('makes no writers of rights fail or wait for each other but at their commits', async () => {
    const roles = await Promise.all(Array.from({ length: 8 }, () => of('role')));
    const change = `update entity set body = body || jsonb_build_object('n', random()) where node = $1`;
    let inside = 0;
    let most = 0;
    await Promise.all(
      roles.map((role, at) =>
        (at % 2 ? one : two).database.transaction(async (tx) => {
          await tx.query(change, [role]);
          most = Math.max(most, ++inside);
          await tx.query('select pg_sleep(0.05)');
          inside--;
        }),
      ),
    );
    expect(most).toBeGreaterThan(2);
    const { repeated } = one.database.transactions;
    expect(repeated).toBe(0);
  });
});

describe('a principal', () => {
  it('has on every process what was committed before it was asked for', async () => {
    const user = await makeUser(one);
    const rulesOn = async (process: Process): Promise<string[]> => {
      const question = { who: { name: user.name }, addedRoles: [], mayAdministrate: true };
      return ((await process.app.get(Principals).find(question))?.rules ?? []).map(({ name }) => name).sort();
    };
    const steward = `(select node from entity where type = 'role' and name = 'DataSteward')`;
    for (let round = 0; round < 50; round++) {
      await one.database.query(`insert into entity_reference values ($1, 'roles', ${steward}, 0)`, [user.node]);
      expect(await rulesOn(two)).toContain('DataStewardRule');
      await two.database.query('delete from entity_reference where from_node = $1', [user.node]);
      expect(await rulesOn(one)).toEqual(['DataConsumerRule']);
    }
  });
});
