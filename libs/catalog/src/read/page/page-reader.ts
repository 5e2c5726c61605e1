import { PageRoom, TimeSlice } from '@app/common';
import { Database, type CallerQuestion, type WithinStatement } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { hrefStart, LINKS, type Links } from '../../definition/links';
import type { InTurn } from '../entity-documents';
import type { ListQuestion } from '../../query/list-question';
import { counterSql, isByCounter, matchesSql, matchingSql } from '../query/question-sql';
import { statementName } from '../../query/queryable';
import { MOST_AT_ONCE, type RelationQuestion } from '../relation-question';
import { RelationRepository } from '../relation.repository';
import { EntityPage } from './entity-page';
import { PageStatements, tellsTotal, valuesOf, type PagePart, type PageStatement } from './page-statements';

export interface PageOptions {
  /** For thousands of references. */
  readonly inTurn: InTurn;
  /** The room for references: a page has no more rows than fit; default: 16 MiB. */
  readonly room?: PageRoom;
  /** Asks for the caller in the statement of the page. */
  readonly within?: WithinStatement | undefined;
}

/** The result of a part, beside its rows. */
interface ReadPart extends Pick<PageStatement, 'relations'> {
  readonly caller: string | undefined;
}

/** Reads pages of lists: all of them by the same statement, whose rows are written as they come. */
@Injectable()
export class PageReader {
  private readonly statements = new PageStatements();

  constructor(
    private readonly database: Database,
    private readonly relations: RelationRepository,
    @Inject(LINKS) private readonly links: Links,
  ) {}

  async counted(question: ListQuestion, options: PageOptions): Promise<{ page: EntityPage; total: number }> {
    const counting = tellsTotal(question) ? undefined : this.total(question);
    const [page, counted] = await Promise.all([this.read(question, options), counting]);
    return { page, total: counted ?? page.total ?? 0 };
  }

  /** The page after the cursor of the query, with a limit of at least one row. */
  async read(question: ListQuestion, { inTurn, room = new PageRoom(), within }: PageOptions): Promise<EntityPage> {
    const page = new EntityPage(question, hrefStart(this.links, question.entityType));
    const relations = await this.readRows(question, page, within);
    if (question.fields.relations.length === 0 || page.rows === 0) return page;
    if (relations && page.referenceCount <= MOST_AT_ONCE) page.relateAll(relations);
    else await this.readReferences(question, page, inTurn, room);
    return page;
  }

  /** How many entities the list has: by the counters if only type and ancestor are filtered, otherwise by the index of the filter. */
  async total(question: ListQuestion): Promise<number> {
    const { entityType, include, conditions } = question;
    const values: unknown[] = [];
    const name = statementName('total', entityType.type, include, conditions.map(({ name }) => name).join('+'));
    const [row] = await this.database.read<{ n: string }>({ name, text: totalSql(question, values) }, values);
    return Number(row?.n ?? 0);
  }

  /** @returns the question by which references came along; undefined: they are to be read */
  private async readRows(
    question: ListQuestion,
    page: EntityPage,
    within: WithinStatement = (read) => read(),
  ): Promise<RelationQuestion | undefined> {
    let relations: RelationQuestion | undefined;
    for (let parts = 0, part = page.next(); part; parts++, part = page.next()) {
      const next = part;
      const read = (caller?: CallerQuestion): Promise<ReadPart> => this.readPart(page, next, caller);
      const found = await (parts === 0 ? within(read) : read());
      relations = parts === 0 ? found.relations : undefined;
    }
    return relations;
  }

  private async readPart(page: EntityPage, part: PagePart, caller?: CallerQuestion): Promise<ReadPart> {
    const known = this.statements.of(part.question, caller);
    await this.database.readBytes(known.statement, valuesOf(part, known, caller), (row) => page.take(row));
    return { relations: known.relations, caller: page.caller };
  }

  private async readReferences(
    { fields }: ListQuestion,
    page: EntityPage,
    inTurn: InTurn,
    room: PageRoom,
  ): Promise<void> {
    const nodes = page.nodesOfRows;
    const few = await this.relations.fewOf(this.database, nodes, fields);
    if (few) return nodes.forEach((node, row) => page.relate(row, few.get(node)));
    await inTurn(async () => {
      const slice = new TimeSlice();
      let row = 0;
      for await (const found of this.relations.inPieces(this.database, nodes, fields, 'shown')) {
        page.relate(row, found);
        room.take(page.lengthOf(row++));
        if (room.isFull) break;
        await slice.turn();
      }
      page.cut(row);
    });
  }
}

function totalSql(question: ListQuestion, values: unknown[]): string {
  if (isByCounter(question)) return counterSql(question, values);
  const { conditions } = question;
  return conditions.some(({ ofMany }) => ofMany)
    ? `with ${matchingSql(question, values)} select count(*)::text as n from matching`
    : `select count(*)::text as n from ${matchesSql(question, conditions, values)}`;
}
