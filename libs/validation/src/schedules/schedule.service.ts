import { notFound, type Actor } from '@app/common';
import { ContractFinder } from '@app/results';
import { Injectable } from '@nestjs/common';
import { nextTick, readCron } from './cron';
import { ScheduleRepository, type ScheduleDocument } from './schedule.repository';

/** Reads and changes validation schedules of contracts. */
@Injectable()
export class ScheduleService {
  constructor(
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
    const schedule = { ...sent, cron: sent.cron.trim() };
    const cron = readCron(schedule.cron, schedule.timezone);
    const contract = await this.contracts.byId(actor, contractId, 'ValidateContract');
    const next = schedule.enabled ? nextTick(cron, await this.schedules.now()) : null;
    return { schedule, isNew: await this.schedules.put(contract.node, schedule, next, actor.name) };
  }

  /** @throws {AppError} NOT_FOUND if the contract has none */
  async remove(actor: Actor, contractId: string): Promise<void> {
    const contract = await this.contracts.byId(actor, contractId, 'ValidateContract');
    if (!(await this.schedules.remove(contract.node))) throw notFound('schedule', contractId);
  }
}
