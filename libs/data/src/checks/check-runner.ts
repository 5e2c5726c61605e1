import type { Settings } from '@app/config';
import { isExecutable, SourceError, type Outcome } from '@app/sources';
import { takeProfile, type TakenProfile } from '../profiles/measured-profile';
import type { DataOutcome, DataRunContext, DataRunner } from '../runs/work/data-runner';
import { ABORTED, type CheckComputer, type TableReading } from './check-computer';
import { checkEntry, runEnd } from './check-outcome';
import { triedSubject, type TriedCheck } from './dry-run';
import { subjectOf } from './computed-subject';
import { endWithProfile } from './end-with-profile';
import { requireTable, type FoundTable } from '../tables/find-table';
import {
  MOST_CHECKS,
  type CheckedEntity,
  requireEntity,
  type StoredCheck,
  type TableChecksRepository,
} from '../tables/table-checks.repository';

type CheckSettings = Pick<Settings, 'dataRowsLimit' | 'sampleDataHiddenTags'>;

/** Computes test cases of a table on its source, and stores each outcome as a result of its test case. */
export class CheckRunner implements DataRunner {
  readonly kind = 'check';

  constructor(
    private readonly tables: TableChecksRepository,
    private readonly computer: CheckComputer,
    private readonly settings: CheckSettings,
  ) {}

  async run(context: DataRunContext): Promise<DataOutcome> {
    const { run } = context;
    const entity = await requireEntity(this.tables, run.asset);
    const tried = run.request.definitions as readonly TriedCheck[] | undefined;
    if (tried) return this.tryOut(context, entity, tried);
    const named = run.request.testCases as readonly string[] | undefined;
    const all = await this.tables.checks(entity.node, named);
    if (all.length > MOST_CHECKS)
      throw new SourceError({ reason: 'tooLarge', message: `More than ${MOST_CHECKS} test cases: name those to run` });
    const executable = all.filter(({ definition }) => isExecutable(definition));
    const others = all.filter(({ definition }) => !isExecutable(definition));
    if (!named && others.length > 0)
      context.warn({
        code: 'notExecutable',
        message: `${others.length} test cases are run by other tools and left out`,
      });
    context.progress({ done: 0, total: executable.length, current: entity.fqn });
    let found: Promise<FoundTable> | undefined;
    const reading: TableReading = { context, entity, found: () => (found ??= requireTable(context, entity)) };
    const subjects = executable.map((check) => subjectOf(check, entity.fqn));
    const { cases: computed } = await this.computer.compute(reading, subjects);
    const profile = run.request.profile === true ? await this.profile(reading) : undefined;
    if (context.signal.aborted) throw new SourceError({ reason: 'cancelled', message: 'The run was cancelled' });
    context.progress({ done: executable.length, total: executable.length });
    const left = named
      ? others.map((check) => ({
          subject: subjectOf(check, entity.fqn),
          outcome: notExecutable(check),
        }))
      : [];
    const outcomes = [...computed, ...left].map(({ outcome }) => outcome);
    const taken = profile instanceof SourceError ? undefined : profile;
    return {
      ...(profile ? endWithProfile(outcomes, profile) : runEnd(outcomes)),
      body: { checks: [...computed, ...left].map(checkEntry), ...(taken && { profile: taken.summary }) },
      store: async (tx) => {
        await this.computer.store(tx, computed, run.startedAt);
        await taken?.store(tx, run.startedAt);
      },
    };
  }

  /** Computes checks of which nothing is stored but the record of the run. */
  private async tryOut(
    context: DataRunContext,
    entity: CheckedEntity,
    tried: readonly TriedCheck[],
  ): Promise<DataOutcome> {
    context.progress({ done: 0, total: tried.length, current: entity.fqn });
    let found: Promise<FoundTable> | undefined;
    const reading: TableReading = { context, entity, found: () => (found ??= requireTable(context, entity)) };
    const { cases } = await this.computer.compute(reading, tried.map(triedSubject));
    context.progress({ done: tried.length, total: tried.length });
    return { ...runEnd(cases.map(({ outcome }) => outcome)), body: { checks: cases.map(checkEntry) } };
  }

  /** In the reading of the checks. Its errors are reported beside them. */
  private async profile({ context, entity, found }: TableReading): Promise<TakenProfile | SourceError> {
    try {
      return await takeProfile(context, entity, await found(), false, this.settings);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      context.warn({ code: 'notProfiled', subject: entity.fqn, message: error.message });
      return error;
    }
  }
}

const notExecutable = ({ definition }: StoredCheck): Outcome =>
  ABORTED('unsupported', `The definition ${definition} is run by another tool`);
