import type { Principal } from './principal';
import { Principals } from './principals';

const ANNS = { who: { name: 'ann' }, addedRoles: [], mayAdministrate: true };
const ANN = { id: '1', name: 'ann' } as Principal;

describe('Principals', () => {
  let now = 0;
  let asked: string[];
  let answer: () => Promise<Principal | undefined>;
  const make = (): Principals =>
    new Principals({ find: (question) => (asked.push(JSON.stringify(question)), answer()) }, () => now);

  beforeEach(() => {
    now = 1_000_000;
    asked = [];
    answer = async () => ANN;
  });

  it('asks once in ten seconds, however many come at once', async () => {
    const principals = make();
    await Promise.all([principals.find(ANNS), principals.find(ANNS)]);
    now += 9_999;
    expect(await principals.find(ANNS)).toBe(ANN);
    expect(asked).toHaveLength(1);
    now += 1;
    await principals.find(ANNS);
    expect(asked).toHaveLength(2);
  });

  it('tells apart who brings other roles, may not administrate, or is found by an address', async () => {
    const principals = make();
    await principals.find(ANNS);
    await principals.find({ ...ANNS, addedRoles: ['Bot'] });
    await principals.find({ ...ANNS, mayAdministrate: false });
    await principals.find({ ...ANNS, who: { email: 'ann' } });
    expect(new Set(asked).size).toBe(4);
  });

  it('remembers neither who is not there nor a failure', async () => {
    const principals = make();
    answer = async () => undefined;
    expect(await principals.find(ANNS)).toBeUndefined();
    answer = () => Promise.reject(new Error('away'));
    await expect(principals.find(ANNS)).rejects.toThrow('away');
    answer = async () => ANN;
    expect(await principals.find(ANNS)).toBe(ANN);
    expect(asked).toHaveLength(3);
  });

  it('forgets when it is told to', async () => {
    const principals = make();
    await principals.find(ANNS);
    principals.forget();
    await principals.find(ANNS);
    expect(asked).toHaveLength(2);
  });
});
