import { createHash } from 'node:crypto';
import { joinFqn, splitFqn } from '@app/catalog';
import { AppError, invalidFields, notFound, type Actor, type Operation } from '@app/common';
import { Database, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { HiddenValues } from '../hidden/hidden-values';
import { ObservationRepository } from '../observations/observation.repository';
import type { SeriesQuery } from '../series/series-list';
import { SeriesReader } from '../series/series-reader';
import type { EvidenceTarget } from '../target/evidence-target';
import { TargetFinder } from '../target/target-finder';
import { observationsOf, PROFILE_SOURCES, profileSource } from './profile-evidence';
import { columnsByName } from './table-columns';
import { COLUMN_PROFILES, SYSTEM_PROFILES, TABLE_PROFILES, TableProfileRepository } from './table-profile.repository';

const TYPE = 'table';
/** Number of names in a table's FQN; those of a column follow. */
const TABLE_PARTS = 4;

/** The kinds of profiles: of the table, one of its columns, or the writes that its own system reported. */
export const PROFILE_KINDS = ['table', 'column', 'system'] as const;
export type ProfileKind = (typeof PROFILE_KINDS)[number];

interface Column {
  readonly table: EvidenceTarget;
  readonly fqn: string;
  readonly key: string;
}

/** The profiles of a table in time: its own, those of each column, and those of the writes to it. */
@Injectable()
export class ProfileHistory {
  constructor(
    private readonly database: Database,
    private readonly targets: TargetFinder,
    private readonly profiles: TableProfileRepository,
    private readonly observations: ObservationRepository,
    private readonly series: SeriesReader,
    private readonly hidden: HiddenValues,
  ) {}

  /**
   * A page of profiles as JSON text, newest first.
   *
   * @param key of a column its FQN; else the table's id or FQN
   * @throws {AppError} NOT_FOUND, FORBIDDEN; BAD_REQUEST for an FQN of another kind
   */
  async list(actor: Actor, kind: ProfileKind, key: string, asked: SeriesQuery): Promise<string> {
    if (kind === 'column') {
      const column = await this.column(actor, key, 'ViewBasic');
      return this.shown(actor, column.fqn, await this.series.page(COLUMN_PROFILES, column.table, asked, column.key));
    }
    const target = await this.targets.find(actor, TYPE, key, 'ViewBasic');
    if (kind === 'system') return this.series.page(SYSTEM_PROFILES, target, asked);
    return this.shown(actor, target.fqn, await this.series.page(TABLE_PROFILES, target, asked));
  }

  /**
   * Deletes the profile at a timestamp, with the observations that followed from it; of the writes all that were at that time.
   *
   * @returns what was deleted
   * @throws {AppError} as `list`; NOT_FOUND where there is none at that time
   */
  async remove(actor: Actor, kind: ProfileKind, key: string, timestamp: number): Promise<readonly object[]> {
    const column = kind === 'column' ? await this.column(actor, key, 'EditTests') : undefined;
    const target = column?.table ?? (await this.targets.find(actor, TYPE, key, 'EditTests'));
    const shown = await this.hidden.profilesOf(actor, column?.fqn ?? target.fqn);
    return this.targets.change(target, async (tx) => {
      const removed = await this.take(tx, kind, target, timestamp, column);
      const of = column?.fqn ?? target.fqn;
      if (!removed.length)
        throw new AppError('NOT_FOUND', `${kind}Profile instance for ${of} at ${timestamp} not found`);
      return removed.map(shown);
    });
  }

  /** A page of profiles, which do not name what they are of. */
  private async shown(actor: Actor, fqn: string, page: string): Promise<string> {
    if (!this.hidden.mayHideFrom(actor)) return page;
    const shown = await this.hidden.profilesOf(actor, fqn);
    const { data, ...rest } = JSON.parse(page) as { readonly data: readonly Readonly<Record<string, unknown>>[] };
    return JSON.stringify({ data: data.map(shown), ...rest });
  }

  private async take(
    tx: Transaction,
    kind: ProfileKind,
    { node, fqn }: EvidenceTarget,
    timestamp: number,
    column?: Column,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    switch (kind) {
      case 'table': {
        const removed = await this.profiles.takeTable(tx, node, timestamp);
        await this.profiles.showNewest(tx, node);
        await this.observations.replaceDerived(tx, node, profileSource(timestamp), []);
        return removed;
      }
      case 'column': {
        const removed = column && (await this.profiles.takeColumn(tx, node, column.key, timestamp));
        if (!removed) return [];
        await this.arriveWithout(tx, node, fqn, removed.profile);
        return [{ ...removed.body }];
      }
      case 'system': {
        const removed = await this.profiles.takeSystem(tx, node, timestamp);
        // That the table was profiled at that time stays true.
        await this.observations.removeRefreshes(tx, node, timestamp, PROFILE_SOURCES, profileSource(timestamp));
        return removed;
      }
    }
  }

  /** Stores anew what a profile of the table says of the newest data, now that one of its columns does not count any more. */
  private async arriveWithout(tx: Transaction, node: string, fqn: string, timestamp: number): Promise<void> {
    if (!(await this.observations.removeArrival(tx, node, profileSource(timestamp)))) return;
    const columnProfile = await this.profiles.columnProfiles(tx, node, timestamp);
    const columns = columnsByName((await this.profiles.columnsOf(tx, node)).columns, fqn);
    const derived = observationsOf({ tableProfile: { timestamp }, columnProfile }, columns);
    const arrivals = derived.filter(({ kind }) => kind === 'arrival');
    await this.observations.put(tx, node, arrivals);
  }

  private async column(actor: Actor, fqn: string, operation: Operation): Promise<Column> {
    const names = splitFqn(fqn) ?? [];
    const [table, path] = [names.slice(0, TABLE_PARTS), names.slice(TABLE_PARTS)];
    if (path.length === 0) {
      const message = `must be the FQN of a column, service.database.schema.table.column; got "${fqn.slice(0, 100)}"`;
      throw invalidFields([{ field: 'fqn', message }]);
    }
    const target = await this.targets.find(actor, TYPE, joinFqn(undefined, ...table), operation);
    const own = joinFqn(target.fqn, ...path);
    const [row] = await this.database.read<{ found: boolean }>(HAS_COLUMN, [target.node, own]);
    if (!row?.found) throw notFound('column', own);
    return { table: target, fqn: own, key: md5(joinFqn(undefined, ...path)) };
  }
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const HAS_COLUMN = {
  name: 'has-column',
  text: `
    select jsonb_path_exists(details -> 'columns', '$.**.fullyQualifiedName ? (@ == $fqn)', jsonb_build_object('fqn', $2::text)) as found
      from entity where node = $1`,
};
