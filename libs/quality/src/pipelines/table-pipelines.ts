import {
  EntityReader,
  entityTypes,
  inTransaction,
  MOST_PIPELINES,
  ReferenceResolver,
  RUN_STATUSES,
  toEntityKey,
  Visibility,
  type WriteAnswer,
} from '@app/catalog';
import { AppError, badRequest, groupBy, invalidFields, type Actor } from '@app/common';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EvidenceTarget } from '../target/evidence-target';
import { TargetFinder } from '../target/target-finder';

/** The report of a connector on a pipeline that processes a table; times in epoch ms, the average in ms. */
export interface SentTablePipeline {
  /** A reference, checked. */
  readonly pipeline: unknown;
  readonly serviceType?: string;
  readonly scheduleInterval?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly lastRunTime?: number;
  readonly lastRunStatus?: (typeof RUN_STATUSES)[number];
  readonly averageRunTime?: number;
}

const TYPE = 'table';
const FIELD = 'pipelineObservability';

/** The pipelines that process a table, each with its schedule and its last run. Evidence: the version of the table stays. */
@Injectable()
export class TablePipelines {
  constructor(
    private readonly targets: TargetFinder,
    private readonly resolver: ReferenceResolver,
    private readonly visibility: Visibility,
    private readonly reader: EntityReader,
  ) {}

  /**
   * Stores reports of pipelines, which replace those of the same ones; others stay. Connectors report several runs of a
   * pipeline at once: the newest of them counts.
   *
   * @param table its id or FQN
   * @param only FQN of the pipeline that all must speak of
   * @returns the table
   * @throws {AppError} NOT_FOUND for the table or a pipeline, FORBIDDEN; BAD_REQUEST for another pipeline, and for more pipelines than
   * a table may have
   */
  put(actor: Actor, table: string, sent: readonly SentTablePipeline[], only?: string): Promise<WriteAnswer> {
    return this.change(actor, table, async (tx, { node }) => {
      const references = sent.map(({ pipeline }) => pipeline);
      const pipelines = await this.resolver.inOrder(tx, actor, 'pipeline', ['pipeline'], references);
      const other = pipelines.find(({ fullyQualifiedName }) => only !== undefined && fullyQualifiedName !== only);
      if (other) throw anotherOne(other.fullyQualifiedName);
      const told = sent.map(({ pipeline: _, ...body }, i) => ({ pipeline: pipelines[i]?.node, body }));
      const rows = [...groupBy(told, ({ pipeline }) => pipeline).values()].map(newest);
      await query(tx, PUT, [node, JSON.stringify(rows)]);
      const [counted] = await query<{ count: number }>(tx, COUNT, [node]);
      if (counted && counted.count > MOST_PIPELINES)
        throw badRequest(`A table has at most ${MOST_PIPELINES} pipelines; with these it has ${counted.count}`);
    });
  }

  /** The last report on each pipeline, by its name. @throws {AppError} NOT_FOUND, FORBIDDEN */
  async list(actor: Actor, table: string): Promise<readonly object[]> {
    const answer = await this.reader.get(actor, entityTypes.get(TYPE), toEntityKey(table), FIELD, 'non-deleted');
    return (JSON.parse(answer.json) as Record<typeof FIELD, readonly object[]>)[FIELD];
  }

  /**
   * Removes what was reported of all pipelines that the actor sees, or of one.
   *
   * @param only its FQN
   * @returns the table
   * @throws {AppError} NOT_FOUND, also where nothing was reported of that one; FORBIDDEN
   */
  remove(actor: Actor, table: string, only?: string): Promise<WriteAnswer> {
    return this.change(actor, table, async (tx, { node, fqn }) => {
      const told = await query<{ node: string; id: string; type: string }>(tx, TOLD, [node, only ?? null]);
      const seen = await this.visibility.seenOf(inTransaction(tx), actor, told);
      if (only !== undefined && !seen.length)
        throw new AppError('NOT_FOUND', `pipelineObservability instance for ${only} of the table ${fqn} not found`);
      await query(tx, REMOVE, [node, seen.map((pipeline) => pipeline.node)]);
    });
  }

  private async change(
    actor: Actor,
    table: string,
    changed: (tx: Transaction, target: EvidenceTarget) => Promise<void>,
  ): Promise<WriteAnswer> {
    const target = await this.targets.find(actor, TYPE, table, 'EditTests');
    return this.targets.change(target, async (tx) => {
      await changed(tx, target);
      return this.reader.whole({ tx, entityType: entityTypes.get(TYPE) }, target.id, 'non-deleted');
    });
  }
}

/** The last one of those at one time, or without any. */
function newest<Told extends { readonly body: Omit<SentTablePipeline, 'pipeline'> }>(
  told: readonly Told[],
): Told | undefined {
  const times = told.map(({ body }) => body.lastRunTime ?? -Infinity);
  return told[times.lastIndexOf(Math.max(...times))];
}

const anotherOne = (fqn: string): AppError =>
  invalidFields([{ field: 'pipeline', message: `is ${fqn}, which is not the pipeline of the path` }]);

// In the order of their locks, so that two writers never deadlock. For deleted entities nothing is stored.
const PUT = `
  insert into pipeline_observability (asset, pipeline, body)
  select $1::bigint, p.node, x.body
    from jsonb_to_recordset($2) x (pipeline bigint, body jsonb) join entity p on p.node = x.pipeline
   where p.deleted_by is null order by p.node for key share of p
  on conflict (asset, pipeline) do update set body = excluded.body`;

const COUNT = `select count(*)::int as count from pipeline_observability where asset = $1`;

const TOLD = `
  select p.node::text as node, p.id::text as id, p.type
    from pipeline_observability o join entity p on p.node = o.pipeline
   where o.asset = $1 and p.deleted_by is null and ($2::text is null or p.fqn = $2)`;

const REMOVE = `delete from pipeline_observability where asset = $1 and pipeline = any($2::bigint[])`;
