import { isDeepStrictEqual } from 'node:util';
import {
  checkedPatch,
  EntityFinder,
  entityTypes,
  joinFqn,
  patchDocument,
  toEntityKey,
  Visibility,
  writerKey,
} from '@app/catalog';
import { conflict, invalidFields, KeysetPages, notFound, type Actor } from '@app/common';
import { Database, recordAction, type IdempotencyToken, type Transaction } from '@app/database';
import { spanOf, TargetFinder, type EvidenceTarget, type Written } from '@app/quality';
import { Injectable } from '@nestjs/common';
import { nextStatus, type IncidentStatus, type Step } from '../states/transitions';
import type { IncidentQuery, SentIncidentStatus, SentUser } from './incident';
import { statusFilter } from './incident-list';
import { IncidentRepository, type FoundStatus, type StatusContent } from './incident.repository';

const TYPE = 'testCase';

/** The step of the states that a reported status is. */
const STEPS: Readonly<Record<IncidentStatus, Step>> = {
  New: 'open',
  Ack: 'ack',
  Assigned: 'assign',
  Resolved: 'resolve',
};

type Document = Readonly<Record<string, unknown>>;

/**
 * Incidents of test cases: what is done about failed results. A failed result opens one (`openIncidents`), or a user does; each
 * further status belongs to it until it is resolved. Who may see and edit the test case may see and edit them.
 */
@Injectable()
export class IncidentService {
  constructor(
    private readonly database: Database,
    private readonly targets: TargetFinder,
    private readonly incidents: IncidentRepository,
    private readonly entities: EntityFinder,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
  ) {}

  /**
   * Adds a status to the open incident of a test case, or opens one with it. New on an incident that is open changes nothing.
   * @throws {AppError} NOT_FOUND for the test case or a user, FORBIDDEN, CONFLICT where there is nothing to resolve
   */
  async report(actor: Actor, sent: SentIncidentStatus, token?: IdempotencyToken): Promise<Written> {
    const target = await this.targets.find(actor, TYPE, sent.testCaseReference, 'EditTests');
    const content = await this.contentOf(actor, sent);
    const { testCaseResolutionStatusType: status } = sent;
    return this.targets.writeOnce(target, token, (tx) => this.write(tx, actor, target, status, content), actor.origin);
  }

  /** A page of statuses as JSON text, by default the newest first: `{"data": […], "paging": {total, before?, after?}}`. */
  async list(actor: Actor, asked: IncidentQuery): Promise<string> {
    const visible = this.visibility.condition(actor, entityTypes.get(TYPE));
    spanOf(asked);
    const { limit, before: _before, after: _after, ...filters } = asked;
    const page = this.pages.open(`incidents ${JSON.stringify(Object.entries(filters).sort())}`, asked);
    if (await this.isOfHidden(actor, asked)) return '{"data":[],"paging":{"total":0}}';
    const { sortBy = 'timestamp', sortOrder: direction } = asked;
    const filter = statusFilter(asked, visible);
    const { rows, paging } = await this.incidents.page(filter, { page, limit, direction }, sortBy);
    return `{"data":[${rows.map(({ json }) => json).join(',')}],"paging":${JSON.stringify(paging)}}`;
  }

  /** One status as JSON text. @throws {AppError} NOT_FOUND, also where its test case is hidden from the actor */
  async get(actor: Actor, id: string): Promise<string> {
    return (await this.seen(actor, id)).json;
  }

  /**
   * Changes severity and details by a JSON Patch of the status as it is shown.
   *
   * @param check what a status of this content would be as it is sent; throws what is wrong with it
   * @throws {AppError} NOT_FOUND, FORBIDDEN, BAD_REQUEST, also where it changes something else
   */
  async patch(
    actor: Actor,
    id: string,
    patch: unknown,
    check: (sent: Document) => SentIncidentStatus,
  ): Promise<string> {
    const operations = checkedPatch(patch);
    const { testCase } = await this.seen(actor, id);
    const target = await this.targets.find(actor, TYPE, testCase, 'EditTests');
    return this.database.queuedTransaction(
      [writerKey(TYPE, target)],
      async (tx) => {
        const json = await this.shown(tx, id);
        const after = JSON.parse(json) as Record<string, unknown>;
        patchDocument(after, operations);
        const sent = check(changed(JSON.parse(json) as Document, after, target));
        await this.incidents.change(tx, id, await this.contentOf(actor, sent), actor.id);
        const changedJson = await this.shown(tx, id);
        await this.record(tx, actor, target, 'incidentStatusChanged', json, changedJson);
        return changedJson;
      },
      actor.origin,
    );
  }

