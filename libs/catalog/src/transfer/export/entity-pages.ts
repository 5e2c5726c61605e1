import { PageRoom, TimeSlice, type Actor } from '@app/common';
import { Database, LargeReads } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../types/entity-types';
import type { InTurn } from '../../read/entity-documents';
import { allFields } from '../../query/field-list';
import { PageReader } from '../../read/page/page-reader';
import type { Condition, ListQuestion } from '../../query/list-question';
import { HiddenReferences } from '../../visibility/hidden-references';
import { Visibility } from '../../visibility/visibility';

/** Entities per read: a table of a thousand columns is about half a megabyte. */
const PAGE = 100;
/** The room for texts with thousands of references, which are read together. */
const room = (): PageRoom => new PageRoom(2 * 1024 * 1024);
/** Characters of texts that are parsed and passed on together. */
const PIECE_LENGTH = 256 * 1024;

/** The live entities of one type that a reader sees, whole, page by page. */
@Injectable()
export class EntityPages {
  constructor(
    private readonly database: Database,
    private readonly reader: PageReader,
    private readonly visibility: Visibility,
    private readonly references: HiddenReferences,
    private readonly large: LargeReads,
  ) {}

  /**
   * By name; each page is read on demand and reflects the state at that time.
   * @param asked all of them apply
   * @throws {AppError} FORBIDDEN where the actor may view none of the type
   */
  async *pages(
    actor: Actor,
    type: string,
    asked: readonly Condition[],
  ): AsyncGenerator<readonly Record<string, unknown>[], void> {
    const entityType = entityTypes.get(type);
    const visible = this.visibility.condition(actor, entityType);
    const conditions = visible ? [...asked, visible] : asked;
    const fields = allFields(entityType);
    const inTurn: InTurn = (work) => this.large.turn(work);
    let question: ListQuestion = { entityType, include: 'non-deleted', fields, conditions, limit: PAGE };
    for (;;) {
      const page = await this.reader.read(question, { inTurn, room: room() });
      const texts = Array.from({ length: page.rows }, (_, row) => page.textOf(row));
      yield* pieces(await this.references.strip(this.database, actor, texts));
      if (!page.hasMore) return;
      const [name, id] = page.keysOf(page.rows - 1);
      question = { ...question, cursor: { direction: 'after', name, id } };
    }
  }
}

/** Its first page is read before this returns, so that errors come before an answer begins. */
export async function begun<T>(pages: AsyncGenerator<T, void>): Promise<AsyncGenerator<T, void>> {
  const first = await pages.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* pages;
  })();
}

/** Yields to other work between two pieces. */
async function* pieces(texts: readonly string[]): AsyncGenerator<readonly Record<string, unknown>[], void> {
  const slice = new TimeSlice();
  let piece: Record<string, unknown>[] = [];
  let length = 0;
  for (const text of texts) {
    piece.push(JSON.parse(text) as Record<string, unknown>);
    length += text.length;
    if (length < PIECE_LENGTH) continue;
    yield piece;
    await slice.turn();
    [piece, length] = [[], 0];
  }
  if (piece.length) yield piece;
}
