import { isDeepStrictEqual } from 'node:util';
import { forbidden, invalidFields, notFound, type Actor, type Operation } from '@app/common';
import { Database, recordAction, type Transaction } from '@app/database';
import { ContractFinder } from '@app/results';
import { Injectable } from '@nestjs/common';
import type { Attainment } from './attainment/attainment';
import type { Objective } from './document/objective';
import { ObjectiveRepository, type FoundWithObjectives } from './document/objective.repository';
import { AttainmentReader } from './evidence/attainment-reader';

/** The objectives of a contract as they are sent and shown. */
export interface Objectives {
  readonly objectives: readonly Objective[];
}

/** How far ahead of the database's clock a moment may be that is asked for, in ms. */
const CLOCKS_APART_MS = 5 * 60_000;

const WRITE = 'ValidateContract';

/** Objectives of one contract, and what they came to. */
@Injectable()
export class ObjectiveService {
  constructor(
    private readonly database: Database,
    private readonly contracts: ContractFinder,
    private readonly repository: ObjectiveRepository,
    private readonly attainments: AttainmentReader,
  ) {}

  /** @throws {AppError} NOT_FOUND if the contract has none */
  async get(actor: Actor, contractId: string): Promise<Objectives> {
    const { objectives } = await this.found(actor, contractId, 'ViewBasic');
    return { objectives };
  }

  /** @throws {AppError} BAD_REQUEST for an objective on freshness that says not within what time, where the contract does not either */
  async put(
    actor: Actor,
    contractId: string,
    { objectives }: Objectives,
  ): Promise<{ readonly stored: Objectives; readonly isNew: boolean }> {
    const contract = await this.contract(actor, contractId, WRITE);
    requirePerson(actor, contract);
    requireTerms(contract, objectives);
    return this.writing(actor, contract.node, async (tx) => {
      const { isThere, before } = await this.repository.put(tx, contract.node, objectives, actor.name);
      if (!isThere) throw notFound('dataContract', contractId);
      if (!isDeepStrictEqual(before, JSON.parse(JSON.stringify(objectives))))
        await record(tx, actor, 'objectivesSet', contract.node, before, objectives);
      return { stored: { objectives }, isNew: before === undefined };
    });
  }

  /** The objectives that were removed. @throws {AppError} NOT_FOUND if the contract has none */
  async remove(actor: Actor, contractId: string): Promise<Objectives> {
    const contract = await this.contract(actor, contractId, WRITE);
    requirePerson(actor, contract);
    return this.writing(actor, contract.node, async (tx) => {
      const objectives = await this.repository.remove(tx, contract.node);
      if (!objectives) throw notFound('objectives', contractId);
      await record(tx, actor, 'objectivesRemoved', contract.node, objectives);
      return { objectives };
    });
  }

  /**
   * Attainment of the objectives. Results and observations dated at that moment, or later, are not looked at.
   *
   * @param at epoch ms; the present moment without it
   * @throws {AppError} NOT_FOUND if the contract has none; BAD_REQUEST for a moment that is still to come
   */
  async attainment(
    actor: Actor,
    contractId: string,
    asked?: number,
  ): Promise<{ readonly at: number; readonly objectives: readonly Attainment[] }> {
    const { now, objectives, ...contract } = await this.found(actor, contractId, 'ViewBasic');
    const at = asked ?? now;
    if (at > now + CLOCKS_APART_MS) {
      const message = `must not be more than 5 minutes ahead of the present moment, ${now}; got ${at}`;
      throw invalidFields([{ field: 'at', message }]);
    }
    const judged = { ...contract, objectives: objectives.map((objective) => ({ objective, at })) };
    const [attained] = await this.attainments.of([judged]);
    return { at, objectives: attained! };
  }

  private contract(actor: Actor, id: string, operation: Operation): Promise<FoundWithObjectives> {
    return this.contracts.byIdWithin(actor, id, operation, (columns) => this.repository.find(id, columns));
  }

  private async found(actor: Actor, id: string, operation: Operation): Promise<FoundWithObjectives & Objectives> {
    const contract = await this.contract(actor, id, operation);
    const { objectives } = contract;
    if (!objectives) throw notFound('objectives', id);
    return { ...contract, objectives };
  }

  /** One writer after the other, so that each knows what was there before. */
  private writing<T>(actor: Actor, node: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.queuedTransaction([`objectives ${node}`], work, actor.origin);
  }
}

/** Leaves to people what a contract aims at. @throws {AppError} FORBIDDEN for a bot */
function requirePerson(actor: Actor, { id }: FoundWithObjectives): void {
  if (actor.isBot) throw forbidden(actor, [WRITE], 'dataContract', id);
}

function requireTerms({ refreshFrequency }: FoundWithObjectives, objectives: readonly Objective[]): void {
  const faults = objectives.flatMap(({ on, within }, at) => {
    if (on !== 'freshness' || within !== undefined || refreshFrequency) return [];
    const message =
      'is required: the contract has no sla.refreshFrequency; it must be an ISO 8601 duration such as PT24H';
    return [{ field: `objectives[${at}].within`, message }];
  });
  if (faults.length > 0) throw invalidFields(faults);
}

function record(
  tx: Transaction,
  { name }: Actor,
  action: 'objectivesSet' | 'objectivesRemoved',
  contract: string,
  before?: readonly Objective[],
  after?: readonly Objective[],
): Promise<void> {
  const shown = (objectives?: readonly Objective[]) => objectives && { objectives };
  return recordAction(tx, {
    action,
    actor: name,
    to: { nodes: [contract] },
    before: shown(before),
    after: shown(after),
  });
}
