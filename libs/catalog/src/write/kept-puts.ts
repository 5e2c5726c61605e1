import { hash } from 'node:crypto';
import { CacheMemory, isObject, jsonBytesUpTo, RevalidatingCache } from '@app/common';
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
}

/**
 * Bodies of PUTs that were found to repeat what is stored, with the answer and the versions of the rows that it was made of. Whether a body
 * repeats a document follows from these two alone, and the document from these rows: as long as the database has the same versions, the
 * same body changes nothing (ADR 104). Each PUT asks the database for them.
 */
@Injectable()
export class KeptPuts {
  private readonly cache: RevalidatingCache<KeptPut>;
  /** Of the types of which something was kept. */
  private readonly statements = new Map<EntityType, StampStatements>();
  private readonly stamps: StampReader;

  constructor(database: Database, memory: CacheMemory) {
    this.stamps = new StampReader(database);
    this.cache = new RevalidatingCache(memory, { name: 'puts', sizeOf: ({ answer: { json } }) => 2 * json.length });
  }

  /** Whether there may be any of the type. */
  hasSome(entityType: EntityType): boolean {
    return this.statements.has(entityType);
  }

  /** What is kept of a body as it was sent, if nothing of it has changed since. */
  async current(entityType: EntityType, sent: unknown): Promise<UnchangedAnswer | undefined> {
    const statements = this.statements.get(entityType);
    const place = statements && placeOf(entityType, sent);
    if (!statements || place === undefined) return undefined;
    const cached = await this.cache.current(place, ({ node }) => this.stamps.stampOf(statements, node));
    return cached?.answer;
  }

  /** @param stamp as it was read with the answer; null: it says nothing */
  keep(entityType: EntityType, sent: unknown, answer: EntityAnswer, node: string, stamp: string | null): void {
    const place = placeOf(entityType, sent);
    if (place === undefined) return;
    const statements = this.statements.has(entityType) ? undefined : wholeStampStatements(entityType);
    if (statements) this.statements.set(entityType, statements);
    const value = { answer: { ...answer, created: false as const }, node };
    this.cache.put(place, { value, version: stamp, sight: 'all' });
  }
}

/** A body of more bytes is not kept: to write it as text again would hold others up. */
const LARGEST_BODY = 256 * 1024;

/** By a digest that nobody finds a second body for; undefined for what is too large, or no object. */
function placeOf({ type }: EntityType, sent: unknown): string | undefined {
  if (!isObject(sent) || jsonBytesUpTo(sent, LARGEST_BODY) > LARGEST_BODY) return undefined;
  return `${type} ${hash('sha256', JSON.stringify(sent), 'base64')}`;
}
