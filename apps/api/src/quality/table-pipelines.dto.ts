import { referenceFault, RUN_STATUSES } from '@app/catalog';
import type { SentTablePipeline } from '@app/quality';
import { entity } from '../http/described';
import { ChoiceProperty, InstantProperty, NumberProperty, Property, TextProperty } from '../http/input';

/** Reports of one request: several runs of each pipeline. */
export const MOST_REPORTS = 10_000;
const LONGEST_SCHEDULE = 4_096;
const LONGEST_TYPE = 64;

/** A pipeline that processes a table, with its schedule and its last run. */
export class TablePipeline implements SentTablePipeline {
  @Property(
    { required: true },
    {
      allowed: 'a reference to a pipeline: {"id", "type"}, {"fullyQualifiedName", "type"}',
      schema: {
        oneOf: [entity('EntityReference'), { type: 'string', minLength: 1, description: 'Its FQN, or its id' }],
      },
      check: (value, report) => {
        const fault = referenceFault(value, ['pipeline']);
        if (fault !== undefined) report.fault(fault);
        return value;
      },
    },
  )
  pipeline!: unknown;

  @TextProperty({ max: LONGEST_TYPE, description: 'The kind of its service, such as Airflow' })
  serviceType?: string;

  @TextProperty({ min: 0, max: LONGEST_SCHEDULE, description: 'Usually a cron expression' })
  scheduleInterval?: string;

  @InstantProperty({ description: 'When its schedule begins, in epoch milliseconds' })
  startTime?: number;

  @InstantProperty({ description: 'When its schedule ends, in epoch milliseconds' })
  endTime?: number;

  @InstantProperty({ description: 'Of its last run, in epoch milliseconds' })
  lastRunTime?: number;

  @ChoiceProperty({ of: RUN_STATUSES })
  lastRunStatus?: (typeof RUN_STATUSES)[number];

  @NumberProperty({ min: 0, description: 'In milliseconds' })
  averageRunTime?: number;
}
