import type { Actor } from '@app/common';
import { LocalContracts } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import type { RunAnswer } from './run-answer';
import { RunService } from './run.service';
import type { RunOptions } from './run.service';

/** Validation by asset: its effective contract is judged, and a contract of its own holds the results. */
@Injectable()
export class AssetValidation {
  constructor(
    private readonly locals: LocalContracts,
    private readonly runs: RunService,
  ) {}

  /** @throws {AppError} NOT_FOUND where the asset has no contract, neither its own nor one to inherit; FORBIDDEN */
  async request(actor: Actor, type: string, id: string, options: RunOptions): Promise<RunAnswer> {
    await this.locals.ensure(actor, { type, id }, 'ValidateContract');
    return this.runs.requestByAsset(actor, type, id, options);
  }
}
