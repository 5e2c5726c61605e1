import type { CheckReport } from '@app/catalog';
import {
  EVIDENCE_KINDS,
  LONGEST_OBJECTIVE_NAME,
  MOST_ALERTS,
  MOST_OBJECTIVES,
  NO_DATA,
  OBJECTIVE_UNITS,
  TARGET_DECIMALS,
  lengthOf,
  objectiveDurationFault,
  rollingFault,
  type BurningQuery,
  type BurnAlert,
  type Objective,
  type ObjectiveListQuery,
  type Objectives,
  type ReportQuery,
} from '@app/objectives';
import {
  AfterProperty,
  BooleanProperty,
  ChoiceProperty,
  EpochProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
  UuidProperty,
  ZoneProperty,
} from '../http/input';

const DURATION = 'an ISO 8601 duration from PT1S to P366D';
/** Characters of the longest that `parseDuration` reads. */
const LONGEST_DURATION = 64;
const MOST_ROWS = 1_000;

const DurationProperty = (options: { required?: boolean; description: string }) =>
  TextProperty({
    ...options,
    min: 0,
    max: LONGEST_DURATION,
    allowed: DURATION,
    further: (text) => (text === undefined ? undefined : objectiveDurationFault(text)),
  });

export class BurnAlertDto implements BurnAlert {
  @DurationProperty({ required: true, description: 'The longer time before' })
  long!: string;

  @TextProperty<BurnAlertDto>({
    required: true,
    max: LONGEST_DURATION,
    allowed: DURATION,
    description: 'The shorter window: it ends an alert soon after the cause has ended',
    further: (short, { long }) => objectiveDurationFault(short) ?? longFault(short, long),
  })
  short!: string;

  @NumberProperty({
    required: true,
    min: 0,
    allowed: 'a number above 0',
    description: 'Above 0. Burn rate of an alert, reached in both windows; 1 uses up the budget in exactly its time.',
    further: (factor) => (factor === 0 ? 'must be above 0; got 0' : undefined),
  })
  factor!: number;
}

function longFault(short: unknown, long: unknown): string | undefined {
  if (objectiveDurationFault(long) || lengthOf(long as string) > lengthOf(short as string)) return undefined;
  return `must be shorter than long, ${String(long)}; got ${String(short)}`;
}

export class ObjectiveWindowDto {
  @TextProperty<ObjectiveWindowDto>({
    min: 0,
    max: LONGEST_DURATION,
    description: 'ISO 8601, P1D to P366D; of whole days where days are counted, else of whole hours',
    further: (rolling, { calendar }) =>
      (rolling === undefined) === (calendar === undefined) ? 'send exactly one of rolling and calendar' : undefined,
  })
  rolling?: string;

  @ChoiceProperty({ of: ['month'], description: 'The month of the calendar so far' })
  calendar?: 'month';
}

export class ObjectiveDto {
  @TextProperty({ required: true, max: LONGEST_OBJECTIVE_NAME, description: 'Unique among those of the contract' })
  name!: string;

  @ChoiceProperty({
    required: true,
    of: EVIDENCE_KINDS,
    description:
      'status: results, good are those that are Success. availability: observations of the asset. freshness: how old its newest refresh is.',
  })
  on!: Objective['on'];

  @ChoiceProperty<ObjectiveDto>({
    required: true,
    of: OBJECTIVE_UNITS,
    description:
      'Unit of counting. A day or an hour is good if everything in it is good. Runs are results, or observations.',
    further: (unit, { on }) =>
      unit === 'runs' && on === 'freshness'
        ? 'must be one of days, hours where on is freshness; got "runs"'
        : undefined,
  })
  unit!: Objective['unit'];

  @NumberProperty({
    required: true,
    min: 0,
    max: 100,
    allowed: 'a percentage above 0 and below 100',
    description: `Percent that has to be good: above 0, below 100, with at most ${TARGET_DECIMALS} decimals`,
    further: (target) => targetFault(target as number | undefined),
  })
  target!: number;

  @ObjectProperty<ObjectiveDto>({
    required: true,
    of: ObjectiveWindowDto,
    description: 'The time over which it is judged',
    further: (window, { unit }, report) => {
      const { rolling } = window as ObjectiveWindowDto;
      if (rolling !== undefined) faultAt(report, ['rolling'], rollingFault(rolling, unit));
      return undefined;
    },
  })
  window!: Objective['window'];

