import { EntityReader, entityTypes, inTransaction, partLists, splitFqn, type EntityAnswer } from '@app/catalog';
import { notFound, type Actor } from '@app/common';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Database, query, recordAction, type Transaction } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { hidesPath, taggedPaths, type TaggedColumn } from '../hidden/tagged-columns';
import { refuseColumns } from '../profiles/table-columns';
import type { EvidenceTarget } from '../target/evidence-target';
import { TargetFinder } from '../target/target-finder';
import {
  cut,
  sampleMember,
  unknownColumns,
  withoutHidden,
  type Sample,
  type SampledPart,
  type SampleRows,
} from './sample';

const READ = { name: 'sample-data', text: 'select body, is_example as "isExample" from sample_data where asset = $1' };
const PUT = `
  insert into sample_data (asset, body) values ($1, $2) on conflict (asset) do update set body = excluded.body, is_example = false`;
const REMOVE = 'delete from sample_data where asset = $1 returning asset';

type Queryable = Parameters<EntityReader['read']>[0];

interface Described {
  readonly answer: EntityAnswer;
  readonly document: Readonly<Record<string, unknown>>;
  /** FQN of the asset that has the parts. */
  readonly asset: string;
  readonly parts: readonly SampledPart[];
}

/** The type whose samples are the rows that failed; they are rows of its table. */
const TEST_CASE = 'testCase';
const TABLE_OF = {
  name: 'sample-table',
  text: 'select t.id::text as id, t.fqn from entity e join entity t on t.node = e.parent where e.node = $1',
};

/**
 * A sample of the data of a table, a topic or a search index, or of the rows that failed a test: often personal data, and stored only if
 * the service is configured to.
 */
@Injectable()
export class SampleData {
  constructor(
    private readonly database: Database,
    private readonly targets: TargetFinder,
    private readonly reader: EntityReader,
    @Inject(APP_SETTINGS) private readonly settings: Pick<Settings, 'sampleData' | 'sampleDataHiddenTags'>,
  ) {}

  /**
   * Stores the first rows or messages, which replace the stored ones, if the service is configured to.
   *
   * @returns the entity, with the stored value
   * @throws {AppError} NOT_FOUND, FORBIDDEN; BAD_REQUEST for columns that the table does not have
   */
  async put(actor: Actor, type: string, asset: string, sent: Sample): Promise<EntityAnswer> {
    const target = await this.targets.find(actor, type, asset, 'EditTests');
    return this.targets.change(
      target,
      async (tx) => {
        const described = await this.described(inTransaction(tx), target);
        if ('columns' in sent) requireColumns(sent, described);
        if (this.settings.sampleData === 'off') return described.answer;
        const kept = this.shown(cut(sent), described);
        await query(tx, PUT, [target.node, JSON.stringify(kept)]);
        await this.record(tx, actor, target, 'sampleDataStored');
        return withSample(described, target, kept);
      },
      actor.origin,
    );
  }

  /** The entity with its sample, if the service stores them and there is one. @throws {AppError} NOT_FOUND, FORBIDDEN */
  async get(actor: Actor, type: string, asset: string): Promise<EntityAnswer> {
    const target = await this.targets.find(actor, type, asset, 'ViewSampleData');
    const described = await this.described(this.database, target);
    if (this.settings.sampleData === 'off') return described.answer;
    const [row] = await this.database.read<{ body: Sample; isExample: boolean }>(READ, [target.node]);
    return row && !(row.isExample && this.isOfHidden(target, described))
      ? withSample(described, target, this.shown(row.body, described))
      : described.answer;
  }

  /** Removes the sample, also if the service has ceased to store samples. Returns the entity. @throws {AppError} NOT_FOUND, FORBIDDEN */
  async remove(actor: Actor, type: string, asset: string): Promise<EntityAnswer> {
    const target = await this.targets.find(actor, type, asset, 'EditTests');
    return this.targets.change(
      target,
      async (tx) => {
        const removed = await query(tx, REMOVE, [target.node]);
        if (removed.length) await this.record(tx, actor, target, 'sampleDataRemoved');
        return (await this.described(inTransaction(tx), target)).answer;
      },
      actor.origin,
    );
  }

  private record(
    tx: Transaction,
    { name }: Actor,
    { node }: EvidenceTarget,
    action: 'sampleDataStored' | 'sampleDataRemoved',
  ): Promise<void> {
    return recordAction(tx, { action, actor: name, to: { nodes: [node] } });
  }

  /** Whether a test case is about a column whose values are hidden: the failing rows reveal them. */
  private isOfHidden({ fqn }: EvidenceTarget, { asset, parts }: Described): boolean {
    const path = (splitFqn(fqn) ?? []).slice(splitFqn(asset)?.length ?? 0, -1);
    return path.length > 0 && hidesPath(taggedPaths(parts as TaggedColumn[], this.settings.sampleDataHiddenTags), path);
  }

  /** Tags may have been added since it was stored. */
  private shown(sample: Sample, { asset, parts }: Described): Sample {
    return withoutHidden(sample, parts, asset, this.settings.sampleDataHiddenTags);
  }

  private async described(db: Queryable, target: EvidenceTarget): Promise<Described> {
    const own = await this.read(db, target);
    if (target.type !== TEST_CASE) return { ...own, asset: target.fqn };
    const [table] = await db.read<{ id: string; fqn: string }>(TABLE_OF, [target.node]);
    if (!table) throw notFound(target.type, target.id);
    const { parts } = await this.read(db, { type: 'table', id: table.id });
    return { ...own, parts, asset: table.fqn };
  }

  private async read(
    db: Queryable,
    { type, id }: Pick<EvidenceTarget, 'type' | 'id'>,
  ): Promise<Omit<Described, 'asset'>> {
    const entityType = entityTypes.get(type);
    const answer = await this.reader.read(db, entityType, id, 'non-deleted');
    const document = JSON.parse(answer.json) as Readonly<Record<string, unknown>>;
    return { answer, document, parts: partLists(entityType, document).flatMap(({ parts }) => parts) };
  }
}

function withSample({ answer, document }: Described, { type }: EvidenceTarget, sample: Sample): EntityAnswer {
  return { ...answer, json: JSON.stringify({ ...document, [sampleMember(type)]: sample }) };
}

function requireColumns(sent: SampleRows, { asset, parts }: Described): void {
  const unknown = unknownColumns(sent, parts, asset);
  const named = unknown.map(({ name, at }) => ({ field: `columns[${at}]`, name: name.slice(0, 100) }));
  const known = parts.map(({ name = '' }) => name);
  refuseColumns(asset, named, known);
}
