import { randomUUID } from 'node:crypto';
import { SHIPPED_ROLES, type Principal } from '@app/auth';
import { AuthFixture, makeEntity, makeUser, relate, type Process } from './auth.fixture';

/** Rules of data stewards. */
const STEWARDS = ['DataStewardContracts', 'DataStewardRule', 'DataStewardTests'];

let fixture: AuthFixture;
let one: Process;

beforeAll(async () => {
  fixture = await AuthFixture.open();
  one = await fixture.process();
});
afterAll(() => fixture.close());

function find(name: string, roles: string[] = []): Promise<Principal | undefined> {
  return one.auth.principals.find({ who: { name }, addedRoles: roles, mayAdministrate: true });
}

function ruleNames(principal: Principal | undefined): string[] {
  return (principal?.rules ?? []).map(({ name }) => name).sort();
}

async function policy(ruleName: string, more: object = {}): Promise<string> {
  const rule = { name: ruleName, effect: 'allow', operations: ['EditAll'], resources: ['table'] };
  return makeEntity(one.database, 'policy', `policy-${randomUUID()}`, { rules: [rule], enabled: true, ...more });
}

async function deleteSoftly(node: string): Promise<void> {
  await one.database.query('update entity set deleted_by = node where node = $1', [node]);
}

it('the seeded roles and policies are the shipped ones', async () => {
  const rows = await one.database.query(
    `select r.name, r.id::text, r.body ->> 'description' description, p.details -> 'rules' rules, p.details -> 'enabled' enabled,
            jsonb_build_object('id', p.id, 'name', p.name, 'description', p.body ->> 'description') policy
       from entity r join entity_reference f on f.from_node = r.node and f.relation = 'policies'
       join entity p on p.node = f.to_node and p.type = 'policy'
      where r.type = 'role' order by r.id`,
  );
  expect(rows).toEqual(
    SHIPPED_ROLES.map(({ name, id, description, policy: { ...policy }, operations, furtherRules }) => ({
      ...{ name, id, description, policy, enabled: true },
      rules: [{ name: `${name}Rule`, effect: 'allow', operations, resources: ['All'] }, ...furtherRules],
    })),
  );
});

it('everybody has the rules of a consumer, and those of their roles', async () => {
  const plain = await makeUser(one);
  const steward = await makeUser(one, { role: 'DataSteward' });
  expect(ruleNames(await find(plain.name))).toEqual(['DataConsumerRule']);
  expect(ruleNames(await find(steward.name))).toEqual(['DataConsumerRule', ...STEWARDS]);
  expect(await find(steward.name)).toMatchObject({ id: steward.id, isAdmin: false, ownerIds: new Set([steward.id]) });
});

it('an administrator is who is marked so, or has the role', async () => {
  const [marked, holder] = [await makeUser(one, { isAdmin: true }), await makeUser(one, { role: 'Admin' })];
  expect([(await find(marked.name))?.isAdmin, (await find(holder.name))?.isAdmin]).toEqual([true, true]);
});

it('teams count with their ancestors, in a circle too', async () => {
  const user = await makeUser(one);
  const [team, parent, deleted] = await Promise.all(
    ['team', 'parent', 'deleted'].map((name) => makeEntity(one.database, 'team', `${name}-${randomUUID()}`)),
  );
  const role = await makeEntity(one.database, 'role', `role-${randomUUID()}`);
  await relate(one.database, user.node, 'teams', team!);
  await relate(one.database, user.node, 'teams', deleted!);
  await relate(one.database, team!, 'parents', parent!);
  await relate(one.database, parent!, 'parents', team!);
  await relate(one.database, parent!, 'defaultRoles', role);
  await relate(one.database, role, 'policies', await policy('by role'));
  await relate(one.database, team!, 'policies', await policy('by team'));
  await relate(one.database, deleted!, 'policies', await policy('by deleted team'));
  await deleteSoftly(deleted!);
  const principal = await find(user.name);
  expect(ruleNames(principal)).toEqual(['DataConsumerRule', 'by role', 'by team']);
  const ids = await one.database.query<{ id: string }>('select id::text from entity where node = any ($1)', [
    [team, parent],
  ]);
  expect(principal?.ownerIds).toEqual(new Set([user.id, ...ids.map(({ id }) => id)]));
});

it('the role Admin of a team makes no administrator', async () => {
  const user = await makeUser(one);
  const team = await makeEntity(one.database, 'team', `team-${randomUUID()}`);
  const [admin] = await one.database.query<{ node: string }>(
    `select node from entity where type = 'role' and name = 'Admin'`,
  );
  await relate(one.database, user.node, 'teams', team);
  await relate(one.database, team, 'defaultRoles', admin!.node);
  const principal = await find(user.name);
  expect(principal?.isAdmin).toBe(false);
  expect(ruleNames(principal)).toContain('AdminRule');
  expect(one.auth.accessControl.allows(principal!, 'EditAll', 'user')).toBe(false);
});

it('what is deleted or switched off gives nothing', async () => {
  const user = await makeUser(one);
  const [live, deleted] = await Promise.all(
    ['live', 'deleted'].map((name) => makeEntity(one.database, 'role', `${name}-${randomUUID()}`)),
  );
  await relate(one.database, user.node, 'roles', live!);
  await relate(one.database, user.node, 'roles', deleted!);
  await relate(one.database, live!, 'policies', await policy('switched off', { enabled: false }));
  await relate(one.database, live!, 'policies', await policy('broken', { rules: 'all' }));
  await relate(one.database, deleted!, 'policies', await policy('of a deleted role'));
  await deleteSoftly(deleted!);
  expect(ruleNames(await find(user.name))).toEqual(['DataConsumerRule']);
});

it('names are compared as stored, and the deleted are not there', async () => {
  const user = await makeUser(one, { name: `Mixed-${randomUUID()}` });
  expect(await find(user.name.toLowerCase())).toBeUndefined();
  expect(await find("' or 1=1 --")).toBeUndefined();
  await deleteSoftly(user.node);
  expect(await find(user.name)).toBeUndefined();
});

it('roles that an outside issuer adds count like the user’s own; unknown ones do not', async () => {
  const user = await makeUser(one);
  expect(ruleNames(await find(user.name, ['DataSteward', 'Nothing']))).toEqual(['DataConsumerRule', ...STEWARDS]);
  expect((await find(user.name, ['Admin']))?.isAdmin).toBe(true);
  expect((await find(user.name))?.isAdmin).toBe(false);
});

it('an address finds who has it as a whole, in any case', async () => {
  const user = await makeUser(one);
  const by = (email: string) => one.auth.principals.find({ who: { email }, addedRoles: [], mayAdministrate: true });
  expect((await by(user.email.toUpperCase()))?.id).toBe(user.id);
  expect(await by(`${user.name}@example.net`)).toBeUndefined();
  expect(await by(user.name)).toBeUndefined();
});

it('an issuer that may not speak for administrators makes none, by the user or by a role', async () => {
  const [plain, admin, holder] = [
    await makeUser(one),
    await makeUser(one, { isAdmin: true }),
    await makeUser(one, { role: 'Admin' }),
  ];
  for (const { name } of [plain, admin, holder]) {
    const question = { who: { name }, addedRoles: ['Admin'], mayAdministrate: false };
    const principal = await one.auth.principals.find(question);
    expect([principal?.isAdmin, ruleNames(principal)]).toEqual([false, ['DataConsumerRule']]);
    expect((await one.auth.principals.find({ ...question, mayAdministrate: true }))?.isAdmin).toBe(true);
  }
});
