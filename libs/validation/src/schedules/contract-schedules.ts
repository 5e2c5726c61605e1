import type { Actor } from '@app/common';
import { ContractFinder } from '@app/results';
import { Schedules, type ScheduleDocument } from '@app/schedules';
import { Injectable } from '@nestjs/common';
import type { Evidence } from '../readings/evidence';
import { VALIDATION } from './validation-ticks';

export interface ContractSchedule extends ScheduleDocument {
  /** Where the evidence of its runs comes from; absent: `auto`. */
  readonly evidence?: Evidence;
}

/** Reads and changes validation schedules of contracts, which are named by id. */
@Injectable()
export class ContractSchedules {
  constructor(
    private readonly contracts: ContractFinder,
    private readonly schedules: Schedules,
  ) {}

  /** @throws {AppError} NOT_FOUND if the contract has none */
  async get(actor: Actor, contract: string): Promise<ContractSchedule> {
    const target = await this.contracts.byId(actor, contract, 'ViewBasic');
    return this.schedules.get({ target, kind: VALIDATION });
  }

  /** @throws {AppError} BAD_REQUEST for what cannot be read */
  async put(
    actor: Actor,
    contract: string,
    { evidence = 'auto', ...times }: ContractSchedule,
  ): Promise<{ readonly schedule: ContractSchedule; readonly isNew: boolean }> {
    const target = await this.contracts.byId(actor, contract, 'ValidateContract');
    return this.schedules.put(actor, { target, kind: VALIDATION }, times, evidence === 'auto' ? {} : { evidence });
  }

  /** @throws {AppError} NOT_FOUND if the contract has none */
  async remove(actor: Actor, contract: string): Promise<void> {
    const target = await this.contracts.byId(actor, contract, 'ValidateContract');
    await this.schedules.remove(actor, { target, kind: VALIDATION });
  }
}
