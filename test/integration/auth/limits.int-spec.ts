import type { AppError } from '@app/common';
import { AuthFixture, base64, requestFrom, HERE, makeUser, PASSWORD, type Process } from './auth.fixture';

let fixture: AuthFixture;
let one: Process;

beforeAll(async () => {
  fixture = await AuthFixture.open();
  one = await fixture.process();
});
afterAll(() => fixture.close());

let nextAddress = 0;
/** Every test guesses from addresses of its own. */
function address(): string {
  nextAddress++;
  return `10.0.${nextAddress >> 8}.${nextAddress & 255}`;
}

async function outcome(email: string, password: string, from: string, process = one): Promise<AppError | 'in'> {
  return process.auth.logins.login({ email, password: base64(password) }, undefined, requestFrom(from)).then(
    () => 'in' as const,
    (error: AppError) => error,
  );
}

async function codes(count: number, ask: (i: number) => Promise<AppError | 'in'>): Promise<string[]> {
  const all: string[] = [];
  for (let i = 0; i < count; i++) all.push(await ask(i).then((each) => (each === 'in' ? each : each.code)));
  return all;
}

/** Failures that the database holds, without the time that hashing them takes. */
async function fail(account: string, from: string, count: number, ago = '0 seconds'): Promise<void> {
  await one.database.query(
    `insert into login_failure (account, address, at)
     select $1, $2, clock_timestamp() - $4::interval from generate_series(1, $3::int)`,
    [account, from, count, ago],
  );
}

const WRONG = 'UNAUTHORIZED';
const TOO_MANY = 'TOO_MANY_REQUESTS';

describe('wrong passwords', () => {
  it('five from one address: then not even the right one, from there', async () => {
    const { email } = await makeUser(one);
    const [here, there] = [address(), address()];
    expect(await codes(6, () => outcome(email, 'wrong horse', here))).toEqual([...Array(5).fill(WRONG), TOO_MANY]);
    const refused = (await outcome(email, PASSWORD, here)) as AppError;
    expect(refused.code).toBe(TOO_MANY);
    expect(refused.retryAfter).toBeGreaterThan(14 * 60);
    expect(refused.retryAfter).toBeLessThanOrEqual(15 * 60);
    expect(await outcome(email, PASSWORD, there)).toBe('in');
  });

  it('count in every process and after a restart', async () => {
    const { email } = await makeUser(one);
    const here = address();
    const two = await fixture.process();
    await codes(3, () => outcome(email, 'wrong horse', here));
    await codes(2, () => outcome(email, 'wrong horse', here, two));
    const restarted = await fixture.process();
    expect(((await outcome(email, PASSWORD, here, restarted)) as AppError).code).toBe(TOO_MANY);
  });

  it('cannot be tried at once to get round the count', async () => {
    const { email, id } = await makeUser(one);
    const here = address();
    const two = await fixture.process();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) => outcome(email, `wrong horse ${i}`, here, i % 2 ? one : two)),
    );
    expect(all.filter((each) => each !== 'in' && each.code === WRONG)).toHaveLength(5);
    const rows = await one.database.query('select 1 from login_failure where account = $1', [id]);
    expect(rows).toHaveLength(5);
  });

  it('are forgotten after a success, and after fifteen minutes', async () => {
    const [first, second] = [await makeUser(one), await makeUser(one)];
    const here = address();
    await codes(4, () => outcome(first.email, 'wrong horse', here));
    expect(await outcome(first.email, PASSWORD, here)).toBe('in');
    expect(await codes(5, () => outcome(first.email, 'wrong horse', here))).toEqual(Array(5).fill(WRONG));
    await fail(second.id, here, 5, '15 minutes 1 second');
    expect(await outcome(second.email, PASSWORD, here)).toBe('in');
  });

  it('of an unknown account count as well, whatever the case', async () => {
    const here = address();
    const names = ['Nobody@example.org', 'nobody@example.org'];
    const got = await codes(6, (i) => outcome(names[i % 2]!, PASSWORD, here));
    expect(got).toEqual([...Array(5).fill(WRONG), TOO_MANY]);
  });

  it('the right one twenty times at once is no wrong one', async () => {
    const { email } = await makeUser(one);
    const here = address();
    const all = await Promise.all(Array.from({ length: 20 }, () => outcome(email, PASSWORD, here)));
    expect(all).toEqual(Array(20).fill('in'));
  });
});

