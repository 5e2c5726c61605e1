import { EffectivePolicies, type LearnedRules } from '@app/agreements';
import { describeDuration, PeriodicTask } from '@app/common';
import { lockContracts, UTC, zoneOf } from '@app/contracts';
import { Database } from '@app/database';
import { type NewNotice, recordNotices } from '@app/notices';
import { Injectable, Logger } from '@nestjs/common';
import { judge, METRICS, type Metric } from '../baseline/judge';
import { FeedbackRepository } from '../feedback/feedback.repository';
import { PointRepository } from '../point.repository';
import { type SpellChanges, spellChanges, type UnusualPoint } from './spells';
import { SpellRepository, type WatchRow } from './spell.repository';
import { unjudgedPoints } from './unjudged-points';
import { WarningCounter } from './warning-counter';

/** Between two rounds, and between two checks of one contract, in ms: anomalies are notified within a minute. */
const ROUND_MS = 10_000;
const REST_MS = 30_000;
/** Contracts of one round. */
const PAGE = 100;

/** The judgement of one series of a contract. */
interface Looked {
  readonly metric: Metric;
  readonly changes: SpellChanges;
  /** The newest point that was judged; null: nothing is warned of. */
  readonly judgedTo: number | null;
}

/**
 * Checks the contracts whose policy warns of anomalies, stores these, and notifies people once for each. Any number of workers
 * may do so: the one that notes its look first has made it. While no policy warns a round is one statement.
 */
@Injectable()
export class LearnedWatcher {
  readonly task = new PeriodicTask(async () => (await this.round()) === PAGE, {
    restMs: ROUND_MS,
    restFirst: true,
    log: new Logger(LearnedWatcher.name),
    failing: 'unusual data is reported late',
    recovered: 'unusual data is reported again',
  });

  constructor(
    private readonly database: Database,
    private readonly policies: EffectivePolicies,
    private readonly points: PointRepository,
    private readonly feedback: FeedbackRepository,
    private readonly spells: SpellRepository,
    private readonly counter: WarningCounter,
  ) {}

  /** @param rest how long contracts are left alone, in ms @returns how many were looked at */
  async round(rest = REST_MS): Promise<number> {
    const due = await this.spells.due(rest, PAGE);
    for (const row of due) await this.look(row);
    return due.length;
  }

  private async look(row: WatchRow): Promise<void> {
    const { contract } = row;
    const { learned } = await this.policies.of(contract);
    const { asset, now } = await this.points.assetOf(contract);
    const open = await this.spells.open(contract);
    const looked: Looked[] = [];
    for (const metric of METRICS)
      looked.push(await this.judged(row, { metric, asset, now, rules: learned, open: open[metric] }));
    const judgedTo = Object.fromEntries(looked.map((one) => [one.metric, one.judgedTo])) as Record<
      Metric,
      number | null
    >;
    const begun = await this.database.transaction(async (tx) => {
      if (!(await lockContracts(tx, [contract], { live: true })).size) return [];
      if (!(await this.spells.look(tx, { ...row, ...judgedTo }))) return [];
      const notices: NewNotice[] = [];
      for (const { metric, changes } of looked) {
        const isNew = new Set(await this.spells.change(tx, contract, metric, changes));
        notices.push(
          ...changes.begun.filter(({ from }) => isNew.has(from)).map((one) => noticeOf(contract, metric, one)),
        );
      }
      if (notices.length) await recordNotices(tx, notices);
      return looked.flatMap(({ metric, changes }) => changes.begun.map(() => metric));
    });
    for (const metric of begun) this.counter.count(metric);
  }

  private async judged(row: WatchRow, { metric, asset, now, rules, open }: LookQuestion): Promise<Looked> {
    if (rules[metric] === 'off') {
      const ended = open === undefined ? [] : [{ from: open, to: now }];
      return { metric, changes: { begun: [], ended }, judgedTo: null };
    }
    const feedback = await this.feedback.verdicts(row.contract, metric);
    const series = await this.points.of(metric, { asset, at: now, feedback });
    const zone = zoneOf(rules.timezone) ?? UTC;
    const judged = unjudgedPoints(metric, series, row[metric] ?? undefined).map((tested) =>
      judge({ metric, points: series.points, tested, sensitivity: rules.sensitivity, zone, feedback }),
    );
    return { metric, changes: spellChanges(judged, open), judgedTo: series.tested?.t ?? null };
  }
}

interface LookQuestion {
  readonly metric: Metric;
  /** Node of the asset. */
  readonly asset: string;
  readonly now: number;
  readonly rules: LearnedRules;
  readonly open: number | undefined;
}

function noticeOf(contract: string, metric: Metric, point: UnusualPoint): NewNotice {
  const to = { owner: true, consumer: true, follower: true } as const;
  return { contract, type: 'contractUnusual', key: `${metric} ${point.from}`, text: textOf(metric, point), to };
}

function textOf(metric: Metric, { value, low = 0, high }: UnusualPoint): string {
  const time = (seconds: number): string => describeDuration({ months: 0, milliseconds: Math.round(seconds) * 1_000 });
  const rows = (count: number): string => String(Math.round(count));
  return metric === 'volume'
    ? `has an unusual number of rows: ${rows(value)}, where ${rows(low)} to ${rows(high)} are usual`
    : `has not been refreshed for ${time(value)}, where at most ${time(high)} are usual`;
}
