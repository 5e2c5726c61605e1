import { effectivePolicy, LONGEST_PERIOD_MS, periodOf, PolicyRepository } from '@app/agreements';
import { type FoundEntity, member, type NamedReference, writerKey } from '@app/catalog';
import { AppError, conflict, invalidFields, notFound, type Actor } from '@app/common';
import { lockContracts } from '@app/contracts';
import {
  Database,
  once,
  recordAction,
  tokenKeys,
  type AuditedAction,
  type IdempotencyToken,
  type RecordedAnswer,
  type Transaction,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Severity } from '../states/transitions';
import type { IncidentCause } from './contract-incident';
import { nextState, type SentAction } from './incident-actions';
import { INCIDENT_TYPE, IncidentFinder } from './incident-finder';
import { IncidentFollower } from './incident-follower';
import { IncidentRepository } from './incident.repository';
import { IncidentRights } from './incident-rights';
import { IncidentTransitions } from './incident-transitions';
import type { IncidentRow } from './incident-sql';
import { IncidentView, shownIncident, type IncidentSurroundings } from './incident-view';

const CONTRACT = 'dataContract';
const CREATED = 201;
const OK = 200;

export interface SentIncident {
  readonly comment: string;
  readonly severity?: Severity;
}

/** The answer to a write: JSON text. */
export interface WrittenIncident {
  readonly json: string;
  readonly isNew: boolean;
  /** It is the answer to an earlier request with the same Idempotency-Key. */
  readonly replayed?: true;
}

/** Opens incidents by hand, and does what people do about them. What verdicts make of them does the `IncidentFollower`. */
@Injectable()
export class IncidentWriter {
  constructor(
    private readonly database: Database,
    private readonly incidents: IncidentRepository,
    private readonly finder: IncidentFinder,
    private readonly view: IncidentView,
    private readonly transitions: IncidentTransitions,
    private readonly follower: IncidentFollower,
    private readonly rights: IncidentRights,
    private readonly policies: PolicyRepository,
  ) {}

  /**
   * Opens the incident of a contract by hand. Where one is open, the comment is added to that.
   *
   * @throws {AppError} NOT_FOUND, FORBIDDEN
   */
  async open(actor: Actor, contractId: string, sent: SentIncident, token?: IdempotencyToken): Promise<WrittenIncident> {
    const contract = await this.rights.contract(actor, contractId);
    await this.transitions.settle({ contract: contractId });
    const before = await this.incidents.openOf(contract.node);
    const asset = await this.incidents.assetOf(contract.node);
    await this.rights.require(actor, 'open', { contract, assignee: before?.assignee ?? null }, asset);
    const surroundings = before
      ? await this.surroundingsOf(actor, before)
      : await this.ofNew(actor, contract, asset.node);
    return this.written(contract, token, actor, async (tx) => {
      if (!(await lockContracts(tx, [contract.node], { live: true })).size) throw notFound(CONTRACT, contractId);
      await this.follower.followLocked(tx, [contract.node]);
      const open = await this.incidents.openOf(contract.node, tx);
      const id = open ? open.id : await this.opened(tx, actor, contract.node, sent, surroundings?.cause);
      if (open) await this.commented(tx, actor, open, sent);
      const after = (await this.incidents.find(id, tx))!;
      await this.record(tx, actor, open ? 'incidentActed' : 'incidentOpened', open, after);
      return { row: after, isNew: !open, surroundings };
    });
  }

  /**
   * Does an action on an incident.
   *
   * @throws {AppError} NOT_FOUND (incident, assignee), FORBIDDEN, CONFLICT where it is resolved, BAD_REQUEST for a time
   */
  async act(
    actor: Actor,
    id: string,
    sent: SentAction<NamedReference>,
    token?: IdempotencyToken,
  ): Promise<WrittenIncident> {
    const before = await this.finder.find(actor, id);
    await this.rights.require(actor, sent.action, before, { type: before.asset_type, id: before.asset_id });
    if (nextState(stateOf(before), sent.action) === 'resolved already') throw resolvedAlready(before);
    const assignee = sent.assignee && (await this.rights.assignee(actor, sent.assignee, before.contract.id));
    if (sent.until !== undefined) requireSoon(sent.until, await this.database.now());
    const surroundings = await this.surroundingsOf(actor, before);
    return this.written({ id: before.contract.id }, token, actor, async (tx) => {
      await lockContracts(tx, [before.node]);
      await this.follower.followLocked(tx, [before.node]);
      const now = await this.incidents.find(id, tx);
      if (!now) throw notFound(INCIDENT_TYPE, id);
      const changed = await this.acted(tx, actor, now, sent, assignee?.node);
      if (changed && sent.action === 'resolve') await this.keepCauses(tx, id, surroundings);
      const after = changed ? (await this.incidents.find(id, tx))! : now;
      if (changed) await this.record(tx, actor, 'incidentActed', now, after);
      return { row: after, isNew: false, surroundings };
    });
  }

  /** @returns whether it changed anything */
  private async acted(
    tx: Transaction,
    actor: Actor,
    now: IncidentRow,
    sent: SentAction<NamedReference>,
    assignee: string | undefined,
  ): Promise<boolean> {
    const { action, until, reason, resolution, comment } = sent;
    const state = stateOf(now);
    const next = nextState(state, action);
    if (next === 'resolved already') throw resolvedAlready(now);
    // A user has seen it already: no notification is needed.
    const isSame = action === 'acknowledge' && state.isAcknowledged && comment === undefined;
    if (isSame) return false;
    await this.incidents.act(tx, now.id, {
      ...next,
      ...member('assignee', assignee),
      ...(action === 'snooze' && member('snoozedUntil', until)),
      ...member('resolution', resolution),
      ...(action === 'resolve' && { resolvedBy: actor.id }),
      ...(action === 'comment' && { comments: 1 as const }),
    });
    if (action === 'mute' || action === 'unmute') await this.incidents.mute(tx, now.node, until, reason);
    const said = {
      ...member('until', until),
      ...member('reason', reason),
      ...member('resolution', resolution),
      ...member('comment', comment),
    };
    await this.incidents.tell(tx, now.id, action, { by: actor.id, assignee, ...said });
    return true;
  }

