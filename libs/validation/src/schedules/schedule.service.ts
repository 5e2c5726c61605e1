import { isDeepStrictEqual } from 'node:util';
import { notFound, type Actor } from '@app/common';
import { nextTick, readCron } from '@app/contracts';
import { Database, recordAction, type Transaction } from '@app/database';
import { ContractFinder } from '@app/results';
import { Injectable } from '@nestjs/common';
import { ScheduleRepository, type ScheduleDocument } from './schedule.repository';

/** Reads and changes validation schedules of contracts. */
@Injectable()
export class ScheduleService {
  constructor(
    private readonly database: Database,
    private readonly contracts: ContractFinder,
    private readonly schedules: ScheduleRepository,
  ) {}

  /** @throws {AppError} NOT_FOUND if the contract has none */
  async get(actor: Actor, contractId: string): Promise<ScheduleDocument> {
    const contract = await this.contracts.byId(actor, contractId, 'ViewBasic');
    const schedule = await this.schedules.of(contract.node);
    if (!schedule) throw notFound('schedule', contractId);
    return schedule;
  }

  /** The first tick is the next one from now on, whatever schedule it replaces. @throws {AppError} BAD_REQUEST for what cannot be read */
  async put(
    actor: Actor,
    contractId: string,
    sent: ScheduleDocument,
  ): Promise<{ readonly schedule: ScheduleDocument; readonly isNew: boolean }> {
    const { evidence = 'auto', ...said } = sent;
    const schedule = { ...said, cron: sent.cron.trim(), ...(evidence !== 'auto' && { evidence }) };
    const cron = readCron(schedule.cron, schedule.timezone);
    const contract = await this.contracts.byId(actor, contractId, 'ValidateContract');
    const next = schedule.enabled ? nextTick(cron, await this.database.now()) : null;
    return this.writing(actor, contract.node, async (tx) => {
      const before = await this.schedules.put(tx, contract.node, schedule, next, actor.name);
      if (!isDeepStrictEqual({ ...before }, schedule))
        await record(tx, actor, 'scheduleSet', contract.node, before, schedule);
      return { schedule, isNew: before === undefined };
    });
  }

  /** @throws {AppError} NOT_FOUND if the contract has none */
  async remove(actor: Actor, contractId: string): Promise<void> {
    const contract = await this.contracts.byId(actor, contractId, 'ValidateContract');
    await this.writing(actor, contract.node, async (tx) => {
      const before = await this.schedules.remove(tx, contract.node);
      if (!before) throw notFound('schedule', contractId);
      await record(tx, actor, 'scheduleRemoved', contract.node, before);
    });
  }

  /** One writer after the other, so that each knows what was there before. */
  private writing<T>(actor: Actor, node: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.queuedTransaction([`schedule ${node}`], work, actor.origin);
  }
}

function record(
  tx: Transaction,
  { name }: Actor,
  action: 'scheduleSet' | 'scheduleRemoved',
  contract: string,
  before?: ScheduleDocument,
  after?: ScheduleDocument,
): Promise<void> {
  return recordAction(tx, { action, actor: name, to: { nodes: [contract] }, before, after });
}
