import { SourceError } from '@app/sources';
import { requireTable } from '../tables/find-table';
import { requireEntity, type TableChecksRepository } from '../tables/table-checks.repository';
import type { DataOutcome, DataRunContext, DataRunner } from '../runs/work/data-runner';
import { takeProfile, type ProfileSettings } from './measured-profile';

/** Measures a table and its columns on their source, and stores the profile. */
export class ProfileRunner implements DataRunner {
  readonly kind = 'profile';

  constructor(
    private readonly tables: TableChecksRepository,
    private readonly settings: ProfileSettings,
  ) {}

  async run(context: DataRunContext): Promise<DataOutcome> {
    const { run, signal } = context;
    const entity = await requireEntity(this.tables, run.asset);
    const found = await requireTable(context, entity);
    const profile = await takeProfile(context, entity, found, run.request.quantiles === true, this.settings);
    if (signal.aborted) throw new SourceError({ reason: 'cancelled', message: 'The run was cancelled' });
    return {
      status: profile.isWhole ? 'Success' : 'PartialSuccess',
      message: profile.message,
      body: { profile: profile.summary },
      store: (tx) => profile.store(tx, run.startedAt),
    };
  }
}
