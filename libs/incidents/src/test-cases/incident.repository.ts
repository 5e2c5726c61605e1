import type { Condition } from '@app/catalog';
import {
  Database,
  NOW_MS,
  query,
  type Conditions,
  type CountedRows,
  type KeysetRequest,
  type Transaction,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import type { IncidentStatus, Severity } from '../states/transitions';
import type { FailureReason, StatusSort } from './incident';
import { STATUS_LISTS, statusesBy, type StatusRow } from './incident-list';

/** A status, and of which test case it is. */
export interface FoundStatus extends StatusRow {
  readonly testCase: string;
}

/** The last status of an incident that is open. */
export interface OpenIncident {
  readonly id: string;
  readonly incident: string;
  /** bigint in decimal */
  readonly timestamp: string;
  readonly status: IncidentStatus;
  readonly severity: Severity | null;
}

/** The content of a status; ids of users. */
export interface StatusContent {
  readonly severity: Severity | null;
  readonly person: string | null;
  readonly reason: FailureReason | null;
  readonly comment: string | null;
}

export interface NewStatus extends StatusContent {
  /** The test case. */
  readonly node: string;
  readonly status: IncidentStatus;
  readonly by: string;
}

@Injectable()
export class IncidentRepository {
  constructor(private readonly database: Database) {}

  page(filter: Conditions, request: KeysetRequest, sort: StatusSort): Promise<CountedRows<StatusRow>> {
    return STATUS_LISTS[sort].counted(this.database, filter, request);
  }

  /** One that the actor may see. */
  async find(id: string, visible?: Condition): Promise<FoundStatus | undefined> {
    const seen = visible ? ` and ${visible.sql('$2')}` : '';
    const statement = { name: `incident-status${visible ? '-seen' : ''}`, text: statusesBy(`i.id = $1${seen}`) };
    const [row] = await this.database.read<FoundStatus>(statement, [id, ...(visible ? [visible.value] : [])]);
    return row;
  }

  /** One whose row is locked until the transaction ends. */
  async lock(tx: Transaction, id: string): Promise<FoundStatus | undefined> {
    const [row] = await query<FoundStatus>(tx, `${statusesBy('i.id = $1')} for no key update of i`, [id]);
    return row;
  }

  /** Locks the open incident of a test case: no other transaction adds to it until this one ends. */
  async lockOpen(tx: Transaction, node: string): Promise<OpenIncident | undefined> {
    const [row] = await query<OpenIncident>(tx, LOCK_OPEN, [node]);
    return row;
  }

  /** Adds a status to an open incident. @returns its id */
  async add(tx: Transaction, open: OpenIncident, status: NewStatus): Promise<string> {
    await query(tx, `update test_case_incident set is_latest = false where id = $1`, [open.id]);
    const [row] = await query<{ id: string }>(tx, ADD, [...valuesOf(status), open.incident, open.timestamp]);
    return row!.id;
  }

  /** The first status of a new incident; undefined where one is open by now. */
  async open(tx: Transaction, status: NewStatus): Promise<string | undefined> {
    const [row] = await query<{ id: string }>(tx, OPEN, valuesOf(status));
    return row?.id;
  }

  async change(tx: Transaction, id: string, content: StatusContent, by: string): Promise<void> {
    const { severity, person, reason, comment } = content;
    await query(tx, CHANGE, [id, severity, person, reason, comment, by]);
  }
}

const valuesOf = ({ node, status, severity, person, reason, comment, by }: NewStatus): unknown[] => [
  ...[node, status, severity, person, reason, comment],
  by,
];

const LOCK_OPEN = `
  select id::text as id, incident::text as incident, timestamp::text as timestamp, status, severity from test_case_incident
   where test_case = $1 and is_latest and status <> 'Resolved' for no key update`;

const INSERT = `
  insert into test_case_incident (test_case, status, severity, person, reason, comment, updated_by, incident, timestamp, updated_at, is_latest)
  values ($1, $2, $3, $4, $5, $6, $7,`;

// After the one before, also within one millisecond.
const ADD = `${INSERT} $8, greatest(${NOW_MS}, $9::bigint + 1), ${NOW_MS}, true)
  returning id::text as id`;

const OPEN = `${INSERT} gen_random_uuid(), ${NOW_MS}, ${NOW_MS}, true)
  on conflict (test_case) where is_latest and status <> 'Resolved' do nothing
  returning id::text as id`;

const CHANGE = `
  update test_case_incident set severity = $2, person = $3, reason = $4, comment = $5, updated_by = $6, updated_at = ${NOW_MS} where id = $1`;