  private async opened(
    tx: Transaction,
    actor: Actor,
    contract: string,
    { comment, severity }: SentIncident,
    cause: IncidentCause | undefined,
  ): Promise<string> {
    const details = { comment, ...member('severity', severity) };
    const id = await this.follower.openByHand(tx, contract, actor.id, details);
    if (severity) await this.incidents.setSeverity(tx, id, severity);
    const root = cause && { id: cause.incident, hops: cause.hops };
    await this.transitions.settleLocked(tx, [id], new Map(root && [[id, root]]), actor.name);
    return id;
  }

  private async ofNew(actor: Actor, { node, fqn }: FoundEntity, asset: string): Promise<IncidentSurroundings> {
    const { group, groupWithin } = effectivePolicy(await this.policies.ofContract(node)).incidents;
    const start = { id: 'new', asset: Number(asset), openedAt: await this.database.now(), fqn };
    return this.view.ofNew(actor, { ...start, ...(group && { within: periodOf(groupWithin) }) }, node);
  }

  /** Adds a report of a user about the contract to its open incident. */
  private async commented(
    tx: Transaction,
    actor: Actor,
    open: IncidentRow,
    { comment, severity }: SentIncident,
  ): Promise<void> {
    await this.incidents.act(tx, open.id, { ...stateOf(open), comments: 1 });
    if (severity && !open.severity) await this.incidents.setSeverity(tx, open.id, severity);
    await this.incidents.tell(tx, open.id, 'comment', { by: actor.id, comment, ...member('severity', severity) });
  }

  /** A resolved one retains the last cause, and those that follow from it have it as theirs. */
  private keepCauses(tx: Transaction, id: string, surroundings: IncidentSurroundings | undefined): Promise<void> {
    const { cause, affected = [] } = surroundings ?? {};
    const own = cause ? [{ id, cause: cause.incident, hops: cause.hops }] : [];
    return this.incidents.keepCauses(tx, [
      ...own,
      ...affected.map(({ incident, hops }) => ({ id: incident, cause: id, hops })),
    ]);
  }

  private async surroundingsOf(actor: Actor, row: IncidentRow | undefined): Promise<IncidentSurroundings | undefined> {
    return row && (await this.view.surroundings(actor, [row])).get(row.id);
  }

  /** Writes once for an Idempotency-Key; the answer is made within the transaction, so that a retry has the same. */
  private async written(
    { id }: { readonly id: string },
    token: IdempotencyToken | undefined,
    actor: Actor,
    work: (tx: Transaction) => Promise<{
      readonly row: IncidentRow;
      readonly isNew: boolean;
      readonly surroundings: IncidentSurroundings | undefined;
    }>,
  ): Promise<WrittenIncident> {
    const done = await this.database.queuedTransaction(
      [...tokenKeys(token), writerKey(CONTRACT, { id })],
      (tx) =>
        once(
          tx,
          token,
          async () => {
            const { row, isNew, surroundings } = await work(tx);
            return { json: JSON.stringify(shownIncident(row, surroundings)), isNew };
          },
          ({ json, isNew }) => ({ answer: { status: isNew ? CREATED : OK, headers: {}, body: json } }),
        ),
      actor.origin,
    );
    if (!done.isReplay) return done.effect;
    const { status, body } = done.answer as RecordedAnswer;
    return { json: body, isNew: status === CREATED, replayed: true };
  }

  private record(
    tx: Transaction,
    { name }: Actor,
    action: Extract<AuditedAction, 'incidentOpened' | 'incidentActed'>,
    before: IncidentRow | undefined,
    after: IncidentRow,
  ): Promise<void> {
    const to = { nodes: [after.node] };
    const states = { ...(before && { before: recorded(before) }), after: recorded(after) };
    return recordAction(tx, { action, actor: name, to, ...states });
  }
}

const stateOf = ({ status, is_acknowledged: isAcknowledged }: IncidentRow) => ({ status, isAcknowledged });

function resolvedAlready({ id, resolved_at: at }: IncidentRow): AppError {
  return conflict(
    `The incident ${id} is Resolved since ${new Date(Number(at)).toISOString()}; it takes comments alone`,
  );
}

function requireSoon(until: number, now: number): void {
  if (until > now && until <= now + LONGEST_PERIOD_MS) return;
  throw invalidFields([{ field: 'until', message: `must be in the future, and at most 366 days away; got ${until}` }]);
}

function recorded(row: IncidentRow): object {
  const {
    affected: _affected,
    testCaseIncidents: _tests,
    contract: _contract,
    assignee,
    ...shown
  } = shownIncident(row);
  const { lastResult: _last, unknownSince: _unknown, resolvedBy, ...rest } = shown;
  const named = (reference: { type: string; fullyQualifiedName: string }) => ({
    type: reference.type,
    fullyQualifiedName: reference.fullyQualifiedName,
  });
  return {
    ...rest,
    ...(assignee && { assignee: named(assignee) }),
    ...(resolvedBy && { resolvedBy: named(resolvedBy) }),
  };
}
