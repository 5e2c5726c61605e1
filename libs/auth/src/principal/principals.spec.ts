import { setImmediate as settled } from 'node:timers/promises';
import { CacheMemory } from '@app/common';
import type { Principal } from './principal';
import type { PrincipalRepository, VersionedPrincipal } from './principal.repository';
import { Principals } from './principals';
import type { RightsReader } from './rights-reader';

const ANNS = { who: { name: 'ann' }, addedRoles: [], mayAdministrate: true };
const ANN = { id: '1', name: 'ann', ownerIds: new Set(['1']), rules: [] } as unknown as Principal;

describe('Principals', () => {
  let version: string;
  let asked: string[];
  let answer: () => Promise<VersionedPrincipal | undefined>;
  let principals: Principals;

  const foundAt = (as: string): VersionedPrincipal => ({ version: as, principal: { ...ANN, name: as } });

  beforeEach(() => {
    version = 'v1';
    asked = [];
    answer = async () => foundAt(version);
    const find: PrincipalRepository['find'] = (question) => (asked.push(JSON.stringify(question)), answer());
    principals = new Principals(
      { find } as PrincipalRepository,
      { version: async () => version } as unknown as RightsReader,
      new CacheMemory(1_000_000),
    );
  });

  it('reads a principal once for a version of the rights, however many ask at once', async () => {
    const [one, two] = await Promise.all([principals.find(ANNS), principals.find(ANNS)]);
    expect(await principals.find(ANNS)).toBe(one);
    expect([two, asked.length]).toEqual([one, 1]);
  });

  it('reads it anew where the version is another one', async () => {
    await principals.find(ANNS);
    version = 'v2';
    expect((await principals.find(ANNS))?.name).toBe('v2');
    expect((await principals.find(ANNS))?.name).toBe('v2');
    expect(asked).toHaveLength(2);
  });

  it('caches it with the version that was read with it, not with the one that was asked for before', async () => {
    answer = async () => foundAt('v2');
    await principals.find(ANNS);
    version = 'v2';
    await principals.find(ANNS);
    expect(asked).toHaveLength(1);
    version = 'v1';
    await principals.find(ANNS);
    expect(asked).toHaveLength(2);
  });

  it('does not give a read that began before a change to who asks after it', async () => {
    let finish = (_: VersionedPrincipal): void => undefined;
    answer = () => new Promise((resolve) => (finish = resolve));
    const before = principals.find(ANNS);
    await settled();
    const finishFirst = finish;
    version = 'v2';
    const after = principals.find(ANNS);
    await settled();
    finish(foundAt('v2'));
    finishFirst(foundAt('v1'));
    expect([(await before)?.name, (await after)?.name]).toEqual(['v1', 'v2']);
    expect((await principals.find(ANNS))?.name).toBe('v2');
    expect(asked).toHaveLength(2);
  });

  it('tells apart who brings other roles, may not administrate, or is found by an address', async () => {
    await principals.find(ANNS);
    await principals.find({ ...ANNS, addedRoles: ['Bot'] });
    await principals.find({ ...ANNS, mayAdministrate: false });
    await principals.find({ ...ANNS, who: { email: 'ann' } });
    expect(new Set(asked).size).toBe(4);
  });

  it('caches neither who is not there nor a failure', async () => {
    answer = async () => undefined;
    expect(await principals.find(ANNS)).toBeUndefined();
    answer = () => Promise.reject(new Error('away'));
    await expect(principals.find(ANNS)).rejects.toThrow('away');
    answer = async () => foundAt('v1');
    expect((await principals.find(ANNS))?.name).toBe('v1');
    expect(asked).toHaveLength(3);
  });
});
