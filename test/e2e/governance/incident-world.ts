import { unique, type Asset, type Contract } from '../contracts/contract-world';
import { GovernanceWorld, type Person } from './people';
import type { RestAnswer } from '../../support/rest-client';

export interface Incident {
  readonly id: string;
  readonly contract: { readonly id: string };
  readonly status: string;
  readonly openedAt: number;
  readonly failures: number;
  readonly goodRuns: number;
  readonly affected: number;
  readonly comments: number;
  readonly assignee?: { readonly id: string; readonly name: string };
  readonly cause?: { readonly contract: { readonly id: string }; readonly incident: string; readonly hops: number };
  readonly resolution?: string;
  readonly resolvedAt?: number;
  readonly lastResult?: { readonly timestamp: number; readonly status: string };
  readonly [property: string]: unknown;
}

/** 2025-01-01. */
export const START = 1_735_689_600_000;
export const MINUTE = 60_000;

/** Contracts whose failing results open incidents. */
export class IncidentWorld {
  private constructor(readonly people: GovernanceWorld) {}

  static async shared(): Promise<IncidentWorld> {
    return new IncidentWorld(await GovernanceWorld.shared());
  }

  get admin(): GovernanceWorld['admin'] {
    return this.people.admin;
  }

  /** @param rules the section incidents of its policy */
  async watched(rules: object = {}, more: object = {}): Promise<Contract> {
    const contract = await this.people.contract(more);
    const scope = { type: 'dataContract', id: contract.id };
    await this.admin.must('PUT', '/dataContracts/policies', {
      scope,
      incidents: { open: true, assign: 'none', ...rules },
    });
    return contract;
  }

  /** @param minute behind START */
  push({ id }: Contract, minute: number, contractExecutionStatus: string): Promise<RestAnswer> {
    return this.admin.put(`/dataContracts/${id}/results`, {
      timestamp: START + minute * MINUTE,
      contractExecutionStatus,
    });
  }

  async list({ id }: Contract, query = 'status=all', by = this.admin): Promise<Incident[]> {
    const path = `/dataContracts/incidents?contract=${id}&limit=100&${query}`;
    return (await by.must<{ data: Incident[] }>('GET', path)).data;
  }

  /** The incident that a failing result opens. */
  async broken(contract: Contract, minute = 0): Promise<Incident> {
    await this.push(contract, minute, 'Failed');
    return (await this.list(contract, 'status=open'))[0]!;
  }

  act(
    { id }: Pick<Incident, 'id'>,
    action: object,
    by: Pick<Person, 'client'> = { client: this.admin },
  ): Promise<RestAnswer> {
    return by.client.post(`/dataContracts/incidents/${id}/actions`, action);
  }

  /** Makes the asset of one contract out of that of another one. */
  async feeds(from: Contract, to: Contract): Promise<void> {
    const edge = { fromEntity: named(from.entity), toEntity: named(to.entity) };
    await this.admin.must('PUT', '/lineage', { edge });
  }

  async domain(assets: readonly Pick<Asset, 'id'>[]): Promise<{ id: string; fullyQualifiedName: string }> {
    const body = { name: unique('domain'), domainType: 'Aggregate', description: 'Sales' };
    const domain = await this.admin.must<{ id: string; fullyQualifiedName: string }>('POST', '/domains', body);
    const value = [{ type: 'domain', id: domain.id }];
    for (const { id } of assets) await this.admin.patch(`/tables/${id}`, [{ op: 'add', path: '/domains', value }]);
    return domain;
  }
}

const named = ({ id, type }: Contract['entity']) => ({ id, type });
