import type { Principal } from './principal';
import { Principals } from './principals';

const ANN = { id: '1', name: 'ann' } as Principal;

describe('Principals', () => {
  let now = 0;
  let asked: string[];
  let answer: () => Promise<Principal | undefined>;
  const make = (): Principals =>
    new Principals({ findByName: (name, roles) => (asked.push([name, ...roles].join()), answer()) }, () => now);

  beforeEach(() => {
    now = 1_000_000;
    asked = [];
    answer = async () => ANN;
  });

  it('asks once in ten seconds, however many come at once', async () => {
    const principals = make();
    await Promise.all([principals.find('ann', []), principals.find('ann', [])]);
    now += 9_999;
    expect(await principals.find('ann', [])).toBe(ANN);
    expect(asked).toEqual(['ann']);
    now += 1;
    await principals.find('ann', []);
    expect(asked).toEqual(['ann', 'ann']);
  });

  it('tells apart who brings other roles', async () => {
    const principals = make();
    await principals.find('ann', []);
    await principals.find('ann', ['Bot']);
    expect(asked).toEqual(['ann', 'ann,Bot']);
  });

  it('remembers neither who is not there nor a failure', async () => {
    const principals = make();
    answer = async () => undefined;
    expect(await principals.find('ann', [])).toBeUndefined();
    answer = () => Promise.reject(new Error('away'));
    await expect(principals.find('ann', [])).rejects.toThrow('away');
    answer = async () => ANN;
    expect(await principals.find('ann', [])).toBe(ANN);
    expect(asked).toHaveLength(3);
  });

  it('forgets when it is told to', async () => {
    const principals = make();
    await principals.find('ann', []);
    principals.forget();
    await principals.find('ann', []);
    expect(asked).toHaveLength(2);
  });
});
