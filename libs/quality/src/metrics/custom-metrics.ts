import { randomUUID } from 'node:crypto';
import {
  EntityReader,
  entityTypes,
  HiddenReferences,
  inTransaction,
  LARGEST_DOCUMENT,
  MOST_METRICS,
  restoreUnseen,
  Visibility,
  type WriteAnswer,
} from '@app/catalog';
import { AppError, badRequest, invalidFields, notFound, type Actor } from '@app/common';
import { query, recordAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { columnPath } from '../profiles/table-columns';
import { TableProfileRepository } from '../profiles/table-profile.repository';
import type { EvidenceTarget } from '../target/evidence-target';
import { TargetFinder } from '../target/target-finder';
import type { CustomMetric, Owner, SentCustomMetric } from './custom-metric';

const TYPE = 'table';
const OWNER_TYPES = ['user', 'team'];

/** The metrics of a table or column after a change, and what the audit says of it. */
interface MetricsChange {
  readonly left: readonly CustomMetric[];
  readonly action: 'customMetricSet' | 'customMetricRemoved';
  readonly before?: CustomMetric;
  readonly after?: CustomMetric;
}

/** Metrics that users define on tables and columns. They stand in the table's document and change its version as little as profiles do. */
@Injectable()
export class CustomMetrics {
  constructor(
    private readonly targets: TargetFinder,
    private readonly profiles: TableProfileRepository,
    private readonly visibility: Visibility,
    private readonly references: HiddenReferences,
    private readonly reader: EntityReader,
  ) {}

  /**
   * Stores a metric, which replaces the one of that name.
   *
   * @param table its id
   * @returns the table
   * @throws {AppError} NOT_FOUND, FORBIDDEN; BAD_REQUEST for an unknown column, and for more metrics than there may be
   */
  async put(actor: Actor, table: string, sent: SentCustomMetric): Promise<WriteAnswer> {
    const { owners = [], ...metric } = sent;
    return this.change(actor, table, sent.columnName, 'columnName', async (tx, metrics) => {
      await this.requireOwners(tx, actor, owners);
      const at = metrics.findIndex(({ name }) => name === sent.name);
      if (at < 0 && metrics.length >= MOST_METRICS)
        throw badRequest(`There are ${MOST_METRICS} custom metrics there already, which is the most`);
      const stored: CustomMetric = {
        id: metrics[at]?.id ?? randomUUID(),
        ...metric,
        // Empty where there are none: a list of owners that are all hidden looks the same.
        owners: await this.withUnseen(tx, actor, owners, metrics[at]?.owners),
        updatedAt: Date.now(),
        updatedBy: actor.name,
      };
      const left = at < 0 ? [...metrics, stored] : metrics.with(at, stored);
      return { left, action: 'customMetricSet', before: metrics[at], after: stored };
    });
  }

  /**
   * Removes a metric of the table, or of a column of it.
   *
   * @returns the table
   * @throws {AppError} NOT_FOUND, FORBIDDEN
   */
  async remove(actor: Actor, table: string, name: string, column?: string): Promise<WriteAnswer> {
    return this.change(actor, table, column, 'column', async (_, metrics) => {
      const before = metrics.find((metric) => metric.name === name);
      const left = metrics.filter((metric) => metric !== before);
      if (before) return Promise.resolve({ left, action: 'customMetricRemoved', before });
      const of = column === undefined ? '' : ` of the column ${column}`;
      throw new AppError('NOT_FOUND', `customMetric instance for ${name}${of} not found`);
    });
  }

  private async change(
    actor: Actor,
    table: string,
    column: string | undefined,
    field: string,
    changed: (tx: Transaction, metrics: readonly CustomMetric[]) => Promise<MetricsChange>,
  ): Promise<WriteAnswer> {
    const target = await this.targets.find(actor, TYPE, table, 'EditTests');
    return this.targets.change(
      target,
      async (tx) => {
        const path = await this.pathOf(tx, target, column, field);
        const [row] = await query<{ metrics: CustomMetric[] | null }>(tx, READ, [target.node, path]);
        const { left, ...what } = await changed(tx, row?.metrics ?? []);
        await this.store(tx, target, path, left);
        await recordAction(tx, { ...what, actor: actor.name, to: { nodes: [target.node] } });
        return this.reader.whole({ tx, entityType: entityTypes.get(TYPE) }, target.id, 'non-deleted');
      },
      actor.origin,
    );
  }

  /** Where the metrics stand in the document. */
  private async pathOf(
    tx: Transaction,
    { node, fqn }: EvidenceTarget,
    column: string | undefined,
    field: string,
  ): Promise<string[]> {
    if (column === undefined) return ['customMetrics'];
    const path = columnPath(await this.profiles.columnsOf(tx, node), fqn, column);
    if (path) return ['columns', ...path, 'customMetrics'];
    throw invalidFields([{ field, message: `the table ${fqn} has no column "${column.slice(0, 100)}"` }]);
  }

  private async store(
    tx: Transaction,
    { node }: EvidenceTarget,
    path: string[],
    metrics: readonly CustomMetric[],
  ): Promise<void> {
    const values = [node, path, metrics.length ? JSON.stringify(metrics) : null];
    const [row] = await query<{ bytes: number }>(tx, STORE, values);
    if (row && row.bytes > LARGEST_DOCUMENT)
      throw badRequest(`With it the table has too many bytes as JSON; at most ${LARGEST_DOCUMENT} are allowed`);
  }

  /** The owners that are sent, and those who are not shown to who sends them. */
  private async withUnseen(
    tx: Transaction,
    actor: Actor,
    sent: readonly Owner[],
    owners: readonly Owner[] = [],
  ): Promise<readonly Owner[]> {
    const named = sent.map(({ id, type }) => ({ id, type }));
    const [seen] = (await this.references.shown(inTransaction(tx), actor, [{ owners }])) ?? [];
    if (!seen) return named;
    const { document, positions } = seen;
    return restoreUnseen(owners, (document as { owners: unknown }).owners, named, { positions }) as Owner[];
  }

  /** Owners are visible users and teams; a hidden one is answered like a missing one. */
  private async requireOwners(
    tx: Transaction,
    actor: Actor,
    owners: readonly { id: string; type: string }[],
  ): Promise<void> {
    const wrong = owners.findIndex(({ type }) => !OWNER_TYPES.includes(type));
    if (wrong >= 0)
      throw invalidFields([{ field: `owners[${wrong}].type`, message: `must be one of ${OWNER_TYPES.join(', ')}` }]);
    if (!owners.length) return;
    const found = await query<{ id: string; type: string }>(tx, LIVE, [owners.map(({ id }) => id)]);
    const seen = await this.visibility.seenOf(inTransaction(tx), actor, found);
    const known = new Set(seen.map(({ id, type }) => `${type} ${id}`));
    const unknown = owners.find(({ id, type }) => !known.has(`${type} ${id.toLowerCase()}`));
    if (unknown) throw notFound(unknown.type, unknown.id);
  }
}

const READ = `select details #> $2::text[] as metrics from entity where node = $1`;
const STORE = `
  update entity set details = case when $3::jsonb is null then details #- $2::text[] else jsonb_set(details, $2::text[], $3::jsonb) end
   where node = $1 returning details_bytes as bytes`;
const LIVE = `select id::text as id, type from entity where id = any($1::uuid[]) and deleted_by is null`;