describe('from many places', () => {
  it('fifty for an account: nobody gets in from anywhere', async () => {
    const { email, id } = await makeUser(one);
    for (let i = 0; i < 12; i++) await fail(id, address(), 4);
    expect(await codes(3, () => outcome(email, 'wrong horse', address()))).toEqual([WRONG, WRONG, TOO_MANY]);
    expect(((await outcome(email, PASSWORD, address())) as AppError).code).toBe(TOO_MANY);
  });

  it('the last of the fifty is one, though many guess at once in several processes', async () => {
    const { email, id } = await makeUser(one);
    const processes = [one, await fixture.process(), await fixture.process(), await fixture.process()];
    for (let i = 0; i < 49; i++) await fail(id, address(), 1);
    const all = await Promise.all(
      processes.flatMap((each) => [1, 2].map(() => outcome(email, 'wrong horse', address(), each))),
    );
    expect(all.filter((each) => each !== 'in' && each.code === WRONG)).toHaveLength(1);
  });

  it('on many accounts from one address are slowed down, also in several processes; the right ones get in', async () => {
    const [failed, other] = [await makeUser(one), await makeUser(one)];
    const here = address();
    for (let i = 0; i < 12; i++) await fail(`account ${i}`, here, 5);
    const began = Date.now();
    const after = async (email: string, password: string, process = one): Promise<[string, number]> => {
      const got = await outcome(email, password, here, process);
      return [got === 'in' ? got : got.code, Date.now() - began];
    };
    const second = await fixture.process();
    // From the 61st on, one a second, whoever is asked.
    const all = await Promise.all([
      after('nobody-1@example.org', 'wrong horse'),
      after('nobody-2@example.org', 'wrong horse', second),
      after(failed.email, 'wrong horse', second),
      after(other.email, PASSWORD),
    ]);
    expect(all.map(([code]) => code)).toEqual([WRONG, WRONG, WRONG, 'in']);
    const times = all.map(([, ms]) => ms).sort((a, b) => a - b);
    for (const [at, ms] of times.entries()) expect(ms).toBeGreaterThanOrEqual((at + 1) * 1_000);
    // Nobody is refused for a wrong one of the own.
    expect((await after(failed.email, PASSWORD))[0]).toBe('in');
    // A further one from here would wait for more than five seconds; other addresses do not.
    for (let i = 0; i < 6; i++) await fail(`further account ${i}`, here, 60);
    const elsewhere = Date.now();
    expect(await outcome(other.email, PASSWORD, address())).toBe('in');
    expect(Date.now() - elsewhere).toBeLessThan(5_000);
    await one.database.query(`update login_failure set at = at - interval '16 minutes' where address = $1`, [here]);
    const free = Date.now();
    expect(await outcome(other.email, PASSWORD, here)).toBe('in');
    expect(Date.now() - free).toBeLessThan(5_000);
  });

  it('on many accounts are slower the more there are, and none waits longer than a minute', async () => {
    const { email } = await makeUser(one);
    const here = address();
    for (let i = 0; i < 6; i++) await fail(`account ${i}`, here, 60, '10 minutes');
    await fail('account', here, 60);
    const began = Date.now();
    expect(await outcome(email, PASSWORD, here)).toBe('in');
    expect(Date.now() - began).toBeGreaterThanOrEqual(5_000);
    await fail('account', here, 1, '-58 seconds');
    const refused = (await outcome(email, PASSWORD, here)) as AppError;
    expect([refused.code, refused.retryAfter]).toEqual([TOO_MANY, expect.closeTo(62, -1)]);
  });
});

it('old failures do not pile up', async () => {
  await fail('long ago', HERE, 15, '2 hours');
  await outcome('nobody-else@example.org', PASSWORD, address());
  expect(await one.database.query(`select 1 from login_failure where account = 'long ago'`)).toHaveLength(0);
});
