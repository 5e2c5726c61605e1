import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { BulkEntry } from '../store/bulk-plan';
import { BulkWriteRepository } from '../store/bulk-write.repository';
import type { ExecutionStatus } from '../document/execution-status';
import type { FoundContract } from '../store/contract-finder';
import { PartRepository } from './part.repository';
import { SERVICE } from './producer-name';
import { keptPart, type Json, type ProducerPart } from './producer-part';
import { documentOf, othersOf, SummedPushes } from './summed-pushes';
import { sumParts } from './sum-parts';

export interface RunVerdict {
  readonly status: ExecutionStatus;
  readonly body: Json;
  /** Details as `fields=details` shows them: `details` and others. */
  readonly details: Json;
  /** Beginning of the sentence of the result, a part of the sentence in `body`. */
  readonly opening?: string;
}

/** A run that is added up. */
export interface SummedRun {
  readonly verdict: RunVerdict;
  /** Stores the run as a part, and updates later results that must include it: once its result is stored. */
  readonly keep: () => Promise<void>;
}

interface RunRow extends Omit<FoundContract, 'ownerIds'> {
  readonly timestamp: number;
  readonly requestedBy: string;
}

/** Runs of this service as parts of what is known of a contract. */
@Injectable()
export class RunParts {
  constructor(
    private readonly parts: PartRepository,
    private readonly pushes: SummedPushes,
    private readonly writes: BulkWriteRepository,
  ) {}

  /** Adds up the outcome of an open run with the parts of others; the contract is locked. Undefined if the run has ended. */
  async summed(tx: Transaction, contract: string, resultId: string, own: RunVerdict): Promise<SummedRun | undefined> {
    const [row] = await query<RunRow>(tx, OPEN_RUN, [resultId, contract]);
    if (!row) return undefined;
    const { timestamp } = row;
    const known = (await this.parts.known(tx, [contract])).get(contract)!;
    const part = partOf(own, timestamp);
    const others = othersOf(known, SERVICE);
    const sum = sumParts([...others, part]);
    const verdict = others.length === 0 ? own : verdictOf(own, sum);
    const keep = async (): Promise<void> => {
      const found = { ...row, ownerIds: [] };
      const result = documentOf(sum, { timestamp, producer: SERVICE });
      const entry: BulkEntry = { at: 0, contract: found, result, sender: { name: row.requestedBy } };
      const later = others.length === 0 ? undefined : await this.pushes.later(tx, { entry, sum, known }, SERVICE);
      if (later && !(await this.writes.put(tx, [later]))) throw new Error('The id of a new result is taken');
      const summedAt = later?.result.timestamp ?? timestamp;
      const kept = { ...keptPart(part), contract, placedAt: timestamp, summedAt };
      await this.parts.keep(tx, [kept]);
    };
    return { verdict, keep };
  }
}

/** The part of a run says nothing of when the contract is in force: the result begins with that. */
function partOf({ status, body, details, opening = '' }: RunVerdict, timestamp: number): ProducerPart {
  const { result, ...dimensions } = body as { result?: string };
  const own = (details.details ?? {}) as Json;
  const sentence = result === undefined ? {} : { result: result.slice(opening.length) };
  return { producer: SERVICE, timestamp, status, body: { ...dimensions, ...sentence }, details: own, isLasting: true };
}

function verdictOf({ details, opening = '' }: RunVerdict, sum: ReturnType<typeof sumParts>): RunVerdict {
  const body = { ...sum.body, result: `${opening}${String(sum.body.result)}` };
  return { status: sum.status, body, details: { ...details, producer: SERVICE, details: sum.details } };
}

const OPEN_RUN = `
  select v.timestamp::float8, v.requested_by as "requestedBy", e.node::text, e.id::text, e.fqn
    from validation_run v join entity e on e.node = v.contract where v.result_id = $1 and v.contract = $2`;
