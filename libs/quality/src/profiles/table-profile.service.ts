import { EntityReader, entityTypes, inTransaction, type EntityAnswer } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ObservationRepository } from '../observations/observation.repository';
import { TargetFinder } from '../target/target-finder';
import type { EvidenceTarget } from '../target/evidence-target';
import { observationsOf, profileSource } from './profile-evidence';
import { columnKey, columnsByName, refuseColumns, withProfiles, type TableColumn } from './table-columns';
import { NEWEST_COLUMN_PROFILES, TableProfileRepository, type ColumnProfileRow } from './table-profile.repository';
import type { SentTableProfile } from './table-profile';

const TYPE = 'table';

type Queryable = Parameters<EntityReader['read']>[0];

/** Profiles of tables, and what they say of the data in time. A table is named by id or FQN. */
@Injectable()
export class TableProfileService {
  constructor(
    private readonly database: Database,
    private readonly targets: TargetFinder,
    private readonly profiles: TableProfileRepository,
    private readonly observations: ObservationRepository,
    private readonly reader: EntityReader,
  ) {}

  /**
   * Stores a profile; one at the same timestamp is replaced, with the observations that followed from it.
   *
   * @returns the table with the newest profile of it and of its columns
   * @throws {AppError} BAD_REQUEST also for the profile of a column that the table does not have
   */
  async push(actor: Actor, table: string, profile: SentTableProfile): Promise<EntityAnswer> {
    const target = await this.targets.find(actor, TYPE, table, 'EditTests');
    return this.targets.change(target, async (tx) => {
      const known = await this.profiles.columnsOf(tx, target.node);
      const columns = columnsByName(known.columns, target.fqn);
      const sent = profile.columnProfile ?? [];
      const keys = sent.map(({ name }) => columnKey(columns, known, name));
      const unknown = sent.flatMap(({ name }, at) =>
        keys[at] === undefined ? [{ field: `columnProfile[${at}].name`, name }] : [],
      );
      refuseColumns(target.fqn, unknown, [...columns.keys()]);
      const columnProfile = sent.map((one, at) => ({ ...one, name: keys[at]! }));
      const found = { ...profile, ...(profile.columnProfile && { columnProfile }) };
      await this.profiles.put(tx, target.node, found);
      await this.profiles.showNewest(tx, target.node);
      const derived = observationsOf(found, columns);
      await this.observations.replaceDerived(tx, target.node, profileSource(profile.tableProfile.timestamp), derived);
      return this.shown(inTransaction(tx), target);
    });
  }

  /** The table with the newest profile of it and of its columns. */
  async latest(actor: Actor, table: string): Promise<EntityAnswer> {
    return this.shown(this.database, await this.targets.find(actor, TYPE, table, 'ViewBasic'));
  }

  private async shown(db: Queryable, { id, node }: EvidenceTarget): Promise<EntityAnswer> {
    const entityType = entityTypes.get(TYPE);
    const answer = await this.reader.read(db, entityType, id, 'non-deleted');
    const profiles = (await db.read<ColumnProfileRow>(NEWEST_COLUMN_PROFILES, [node])).map(({ body }) => body);
    if (!profiles.length) return answer;
    const document = JSON.parse(answer.json) as { fullyQualifiedName: string; columns: TableColumn[] };
    const columns = withProfiles(document.columns, document.fullyQualifiedName, profiles);
    return { ...answer, json: JSON.stringify({ ...document, columns }) };
  }
}
