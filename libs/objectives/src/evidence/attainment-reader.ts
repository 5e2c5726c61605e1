import { DAY, HOUR, addDuration, groupBy, type Duration } from '@app/common';
import { Injectable } from '@nestjs/common';
import { attain, type Attainment, type Judged } from '../attainment/attainment';
import { nextChange, type Counted } from '../attainment/next-change';
import { spanOf, type Span } from '../attainment/span';
import { tallyBuckets, tallyFreshness, tallyRuns, type Mark, type Refreshes, type Tally } from '../attainment/tally';
import { lengthOf, type Objective } from '../document/objective';
import { MarkRepository, type MarksAsk } from './mark.repository';
import { RefreshRepository, type RefreshAsk } from './refresh.repository';

/** A contract with the objectives that are judged, each at an instant in epoch ms. */
export interface JudgedContract {
  /** Bigints in decimal. */
  readonly node: string;
  readonly asset: string;
  /** The refresh frequency that its SLA has now. */
  readonly refreshFrequency?: Duration;
  readonly objectives: readonly { readonly objective: Objective; readonly at: number }[];
}

/** An attainment, and until when it says the same of the budget without new evidence. */
export interface LastingAttainment {
  readonly attainment: Attainment;
  /** Epoch ms; Infinity: for ever. @param notified see `nextChange` */
  readonly nextChange: (notified?: number) => number;
}

/** An objective on its way to its attainment. */
interface Asked {
  readonly contract: JudgedContract;
  readonly objective: Objective;
  readonly span: Span;
}

/** The shortest month, in ms: two refreshes that lie closer are never a month apart. */
const SHORTEST_MONTH = 28 * DAY;

/** Works out what objectives came to, from the evidence that is stored now. */
@Injectable()
export class AttainmentReader {
  constructor(
    private readonly marks: MarkRepository,
    private readonly refreshes: RefreshRepository,
  ) {}

  /** In the order of the contracts and of their objectives; one statement for each kind of evidence that is looked at. */
  async of(contracts: readonly JudgedContract[]): Promise<Attainment[][]> {
    return (await this.lasting(contracts)).map((ones) => ones.map(({ attainment }) => attainment));
  }

  /** `of`, with the instants at which it may be different. */
  async lasting(contracts: readonly JudgedContract[]): Promise<LastingAttainment[][]> {
    const asked = contracts.map((contract) =>
      contract.objectives.map(({ objective, at }): Asked => ({ contract, objective, span: spanOf(objective, at) })),
    );
    const counted = await this.countsOf(asked.flat());
    const lasting = async (one: Asked): Promise<LastingAttainment> => {
      const counts = counted.get(one)!;
      const attainment = await this.attained(one, counts.tallies);
      return { attainment, nextChange: (notified) => nextChange(one.objective, one.span, counts, notified) };
    };
    return Promise.all(asked.map((ones) => Promise.all(ones.map(lasting))));
  }

  private async attained({ contract, objective, span }: Asked, tallies: readonly Tally[]): Promise<Attainment> {
    const { attainment, exhaustingRun }: Judged = attain(objective, span, tallies);
    if (!exhaustingRun) return attainment;
    const { from, nth } = exhaustingRun;
    const exhaustedAt = await (objective.on === 'status'
      ? this.marks.badResult(contract.node, from, span.at, nth)
      : this.marks.unavailable(contract.asset, from, span.at, nth));
    if (exhaustedAt === undefined) return attainment; // Deleted since.
    const { met, ...others } = attainment;
    return { ...others, exhaustedAt, met };
  }

  private async countsOf(asked: readonly Asked[]): Promise<ReadonlyMap<Asked, Counted>> {
    const of = (kind: Objective['on']): Asked[][] => {
      const ones = asked.filter(({ objective }) => objective.on === kind);
      return [...groupBy(ones, ({ contract }) => contract).values()];
    };
    const [status, availability] = [of('status'), of('availability')];
    const freshness = of('freshness').map((ones) =>
      ones.filter(({ contract, objective }) => within(contract, objective)),
    );
    const [verdicts, observed, refreshed] = await Promise.all([
      this.marks.verdicts(status.map((ones) => marksAsk(ones[0]!.contract.node, ones))),
      this.marks.availability(availability.map((ones) => marksAsk(ones[0]!.contract.asset, ones))),
      this.refreshes.read(freshness.filter(({ length }) => length > 0).map(refreshAsk)),
    ]);
    const counts = new Map<Asked, Counted>(asked.map((one) => [one, { tallies: [] }]));
    status.forEach((ones, at) => ones.forEach((one) => counts.set(one, { tallies: marked(one, verdicts[at]!) })));
    availability.forEach((ones, at) => ones.forEach((one) => counts.set(one, { tallies: marked(one, observed[at]!) })));
    freshness
      .filter(({ length }) => length > 0)
      .forEach((ones, at) => ones.forEach((one) => counts.set(one, fresh(one, refreshed[at]))));
    return counts;
  }
}

function marked({ objective, span }: Asked, marks: readonly Mark[]): Tally[] {
  const seen = marks.filter(({ at }) => at < span.at);
  return objective.unit === 'runs'
    ? tallyRuns(seen, span.earliest)
    : tallyBuckets(span.buckets, seen, objective.noData);
}

function fresh({ contract, objective, span }: Asked, refreshes: Refreshes | undefined): Counted {
  if (!refreshes) return { tallies: [] };
  const length = within(contract, objective)!;
  const lastFresh = (refresh: number): number => addDuration(refresh, length);
  // A unit that ends at an instant is bad by an age that was passed before it.
  const staleAt = lastFresh(refreshes.last) + 2;
  return { tallies: tallyFreshness(span.buckets, span.at, refreshes, lastFresh), staleAt };
}

/** Age that the newest refresh may have; undefined where the contract has no refresh frequency any more. */
function within(contract: JudgedContract, { within: text }: Objective): Duration | undefined {
  return text === undefined ? contract.refreshFrequency : { months: 0, milliseconds: lengthOf(text) };
}

/** Marks that are read for all objectives of a contract on one kind of evidence. */
function marksAsk(node: string, ones: readonly Asked[]): MarksAsk {
  const cuts = new Set(ones.flatMap(({ objective, span }) => cutsOf(objective, span)));
  return {
    node,
    from: Math.min(...ones.map(({ span }) => span.earliest)),
    to: Math.max(...ones.map(({ span }) => span.at)),
    cuts: [...cuts].filter((cut) => cut % HOUR !== 0).sort((a, b) => a - b),
    withEarlier: ones.some(({ objective: { unit, noData } }) => unit !== 'runs' && noData !== 'ignore'),
    carries: ones.some(({ objective: { unit, noData } }) => unit !== 'runs' && noData === 'carry'),
  };
}

/** Every instant at which something that is counted begins or ends. */
function cutsOf({ unit }: Objective, { at, from, weekFrom, alerts, buckets }: Span): readonly number[] {
  const ofAlerts = alerts.flatMap(({ longFrom, shortFrom }) => [longFrom, shortFrom]);
  return [at, ...(unit === 'runs' ? [from, weekFrom, ...ofAlerts] : buckets)];
}

function refreshAsk(ones: readonly Asked[]): RefreshAsk {
  const lengths = ones.map(({ contract, objective }) => within(contract, objective)!);
  return {
    node: ones[0]!.contract.asset,
    from: Math.min(...ones.map(({ span }) => span.earliest)),
    to: Math.max(...ones.map(({ span }) => span.at)),
    least: Math.min(...lengths.map(({ months, milliseconds }) => months * SHORTEST_MONTH + milliseconds)),
  };
}
