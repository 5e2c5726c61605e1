import { member, type Reference, Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { StartAsset } from './causes/cause-graph.repository';
import { Causes, type RelatedIncident, type Relations } from './causes/causes';
import type { ContractIncident, ExpectationIncident, IncidentCause } from './contract-incident';
import { IncidentRepository } from './incident.repository';
import type { IncidentRow } from './incident-sql';

export interface AffectedIncident {
  readonly contract: Reference;
  readonly incident: string;
  readonly status: ContractIncident['status'];
  readonly openedAt: number;
  readonly hops: number;
}

/** The members of an incident that do not stand in its row. */
export interface IncidentSurroundings {
  readonly cause?: IncidentCause;
  readonly candidate?: Reference;
  readonly affected: readonly AffectedIncident[];
  readonly testCaseIncidents: readonly ExpectationIncident[];
}

/** An incident with the node of its contract, and its relations. */
interface Described extends Relations {
  readonly id: string;
  readonly node: string;
  readonly candidate?: Reference | null;
}

const NOTHING: IncidentSurroundings = { affected: [], testCaseIncidents: [] };

/** Shows incidents with what they follow from and what follows from them, as far as the reader may view the contracts. */
@Injectable()
export class IncidentView {
  constructor(
    private readonly database: Database,
    private readonly incidents: IncidentRepository,
    private readonly causes: Causes,
    private readonly visibility: Visibility,
  ) {}

  async shown(actor: Actor, rows: readonly IncidentRow[]): Promise<ContractIncident[]> {
    const surroundings = await this.surroundings(actor, rows);
    return rows.map((row) => shownIncident(row, surroundings.get(row.id)));
  }

  /** By id. A cause that is derived is that of now; of a resolved incident it is the last one. */
  async surroundings(actor: Actor, rows: readonly IncidentRow[]): Promise<Map<string, IncidentSurroundings>> {
    const resolved = rows.filter(({ status }) => status === 'Resolved').map(({ id }) => id);
    const [derived, kept] = await Promise.all([
      this.causes.of(rows.map(({ id }) => id)),
      this.incidents.keptRelations(resolved),
    ]);
    const relations = rows.map(({ id, node, candidate }) => ({
      ...{ id, node, candidate },
      ...(derived.get(id) ?? kept.get(id) ?? { affected: [] }),
    }));
    return this.described(actor, relations);
  }

  /** Describes an incident that is about to be opened. @param node of its contract */
  async ofNew(actor: Actor, start: StartAsset, node: string): Promise<IncidentSurroundings> {
    const relations = (await this.causes.around([start])).get(start.id)!;
    return (await this.described(actor, [{ id: start.id, node, ...relations }])).get(start.id)!;
  }

  private async described(actor: Actor, incidents: readonly Described[]): Promise<Map<string, IncidentSurroundings>> {
    if (!incidents.length) return new Map();
    const [related, expectations] = await Promise.all([
      this.related(actor, incidents),
      this.incidents.expectationIncidents(incidents.map(({ node }) => node)),
    ]);
    const seen = await this.seen(actor, [
      ...[...expectations.values()].flat().map(({ testCase }) => testCase),
      ...incidents.flatMap(({ candidate }) => candidate ?? []),
    ]);
    return new Map(
      incidents.map(({ id, node, cause, candidate, affected }) => {
        const row = cause && related.get(cause.id);
        const shownCause = cause && row && { contract: row.contract, incident: cause.id, hops: cause.hops };
        const surroundings: IncidentSurroundings = {
          ...(shownCause && { cause: shownCause }),
          ...(candidate && seen.has(candidate.id) && { candidate }),
          affected: affected.flatMap((one) => affectedOf(one, related.get(one.id))),
          testCaseIncidents: (expectations.get(node) ?? []).filter(({ testCase }) => seen.has(testCase.id)),
        };
        return [id, surroundings];
      }),
    );
  }

  /** Incidents of contracts that the actor may view, by id. */
  private async related(actor: Actor, relations: readonly Relations[]): Promise<Map<string, IncidentRow>> {
    const named = relations.flatMap(({ cause, affected }) => [...(cause ? [cause] : []), ...affected]);
    if (!named.length) return new Map();
    const rows = await this.incidents.findAll([...new Set(named.map(({ id }) => id))]);
    const seen = await this.seen(
      actor,
      rows.map(({ contract }) => contract),
    );
    return new Map(rows.filter(({ contract }) => seen.has(contract.id)).map((row) => [row.id, row]));
  }

  private async seen(actor: Actor, references: readonly Reference[]): Promise<Set<string>> {
    return new Set((await this.visibility.seenOf(this.database, actor, references)).map(({ id }) => id));
  }
}

function affectedOf({ hops }: RelatedIncident, row: IncidentRow | undefined): AffectedIncident[] {
  if (!row) return [];
  return [{ contract: row.contract, incident: row.id, status: row.status, openedAt: Number(row.opened_at), hops }];
}

/** An incident as it is shown to who may view what its surroundings name. */
export function shownIncident(
  row: IncidentRow,
  { cause, candidate, affected, testCaseIncidents } = NOTHING,
): ContractIncident {
  return {
    ...{ id: row.id, contract: row.contract, status: row.status, openedAt: Number(row.opened_at) },
    ...member('since', row.status === 'Resolved' ? null : numberOf(row.since)),
    ...member('firstResult', row.first_result),
    ...member('lastResult', row.last_result),
    ...{ failures: Number(row.failures), goodRuns: Number(row.good_runs) },
    ...member('assignee', row.assignee),
    ...member('severity', row.severity),
    ...member('snoozedUntil', numberOf(row.snoozed_until)),
    ...member('mutedUntil', numberOf(row.muted_until)),
    ...member('muteReason', row.mute_reason),
    ...member('cause', cause),
    ...member('candidate', candidate),
    ...member('unknownSince', numberOf(row.unknown_since)),
    ...{ affected: affected.length, testCaseIncidents },
    ...member('resolvedAt', numberOf(row.resolved_at)),
    ...member('resolvedBy', row.resolved_by),
    ...member('resolution', row.resolution),
    ...{ comments: row.comments, updatedAt: Number(row.updated_at) },
  };
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));
