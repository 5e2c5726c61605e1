import type { Actor } from '@app/common';
import { ChangeControl, type CompatibilityMode, type CompatibilityVerdict, type ProposalOptions } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { ConcernedConsumers } from './concerned-consumers';
import { brokenColumns, type ConcernedConsumer } from './contract-consumer';

/** The outcome of a check of a proposed document; `consumers` are absent where nothing that they rely on breaks. */
export type CheckedChange = CompatibilityVerdict & { readonly consumers?: readonly ConcernedConsumer[] };

/** Checks proposed documents of contracts, and whom what they break concerns. */
@Injectable()
export class ChangeCheck {
  constructor(
    private readonly changes: ChangeControl,
    private readonly consumers: ConcernedConsumers,
  ) {}

  /** @throws {AppError} as a PUT of the document */
  async check(
    actor: Actor,
    id: string,
    document: unknown,
    mode: CompatibilityMode,
    options: ProposalOptions = {},
  ): Promise<CheckedChange> {
    const verdict = await this.changes.check(actor, id, document, mode, options);
    if (verdict.compatible) return verdict;
    const consumers = await this.consumers.of(actor, id, brokenColumns(verdict.changes));
    return { ...verdict, ...(consumers.length > 0 && { consumers }) };
  }
}
