import { ContractWorld, unique, type Contract } from '../contracts/contract-world';
import type { RestClient } from '../../support/rest-client';
import type { RunningService } from '../../support/running-service';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly client: RestClient;
  readonly ref: { readonly type: string; readonly id: string };
}

/** Contracts and people with rights of their own. */
export class GovernanceWorld {
  private constructor(readonly contracts: ContractWorld) {}

  static async shared(): Promise<GovernanceWorld> {
    return new GovernanceWorld(await ContractWorld.shared());
  }

  static async on(service: RunningService): Promise<GovernanceWorld> {
    return new GovernanceWorld(await ContractWorld.on(service));
  }

  get admin(): RestClient {
    return this.contracts.client;
  }

  async person(role = 'DataConsumer'): Promise<Person> {
    const name = unique('person');
    const client = await this.contracts.service.client(name, role);
    const { id } = await this.admin.must<{ id: string }>('GET', `/users/name/${name}`);
    return { id, name, client, ref: { type: 'user', id } };
  }

  /** With a role that allows nothing but these operations on contracts, beside what everybody may. */
  async personWho(operations: readonly string[], more: object = {}): Promise<Person> {
    const [policy, role] = [unique('policy'), unique('role')];
    const rules = [{ name: 'r', effect: 'allow', resources: ['dataContract'], operations, ...more }];
    await this.admin.must('POST', '/policies', { name: policy, rules });
    await this.admin.must('POST', '/roles', { name: role, policies: [policy] });
    return this.person(role);
  }

  team(members: readonly Person[]): Promise<{ id: string; name: string }> {
    return this.admin.must('POST', '/teams', {
      ...{ name: unique('team'), teamType: 'Group', users: members.map(({ id }) => id) },
    });
  }

  /** A contract of a table with id, email and note; with the rows of `more`. */
  contract(more: object = {}): Promise<Contract> {
    const schema = [
      { name: 'id', dataType: 'BIGINT' },
      { name: 'email', dataType: 'VARCHAR', dataLength: 320 },
    ];
    return this.contracts.contract({ entityStatus: 'Active', schema, ...more });
  }
}
