import { randomBytes } from 'node:crypto';
import type { Seen } from './reads';
import type { RightsApi } from './rights-api';

export const unique = (prefix: string): string => `${prefix}_${randomBytes(6).toString('hex')}`;

/** Makes what changes of rights are about. */
export class RightsWorld {
  constructor(protected readonly api: RightsApi) {}

  async policy(one: object): Promise<string> {
    return (await this.api.must('POST', '/policies', { name: unique('policy'), rules: [one] })).id;
  }

  async role(policy: string): Promise<string> {
    const { fullyQualifiedName } = await this.api.must<{ fullyQualifiedName: string }>('GET', `/policies/${policy}`);
    return (await this.api.must('POST', '/roles', { name: unique('role'), policies: [fullyQualifiedName] })).id;
  }

  async team(more: object): Promise<string> {
    return (await this.api.must('POST', '/teams', { name: unique('team'), teamType: 'Department', ...more })).id;
  }

  user(more: object): Promise<{ id: string; name: string }> {
    return userOf(this.api, more);
  }

  tokenOf(name: string): Promise<string> {
    return tokenOf(this.api, name);
  }

  async userWith(more: object): Promise<string> {
    return this.tokenOf((await this.user(more)).name);
  }
}

export async function userOf(api: RightsApi, more: object): Promise<{ id: string; name: string }> {
  const name = unique('user');
  const { id } = await api.must('POST', '/users', { name, email: `${name}@example.com`, ...more });
  return { id, name };
}

export async function tokenOf(api: RightsApi, name: string): Promise<string> {
  const order = { JWTTokenExpiry: '7', tokenName: unique('token') };
  return (await api.must<{ jwtToken: string }>('PUT', `/users/security/token?username=${name}`, order)).jwtToken;
}

/** An asset below a new service. @param collections from what stands right below the service down to the asset */
export async function assetIn(api: RightsApi, kind: string, collections: readonly string[]): Promise<Seen> {
  const name = unique('svc');
  let fqn = name;
  let id = '';
  await api.must('POST', `/services/${kind}Services`, {
    name,
    serviceType: kind === 'database' ? 'Postgres' : 'Kafka',
  });
  const parents = ['service', 'database', 'databaseSchema'];
  for (const [depth, collection] of collections.entries()) {
    const own = unique('part');
    const more = collection === 'tables' ? { columns: [{ name: 'a', dataType: 'INT' }] } : {};
    const partitions = collection === 'topics' ? { partitions: 1 } : {};
    ({ id } = await api.must('POST', `/${collection}`, {
      name: own,
      [parents[depth] ?? '']: fqn,
      ...more,
      ...partitions,
    }));
    fqn += `.${own}`;
  }
  return { id, fqn, name: fqn.split('.').at(-1) ?? '' };
}
