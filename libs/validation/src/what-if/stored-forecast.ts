import type { Actor } from '@app/common';
import { type ContractDocument, statedPromises } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { outcomesOf } from '../checks/promises/outcomes-of';
import type { SemanticsVerdict } from '../checks/types';
import { RuleTrials } from '../rules/rule-trials';
import type { SemanticsRule } from '../rules/semantics-check';
import type { LoadedContract } from '../runs/work/contract-loader';
import { PromiseJudge } from '../runs/work/promise-judge';
import { type DayForecast, DayForecasts } from './day-forecasts';
import type { PromiseChange } from './day-outcome';
import { type ForecastDocuments, ForecastLoader, type ForecastQuestion } from './forecast-documents';
import { type NowFound, nowFound } from './now-found';
import { changedPromises, changedUnits, type ComparedPromise, comparedPromises } from './promise-text';
import { type Withheld, WithheldPromises } from './withheld-promises';

/** Findings of stored evidence about a contract as it would be. */
export interface Forecast {
  readonly now: NowFound;
  /** The last days, the earliest first. */
  readonly days: readonly DayForecast[];
}

/** Judges what a contract would promise by what is stored, by the same checks as a run: no source is read, and nothing is stored. */
@Injectable()
export class StoredForecast {
  constructor(
    private readonly documents: ForecastLoader,
    private readonly withheld: WithheldPromises,
    private readonly judge: PromiseJudge,
    private readonly trials: RuleTrials,
    private readonly days: DayForecasts,
  ) {}

  /** @throws {AppError} NOT_FOUND, FORBIDDEN for the asset; TOO_MANY_REQUESTS while many others try rules */
  async of(actor: Actor, question: ForecastQuestion): Promise<Forecast> {
    const documents = await this.documents.load(actor, question);
    const { after: loaded } = documents;
    const withheld = await this.withheld.from(actor, loaded, question.before?.id);
    const semantics = Promise.resolve(await this.semantics(actor, loaded));
    const judging = { learned: {}, stored: Promise.resolve(question.document), semantics };
    const { stated, found } = await this.judge.judge(loaded, judging);
    const shown = stated.filter((promise) => !withheld.isWithheld(promise));
    const change = changeOf(question, documents, withheld);
    return {
      now: nowFound(shown, outcomesOf(stated, found), withheld.isHidden),
      days: await this.days.of({ loaded, judging, change, withheld }),
    };
  }

  private async semantics(
    actor: Actor,
    { contract, asset, assetType, now }: LoadedContract,
  ): Promise<SemanticsVerdict | undefined> {
    const rules = (contract.semantics ?? []) as readonly SemanticsRule[];
    return rules.length === 0 ? undefined : this.trials.semantics(actor, { rules, asset, assetType, now });
  }
}

function changeOf(
  { document, before: present }: ForecastQuestion,
  { after: { contract, assetType }, before }: ForecastDocuments,
  { isWithheld }: Withheld,
): PromiseChange {
  const of = (state: ContractDocument, stored: ForecastQuestion['document']): ComparedPromise[] =>
    comparedPromises(
      statedPromises({ contract: state, assetType, ...(stored && { stored }) }).filter((one) => !isWithheld(one)),
      state,
    );
  const after = of(contract as ContractDocument, document);
  if (!before) return { after, changed: after, units: new Set(), isNew: true };
  const past = of(before as ContractDocument, present?.document);
  return { after, changed: changedPromises(past, after), units: changedUnits(past, after), isNew: false };
}
