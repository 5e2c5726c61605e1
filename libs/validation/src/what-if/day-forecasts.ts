import { setImmediate } from 'node:timers/promises';
import { DAY } from '@app/common';
import {
  assetColumns,
  type AssetColumns,
  assetPath,
  columnsOfPromise,
  type DocumentReference,
  type StatedPromise,
} from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { outcomesOf } from '../checks/promises/outcomes-of';
import type { LoadedContract } from '../runs/work/contract-loader';
import { refreshesIn } from '../runs/work/evidence-loader';
import { CLOCKS_APART_MS } from '../runs/work/evidence-sql';
import { type Judging, PromiseJudge } from '../runs/work/promise-judge';
import { type DayOutcome, dayOutcome, type DayVerdict, type PromiseChange, type PromiseState } from './day-outcome';
import { type FoundOfAsset, stateAt } from './day-states';
import { evidenceAtEndOf, type PastRows } from './past-evidence';
import { lastDays, type PastDay } from './past-days';
import { MOST_COLUMNS, MOST_TESTS, PastEvidenceRepository, type PastVerdict } from './past-evidence.repository';
import { type ComparedPromise, failedUnits } from './promise-text';
import type { Withheld } from './withheld-promises';

/** Availability is a share of this time. */
const OBSERVED_BEFORE = 30 * DAY;

/** The contract as it would be, with what differs from the present one. */
export interface ForecastChange {
  readonly loaded: LoadedContract;
  readonly judging: Omit<Judging, 'evidence'>;
  readonly change: PromiseChange;
  readonly withheld: Withheld;
}

export type DayForecast = { readonly day: string } & DayOutcome;

type ForDay = (promise: ComparedPromise) => PromiseState;

/** Says of each of the last days what the verdict would have been. */
@Injectable()
export class DayForecasts {
  constructor(
    private readonly past: PastEvidenceRepository,
    private readonly judge: PromiseJudge,
  ) {}

  /** Five statements at most, one where nothing changes. The earliest day is the first. */
  async of(forecast: ForecastChange): Promise<DayForecast[]> {
    const { change, withheld, loaded } = forecast;
    const days = lastDays(loaded.now);
    const verdicts = change.isNew ? [] : await this.verdictsOf(loaded, days);
    const stateOn = await this.states(forecast, days);
    const outcomes: DayForecast[] = [];
    for (const [index, { day }] of days.entries()) {
      const verdict = verdicts.find((one) => one.day === index);
      const outcome =
        verdict && failedUnits(verdict.body).some(withheld.withholdsUnit)
          ? ({ outcome: 'unknown', reason: 'hidden' } as const)
          : change.isNew || verdict
            ? dayOutcome(change, verdict && verdictOf(verdict), await stateOn(index))
            : ({ outcome: 'unknown', reason: 'noResult' } as const);
      outcomes.push({ day, ...outcome });
    }
    return outcomes;
  }

  private verdictsOf({ contractNode }: LoadedContract, days: readonly PastDay[]): Promise<PastVerdict[]> {
    return this.past.verdicts({ contract: contractNode, days: days.map(({ end }) => end) });
  }

  /** How the promises stood at the end of each day. Nothing is read where the changed parts of the contract are none. */
  private async states(
    { change, loaded, judging, withheld }: ForecastChange,
    days: readonly PastDay[],
  ): Promise<(day: number) => Promise<ForDay>> {
    const relevant = change.after.filter(({ units }) => units.some((unit) => change.isNew || change.units.has(unit)));
    if (relevant.length === 0) return () => Promise.resolve(() => 'ignored');
    const columns = assetColumns(loaded.assetType, loaded.asset);
    const asked = askedOf(relevant, loaded, columns);
    const rows = await this.rows(loaded, asked, days);
    const asset = assetOf(loaded, rows, columns);
    return async (index) => {
      // Others are answered between the days.
      await setImmediate();
      const end = Math.min(days[index]!.end, loaded.now);
      const evidence = evidenceAtEndOf(index, rows);
      const { found, stated } = await this.judge.judge({ ...loaded, now: end }, { ...judging, evidence });
      const values = rows.values.filter(({ day }) => day === index);
      const outcomes = outcomesOf(stated, found);
      return ({ promise, units }) => {
        if (units.length === 0) return 'ignored';
        if (withheld.isHidden(promise)) return 'hidden';
        const state = stateAt(promise, { outcomes, found, values, end }, asset);
        return state === 'noEvidence' && asked.isBeyond(promise) ? 'tooMany' : state;
      };
    };
  }

  private async rows(
    { contractNode, assetNode, now }: LoadedContract,
    asked: Asked,
    days: readonly PastDay[],
  ): Promise<PastRows> {
    const ends = days.map(({ end }) => Math.min(end, now + CLOCKS_APART_MS));
    const question = { contract: contractNode, asset: assetNode, days: ends, ...asked };
    const [values, tests, observations] = await Promise.all([
      asked.columns.length > 0 ? this.past.values(question) : [],
      asked.hasTests ? this.past.tests(question) : [],
      asked.hasSla ? this.past.observations(assetNode, ends[0]! - OBSERVED_BEFORE, now) : NO_OBSERVATIONS,
    ]);
    return { values, tests, observations };
  }
}

const NO_OBSERVATIONS = { refreshes: [], arrivals: [], availability: [], since: 0 };

/** The evidence that is asked for. */
interface Asked {
  readonly columns: readonly string[];
  readonly testCases: readonly string[];
  readonly hasTests: boolean;
  readonly hasSla: boolean;
  /** Whether the evidence of a promise is not asked for, since there are too many. */
  readonly isBeyond: (promise: StatedPromise) => boolean;
}

function askedOf(
  relevant: readonly ComparedPromise[],
  { contract }: LoadedContract,
  columns: AssetColumns | undefined,
): Asked {
  const all = new Set(relevant.flatMap(({ promise }) => pathsOf(promise, columns)));
  const read = new Set([...all].slice(0, MOST_COLUMNS));
  const isOfTests = relevant.some(({ promise: { kind } }) => kind === 'expectation' || kind === 'rule');
  const expected = ((contract.qualityExpectations ?? []) as readonly DocumentReference[]).flatMap(({ id }) => id ?? []);
  return {
    columns: [...read],
    testCases: isOfTests ? expected.slice(0, MOST_TESTS) : [],
    hasTests: isOfTests,
    hasSla: relevant.some(({ promise: { kind } }) => kind === 'sla'),
    isBeyond: (promise) =>
      promise.kind === 'expectation'
        ? promise.index >= MOST_TESTS
        : pathsOf(promise, columns).some((path) => !read.has(path)),
  };
}

function pathsOf(promise: StatedPromise, columns: AssetColumns | undefined): string[] {
  const isOfValues = ['notNull', 'unique', 'enum', 'option', 'primaryKey', 'reference'].includes(promise.kind);
  if (!columns || !isOfValues) return [];
  const of =
    'columns' in promise || 'column' in promise
      ? columnsOfPromise(promise as Parameters<typeof columnsOfPromise>[0])
      : [];
  return of.map((column) => assetPath(column, columns));
}

function assetOf(
  { asset }: LoadedContract,
  { observations }: PastRows,
  columns: AssetColumns | undefined,
): FoundOfAsset {
  const [refresh] = refreshesIn(asset);
  return {
    columns,
    changedAt: Number(asset.updatedAt ?? 0),
    refreshedAt: refresh?.timestamp,
    observedSince: observations.since,
  };
}

const verdictOf = ({ status, body }: PastVerdict): DayVerdict => ({
  isMet: status === 'Success',
  failed: failedUnits(body),
});
