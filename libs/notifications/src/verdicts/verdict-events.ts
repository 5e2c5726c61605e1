import { AppError, type Actor } from '@app/common';
import { Database } from '@app/database';
import { openLineageName } from '@app/lineage';
import { ANYBODY, HiddenValues } from '@app/quality';
import { HiddenVerdicts, isTerminal, ResultService, type ExecutionStatus } from '@app/results';
import { Injectable } from '@nestjs/common';
import type { Notice } from '../document/notice';
import { runEventOf, type JudgedDataset, type Verdict } from './run-event';

interface AssetRow {
  readonly type: string;
  readonly fqn: string;
  /** The namespace by which events have named the asset last; null where none has. */
  readonly namespace: string | null;
  readonly name: string | null;
}

/** Results of contracts as RunEvents of OpenLineage. */
@Injectable()
export class VerdictEvents {
  constructor(
    private readonly database: Database,
    private readonly results: ResultService,
    private readonly hidden: HiddenVerdicts,
    private readonly values: HiddenValues,
  ) {}

  /** One for each notice of a result that has ended, as the viewer may see it now; other notices have none. */
  async of(viewer: Actor, notices: readonly Notice[]): Promise<object[]> {
    const events: object[] = [];
    for (const { entity, event } of notices) {
      const { result, eventType } = event ?? {};
      if (!result || eventType === 'resultDeleted' || !isTerminal(result.status as ExecutionStatus)) continue;
      const verdict = await this.verdict(viewer, entity.id, result.timestamp);
      const dataset = verdict && (await this.datasetOf(entity.id));
      if (dataset) events.push(runEventOf(entity.fullyQualifiedName, dataset, verdict));
    }
    return events;
  }

  /** Undefined where it is gone, or hidden from the viewer. */
  private async verdict(viewer: Actor, contract: string, timestamp: number): Promise<Verdict | undefined> {
    try {
      const text = await this.results.byTimestamp(viewer, contract, timestamp);
      const shown = await this.hidden.stripAnswer(viewer, text);
      return JSON.parse(await this.values.stripAnswer(ANYBODY, shown)) as Verdict;
    } catch (error) {
      if (error instanceof AppError && ['NOT_FOUND', 'FORBIDDEN'].includes(error.code)) return undefined;
      throw error;
    }
  }

  /** By the name that events have for it, so that what receives the event knows it; else by the one that our exports write. */
  private async datasetOf(contract: string): Promise<JudgedDataset | undefined> {
    const [row] = await this.database.read<AssetRow>(ASSET, [contract]);
    if (!row) return undefined;
    const { type, fqn, namespace, name } = row;
    return namespace !== null && name !== null ? { namespace, name } : openLineageName(type, fqn);
  }
}

const ASSET = {
  name: 'asset-of-verdict',
  text: `
    select a.type, a.fqn, n.namespace, n.name
      from entity c join contract k on k.node = c.node join entity a on a.node = k.asset
      left join lateral (
        select w.namespace, w.name from openlineage_name w where w.node = a.node and w.kind = 'dataset'
         order by w.last_seen desc, w.key limit 1) n on true
     where c.id = $1`,
};
