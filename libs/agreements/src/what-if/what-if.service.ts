import type { EntityDocument } from '@app/catalog';
import { type Actor, AppError } from '@app/common';
import { type Attainment, ObjectiveService } from '@app/objectives';
import { type Forecast, StoredForecast } from '@app/validation';
import { Injectable } from '@nestjs/common';
import { ChangeCheck, type CheckedChange } from '../consumers/change-check';
import type { EffectivePolicy } from '../policies/effective-policy';
import { PolicyService } from '../policies/policy.service';
import { DraftReader, type ReadDraft, requireOneDraft, type SentDraft } from './draft-reader';
import { type SaveOutcome, type TriedWrite, WriteTrials } from './tried-write';

/** Answer to what would happen if a contract were saved. */
export interface WhatIf extends Forecast, Pick<SaveOutcome, 'approvers' | 'deadline'> {
  readonly check: CheckedChange;
  /** The rules of change, and what becomes of the save by them. */
  readonly policy: EffectivePolicy['change'] & Pick<SaveOutcome, 'outcome' | 'message'>;
  /** The objectives as they are attained at present. */
  readonly budget: readonly Attainment[];
}

/** Says what a save of a contract would come to: by the save itself, which is undone, and by what is stored. */
@Injectable()
export class WhatIfService {
  constructor(
    private readonly drafts: DraftReader,
    private readonly trials: WriteTrials,
    private readonly checks: ChangeCheck,
    private readonly policies: PolicyService,
    private readonly forecasts: StoredForecast,
    private readonly objectives: ObjectiveService,
  ) {}

  /** @throws {AppError} NOT_FOUND; whatever the save would answer, but for what a policy makes pending or refuses */
  async ofContract(actor: Actor, id: string, sent: SentDraft): Promise<WhatIf> {
    requireOneDraft(sent);
    const present = await this.drafts.present(actor, id);
    const draft = await this.drafts.change(actor, present, sent);
    const tried = await this.trials.of(actor, draft);
    const check = await this.checks.check(actor, id, draft.compared, 'backward', sent.options);
    const { entity } = present.document as { readonly entity: { readonly id: string; readonly type: string } };
    const before = { id, node: draft.node, contract: present.document, document: draft.documents?.before };
    const forecast = await this.forecasts.of(actor, {
      ...{ asset: entity, after: stateAfter(tried, draft), before, document: draft.documents?.after },
    });
    return { check, ...forecast, ...(await this.saved(actor, tried)), budget: await this.budget(actor, id) };
  }

  /** The same of a contract that is not there yet. @throws {AppError} as its creation */
  async ofNew(actor: Actor, sent: SentDraft): Promise<WhatIf> {
    requireOneDraft(sent);
    const draft = await this.drafts.creation(actor, sent);
    const tried = await this.trials.of(actor, draft);
    const { id, type } = draft.asset;
    const forecast = await this.forecasts.of(actor, { asset: { id, type }, after: stateAfter(tried, draft) });
    const check = { compatible: true, changes: [] };
    return { check, ...forecast, ...(await this.saved(actor, tried)), budget: [] };
  }

  private async saved(
    actor: Actor,
    { policy, outcome, message, approvers, deadline }: TriedWrite,
  ): Promise<Pick<WhatIf, 'policy' | 'approvers' | 'deadline'>> {
    const { change } = await this.policies.shownTo(actor, policy);
    return { policy: { ...change, outcome, ...(message !== undefined && { message }) }, approvers, deadline };
  }

  /** None where the contract has no objectives. */
  private async budget(actor: Actor, id: string): Promise<readonly Attainment[]> {
    try {
      return (await this.objectives.attainment(actor, id)).objectives;
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return [];
      throw error;
    }
  }
}

/** The contract after the save, with the test cases that an import would make. */
function stateAfter({ after }: TriedWrite, { missing }: Pick<ReadDraft, 'missing'>): EntityDocument {
  if (missing.length === 0) return after;
  const expected = (after.qualityExpectations ?? []) as readonly object[];
  return { ...after, qualityExpectations: [...expected, ...missing] };
}
