import { badRequest, type AppError } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { BulkEntry } from '../store/bulk-plan';
import type { ResultDocument } from '../document/result-document';
import { PartRepository, type KnownPart, type KnownParts, type PartToKeep } from './part.repository';
import { SERVICE, WHOLE } from './producer-name';
import { keptPart, MOST_PRODUCERS, PART_MS, type Json, type ProducerPart } from './producer-part';
import { sumParts, type PartSum } from './sum-parts';

/** A push with a producer, added up. */
export interface SummedPush {
  /** Stored at its own time, or at the next free millisecond. */
  readonly entry: BulkEntry;
  readonly sum: PartSum;
  readonly own: ProducerPart;
  readonly known: KnownParts;
  /** Whether it is the newest push of its producer, and lasts or is not too old: only then it counts in later results. */
  readonly isPart: boolean;
}

type Refused = { readonly at: number; readonly error: AppError };

/** Adds up pushes with the parts of other producers. Each call stands below the lock of the contracts. */
@Injectable()
export class SummedPushes {
  constructor(private readonly parts: PartRepository) {}

  /** @param entries with a producer, each of another contract */
  async ofEntries(
    tx: Transaction,
    entries: readonly BulkEntry[],
  ): Promise<{ readonly pushes: readonly SummedPush[]; readonly refused: readonly Refused[] }> {
    const nodes = entries.map(({ contract }) => contract.node);
    const known = await this.parts.known(tx, nodes);
    const refused = entries.flatMap((entry) => refusalOf(entry, known.get(entry.contract.node)!) ?? []);
    const taken = entries.filter(({ at }) => !refused.some((one) => one.at === at));
    const places = await this.parts.places(
      tx,
      taken.map(({ contract, result }) => ({
        ...{ contract: contract.node, timestamp: result.timestamp, producer: result.producer! },
      })),
    );
    return { pushes: taken.map((entry, n) => summed(entry, known.get(entry.contract.node)!, places[n]!)), refused };
  }

  /**
   * Updates later results with a push that came late: the newest one that adds up parts is written anew, and a result of the whole contract,
   * which never changes, gets one more behind it. Undefined if the result of the push is the newest.
   */
  async later(
    tx: Transaction,
    push: Omit<SummedPush, 'own' | 'isPart'>,
    producer: string,
  ): Promise<BulkEntry | undefined> {
    const { entry, sum, known } = push;
    const { node } = entry.contract;
    const times = countedBeside(known, producer).map(({ summedAt }) => summedAt);
    const newest = await this.parts.newestAt(tx, node, times, entry.result.timestamp);
    if (!newest) return undefined;
    if (newest.origin === 'pushed' && newest.producer !== null) {
      return { ...entry, at: CARRIED, result: documentOf(sum, { ...newest, producer: newest.producer }) };
    }
    const asked = { contract: node, timestamp: newest.timestamp + 1, producer };
    const [timestamp] = await this.parts.places(tx, [asked]);
    return { ...entry, at: CARRIED, result: documentOf(sum, { timestamp: timestamp!, producer }) };
  }

  /** Stores the part of a push whose result is stored. @param summedAt timestamp of the newest result with it */
  async keep(tx: Transaction, { entry, own, known, isPart }: SummedPush, summedAt: number): Promise<void> {
    if (!isPart) return;
    const { node } = entry.contract;
    const placedAt = entry.result.timestamp;
    await this.parts.keep(tx, [...foundParts(known, node), { ...keptPart(own), contract: node, placedAt, summedAt }]);
  }
}

/** Position of a result that no row of a request asked for. */
const CARRIED = -1;

/** The newest run, and the newest push of the whole contract, whose content is stored as that of parts from now on. */
export function foundParts({ parts }: KnownParts, contract: string): PartToKeep[] {
  const found = parts.filter(({ isFound }) => isFound);
  return found.map((part) => ({ ...part, ...keptPart(part), contract }));
}

/** @param timestamp of the result, in epoch ms */
export function documentOf(
  { status, body, details }: PartSum,
  { timestamp, producer, more = {} }: { readonly timestamp: number; readonly producer: string; readonly more?: Json },
): ResultDocument {
  return {
    ...{ timestamp, status, body: JSON.stringify({ ...body, ...more }) },
    details: JSON.stringify({ trigger: 'api', producer, details }),
  };
}

function summed(entry: BulkEntry, known: KnownParts, place: number): SummedPush {
  const { result } = entry;
  const producer = result.producer!;
  const body = JSON.parse(result.body) as Json;
  const { details = {} } = JSON.parse(result.details) as { details?: Json };
  const isLasting = result.isLasting ?? false;
  const own: ProducerPart = { producer, timestamp: result.timestamp, status: result.status, body, details, isLasting };
  const before = known.parts.find((part) => part.producer === producer);
  const isExpired = !isLasting && own.timestamp <= known.now - PART_MS;
  const isLate = before !== undefined && before.timestamp > own.timestamp;
  // A push that is too old to be a part is one of the past, about which the parts of today say nothing.
  const others = isExpired ? [] : othersOf(known, producer);
  const sum = sumParts([...others, own]);
  const { executionTime } = body;
  const more = executionTime === undefined ? {} : { executionTime };
  const document = documentOf(sum, { timestamp: place, producer, more });
  const { id } = result;
  return {
    entry: { ...entry, result: { ...document, ...(id !== undefined && { id }) } },
    ...{ sum, own, known, isPart: !isExpired && !isLate },
  };
}

/** The parts of others that count now. */
export function othersOf(known: KnownParts, producer: string): KnownPart[] {
  return countedBeside(known, producer).filter((part) => part.isLive && part.producer !== producer);
}

/** A push of the whole contract counts beside the parts of tools, as a run does, until a newer run replaces it. */
function countedBeside({ parts }: KnownParts, producer: string): KnownPart[] {
  const run = parts.find((part) => part.producer === SERVICE);
  const isOver =
    producer === SERVICE || parts.some((part) => part.producer === WHOLE && part.timestamp <= (run?.timestamp ?? -1));
  return isOver ? parts.filter((part) => part.producer !== WHOLE) : [...parts];
}

function refusalOf({ at, result: { producer } }: BulkEntry, { parts }: KnownParts): Refused | undefined {
  const isKnown = parts.some((part) => part.producer === producer);
  if (isKnown || parts.length < MOST_PRODUCERS) return undefined;
  const message =
    `The contract has pushes of ${parts.length} producers; at most ${MOST_PRODUCERS} are allowed within 7 days. ` +
    'Push under the name of one of them';
  return { at, error: badRequest(message, [{ field: 'producer', message }]) };
}