  @ZoneProperty({ min: 0, description: 'IANA name of the zone whose days and months count' })
  timezone = 'UTC';

  @TextProperty<ObjectiveDto>({
    min: 0,
    max: LONGEST_DURATION,
    description:
      'Of freshness: how old the newest refresh may be, in ISO 8601; by default the refresh frequency of the contract',
    further: (within, { on }) =>
      within === undefined
        ? undefined
        : on === 'freshness'
          ? objectiveDurationFault(within)
          : 'is only for objectives on freshness',
  })
  within?: string;

  @ChoiceProperty({
    of: NO_DATA,
    description:
      'How a day or an hour without evidence counts: like the last evidence before it, not at all, or as bad. Time before the first evidence never counts.',
  })
  noData: Objective['noData'] = 'carry';

  @ListProperty({
    of: BurnAlertDto,
    max: MOST_ALERTS,
    description:
      'By default P3D with P1D at 3 and P7D with P1D at 1 for days; else P1D with PT2H at 3 and P3D with PT6H at 1',
  })
  alerts?: BurnAlertDto[];
}

function targetFault(target: number | undefined): string | undefined {
  if (target === undefined) return undefined;
  const isRight = target > 0 && target < 100 && Number(target.toFixed(TARGET_DECIMALS)) === target;
  return isRight ? undefined : `must be above 0 and below 100, with at most ${TARGET_DECIMALS} decimals; got ${target}`;
}

function faultAt(report: CheckReport, path: readonly (string | number)[], message: string | undefined): void {
  if (message === undefined) return;
  for (const step of path) report.enter(step);
  report.fault(message);
  path.forEach(() => report.leave());
}

export class ContractObjectives implements Objectives {
  @ListProperty({
    required: true,
    of: ObjectiveDto,
    min: 1,
    max: MOST_OBJECTIVES,
    further: (list, _, report) => {
      const names = (list as readonly ObjectiveDto[]).map(({ name }) => name);
      names.forEach((name, at) => {
        if (names.indexOf(name) < at)
          faultAt(report, [at, 'name'], `must be unique in the contract; ${JSON.stringify(name)} is there twice`);
      });
      return undefined;
    },
  })
  objectives!: ObjectiveDto[];
}

export class AttainmentQuery {
  @EpochProperty('Epoch ms, at most 5 minutes ahead; default: now. Evidence from that time on is ignored.')
  at?: number;
}

export class ObjectiveReportQuery implements ReportQuery {
  @TextProperty({
    required: true,
    allowed: 'a month such as 2026-03',
    description: 'The month; the current one is allowed.',
    example: '2026-03',
  })
  month!: string;

  @TextProperty({ description: 'FQN of a domain: contracts of assets that show it.', max: 3_072, example: 'Sales' })
  domain?: string;

  @ZoneProperty({
    min: 0,
    description: 'IANA time zone of the month and of its days; by default that of each objective.',
  })
  timezone?: string;

  @ChoiceProperty({ of: ['json', 'csv'], description: 'The form of the answer.' })
  format: 'json' | 'csv' = 'json';
}

export class ObjectivesQuery implements ObjectiveListQuery {
  @IntegerProperty({ description: 'Maximum number of contracts.', min: 1, max: MOST_ROWS })
  limit = 10;

  @UuidProperty({ description: 'The id of a contract: only its objectives.' })
  contract?: string;

  @BooleanProperty<ObjectivesQuery>({
    description: 'Adds attainment and error budgets, in the order of the objectives; with `contract` only.',
    further: (asked, { contract }) =>
      asked === true && contract === undefined ? 'is given of one contract alone; add contract' : undefined,
  })
  attainment = false;

  @AfterProperty
  after?: string;
}

export class BurningObjectivesQuery implements BurningQuery {
  @IntegerProperty({ description: 'Maximum number of contracts.', min: 1, max: MOST_ROWS })
  limit = 10;

  @TextProperty({ description: 'Cursor `after` of the previous answer to the same query.' })
  before?: string;

  @AfterProperty
  after?: string;
}
