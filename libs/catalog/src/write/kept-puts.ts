import { hash } from 'node:crypto';
import { isObject, jsonBytesUpTo, MostUsed, type MostUsedLimits } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import type { EntityAnswer } from '../read/entity-answer';
import { StampReader, type StampStatements } from '../read/stamp-reader';
import { wholeStampStatements } from '../read/whole-stamp';

/** The answer of a PUT that left its entity as it was. One object for as long as it is kept, so that its tag is made once. */
export type UnchangedAnswer = EntityAnswer & { readonly created: false };

interface KeptPut {
  readonly answer: UnchangedAnswer;
  readonly node: string;
  /** The versions of all rows that the answer was made of: while the database has the same ones, the body changes nothing. */
  readonly stamp: string;
}

/** Characters of all answers and stamps that are kept: 16 MB of Latin text, or some 5,000 tables of 20 columns. */
const KEPT: MostUsedLimits<KeptPut> = {
  most: 16 * 1024 * 1024,
  largest: 256 * 1024,
  sizeOf: ({ answer: { json }, stamp }) => json.length + stamp.length,
};

/**
 * Bodies of PUTs that were found to repeat what is stored, with the answer and the versions of the rows that it was made of. Whether a body
 * repeats a document follows from these two alone, and the document from these rows: as long as the database has the same versions, the
 * same body changes nothing (ADR 104). Each PUT asks the database for them.
 */
@Injectable()
export class KeptPuts {
  private readonly kept = new MostUsed<KeptPut>(KEPT);
  /** Of the types of which something was kept. */
  private readonly statements = new Map<EntityType, StampStatements>();
  private readonly stamps: StampReader;

  constructor(database: Database) {
    this.stamps = new StampReader(database);
  }

  /** Whether there may be any of the type. */
  hasSome(entityType: EntityType): boolean {
    return this.statements.has(entityType);
  }

  /** What is kept of a body as it was sent, if nothing of it has changed since. */
  async current(entityType: EntityType, sent: unknown): Promise<UnchangedAnswer | undefined> {
    const statements = this.statements.get(entityType);
    const place = statements && placeOf(entityType, sent);
    const kept = place === undefined ? undefined : this.kept.get(place);
    if (!statements || !kept) return undefined;
    const { answer, node, stamp } = kept;
    return (await this.stamps.stampOf(statements, node)) === stamp ? answer : undefined;
  }

  /** @param stamp as it was read with the answer; null: it says nothing */
  keep(entityType: EntityType, sent: unknown, answer: EntityAnswer, node: string, stamp: string | null): void {
    const place = placeOf(entityType, sent);
    if (stamp === null || place === undefined) return;
    const statements = this.statements.has(entityType) ? undefined : wholeStampStatements(entityType);
    if (statements) this.statements.set(entityType, statements);
    this.kept.set(place, { answer: { ...answer, created: false }, node, stamp });
  }
}

/** A body of more bytes is not kept: to write it as text again would hold others up. */
const LARGEST_BODY = 256 * 1024;

/** By a digest that nobody finds a second body for; undefined for what is too large, or no object. */
function placeOf({ type }: EntityType, sent: unknown): string | undefined {
  if (!isObject(sent) || jsonBytesUpTo(sent, LARGEST_BODY) > LARGEST_BODY) return undefined;
  return `${type} ${hash('sha256', JSON.stringify(sent), 'base64')}`;
}