  private async write(
    tx: Transaction,
    actor: Actor,
    target: EvidenceTarget,
    status: IncidentStatus,
    content: StatusContent,
  ): Promise<Written> {
    await this.targets.lock(tx, target);
    const open = await this.incidents.lockOpen(tx, target.node);
    const after = nextStatus(open?.status ?? 'None', STEPS[status]);
    if (after === undefined) throw conflict(`The test case ${target.fqn} has no open incident that could be resolved`);
    // New on an incident that is open says nothing new.
    if (open && status === 'New') return { json: await this.shown(tx, open.id), isNew: false };
    const next = { ...content, node: target.node, status: after, by: actor.id };
    const id = open
      ? await this.incidents.add(tx, open, { ...next, severity: content.severity ?? open.severity })
      : await this.incidents.open(tx, next);
    // A failed result opened one meanwhile.
    if (id === undefined) return this.write(tx, actor, target, status, content);
    const json = await this.shown(tx, id);
    await this.record(tx, actor, target, 'incidentStatusAdded', undefined, json);
    return { json, isNew: true };
  }

  private record(
    tx: Transaction,
    { name }: Actor,
    { node }: EvidenceTarget,
    action: 'incidentStatusAdded' | 'incidentStatusChanged',
    before: string | undefined,
    after: string,
  ): Promise<void> {
    const state = (json: string): object => JSON.parse(json) as object;
    const states = { before: before === undefined ? undefined : state(before), after: state(after) };
    return recordAction(tx, { action, actor: name, to: { nodes: [node] }, ...states });
  }

  /**
   * Whether the query names an assignee whom the actor may not view: then nothing is found, so that the answer does not reveal what is
   * assigned.
   */
  private isOfHidden(actor: Actor, { assignee, owner, tier }: IncidentQuery): Promise<boolean> {
    return this.visibility.namesHidden(this.database, actor, [
      ...(assignee === undefined ? [] : [{ key: joinFqn(undefined, assignee), types: ['user'] }]),
      ...(owner === undefined ? [] : [{ key: owner, types: ['user', 'team'] }]),
      ...(tier === undefined ? [] : [{ key: tier, types: ['tag', 'glossaryTerm'] }]),
    ]);
  }

  private async shown(tx: Transaction, id: string): Promise<string> {
    return found(await this.incidents.lock(tx, id), id).json;
  }

  private async seen(actor: Actor, id: string): Promise<FoundStatus> {
    const visible = this.visibility.condition(actor, entityTypes.get(TYPE));
    return found(await this.incidents.find(id, visible), id);
  }

  /** The content of a status as it is stored; the actor that resolves an incident has resolved it, unless the status names another one. */
  private async contentOf(actor: Actor, sent: SentIncidentStatus): Promise<StatusContent> {
    const { testCaseResolutionStatusType: status, testCaseResolutionStatusDetails: details = {}, severity } = sent;
    const { assignee, resolvedBy, testCaseFailureReason, testCaseFailureComment } = details;
    const person = status === 'Assigned' ? assignee : resolvedBy;
    return {
      severity: severity ?? null,
      person: person ? await this.userId(actor, person) : status === 'Resolved' ? actor.id : null,
      reason: testCaseFailureReason ?? null,
      comment: testCaseFailureComment ?? null,
    };
  }

  /** @throws {AppError} NOT_FOUND, FORBIDDEN */
  private async userId(actor: Actor, user: SentUser): Promise<string> {
    const key = typeof user === 'string' ? user : (user.id ?? user.fullyQualifiedName ?? '');
    return (await this.entities.findFor(actor, 'ViewBasic', 'user', toEntityKey(key))).id;
  }
}

/** Members of a status that a patch may change; who wrote it, and when, follow by themselves. */
const CHANGEABLE = new Set(['severity', 'testCaseResolutionStatusDetails', 'updatedBy', 'updatedAt']);

/** The changed status in the form in which it is sent. @throws {AppError} BAD_REQUEST where something changed that may not */
function changed(before: Document, after: Document, { fqn }: EvidenceTarget): Document {
  const names = Object.keys({ ...before, ...after }).filter((name) => !CHANGEABLE.has(name));
  const faults = names
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((field) => ({ field, message: 'cannot be changed; severity and testCaseResolutionStatusDetails can' }));
  if (faults.length) throw invalidFields(faults);
  const { testCaseResolutionStatusType, testCaseResolutionStatusDetails, severity } = after;
  return { testCaseResolutionStatusType, testCaseReference: fqn, testCaseResolutionStatusDetails, severity };
}

/** @throws {AppError} NOT_FOUND */
function found<T>(status: T | undefined, id: string): T {
  if (status === undefined) throw notFound('testCaseIncidentStatus', id);
  return status;
}
