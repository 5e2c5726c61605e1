import { BufferPool, ByteWriter, PAGE_BYTES } from '@app/common';
import type { RowBytes } from '@app/database';
import { relationsJson } from '../entity-json';
import type { ListQuestion } from '../../query/list-question';
import type { RelationQuestion } from '../relation-question';
import type { Reference } from '../../definition/entity-document';
import { aboveBytes } from './above';
import { ID_AT, ID_LENGTH, PageRowWriter, TEXT } from './page-row-writer';
import { PLACES, type Beside } from './page-select';
import type { PagePart } from './page-statements';

type Relations = ReadonlyMap<string, readonly Reference[]>;

const NOTHING = Buffer.alloc(0);
const DATA = Buffer.from('{"data":[');
/** Rows are copied from these when a page is done: a page of a thousand rows takes about one MiB. */
const POOL = new BufferPool({ buffers: 8, bytes: 2 * 2 ** 20 });
/** Room for the first rows; how much all of them take follows from these. */
const FIRST_BYTES = 8_192;
/** Rows may be longer than those before them. */
const MARGIN = 1.1;
const [OPENING_BRACE, COMMA, CLOSING_BRACE] = [0x7b, 0x2c, 0x7d] as const;
const NO_PARENT = -1;

/**
 * A page of a list, written from the bytes that PostgreSQL sends while it makes the next ones. What lies above an entity comes behind all
 * rows, and so do references: each row is written in two parts, between which and behind which these are put.
 */
export class EntityPage {
  /** undefined: the statement of the page does not return it. */
  total: number | undefined;
  /** The answer to the question who the caller is; undefined: it did not come along. */
  caller: string | undefined;
  /** References that came along, those of the row behind the page included. */
  referenceCount = 0;
  private readonly written: ByteWriter;
  private readonly writer: PageRowWriter;
  /** By row: where it begins, where its name ends, where its second part begins, where it ends. */
  private readonly starts: number[] = [];
  private readonly nameEnds: number[] = [];
  private readonly middles: number[] = [];
  private readonly ends: number[] = [];
  private readonly parents: number[] = [];
  private readonly nodes: string[] = [];
  /** Members that are references, by row. */
  private readonly tails: Buffer[] = [];
  private readonly above = new Map<number, Buffer>([[NO_PARENT, NOTHING]]);
  private readonly references = new Map<string, string>();
  /** Bytes of the document before which the last part ended. */
  private large: number | undefined;
  /** Rows that the last part was to have, and those before it. */
  private asked: number | undefined;
  private before = 0;
  /** Bytes of the documents so far. */
  private documents = 0;
  /** Rows that there is room for; one that is behind them is not among them. */
  private fitting = 0;

  /** @param hrefStart `"http://host:port/api/v1/tables/` */
  constructor(
    private readonly question: ListQuestion,
    hrefStart: string,
  ) {
    this.written = new ByteWriter(POOL.take(FIRST_BYTES), POOL);
    this.writer = new PageRowWriter(question, hrefStart, this.written);
  }

  get rows(): number {
    return this.fitting;
  }

  /** Whether there are more behind them, in the direction in which they are read. */
  get hasMore(): boolean {
    return this.large !== undefined || this.starts.length > this.fitting;
  }

  /**
   * The part that is to be read next; undefined: none. A page ends early once its documents take 16 MiB; its first row is always there.
   * Rows whose documents have no more than their share of that are one part, nearly always the only one. A larger document ends its part:
   * the next one begins with it, and has no more rows of that size than there is room for.
   */
  next(): PagePart | undefined {
    const { question, asked, large, fitting, documents } = this;
    const isOver = asked !== undefined && large === undefined && this.starts.length - this.before <= asked;
    const [rows, room] = [question.limit - fitting, PAGE_BYTES - documents];
    if (isOver || rows <= 0 || room <= 0) return undefined;
    const share = Math.max(large ?? 0, Math.floor(room / rows));
    const limit = Math.min(rows, Math.ceil(room / share));
    [this.asked, this.before, this.large] = [limit, this.starts.length, undefined];
    return { question: { ...question, limit, ...this.cursor() }, share };
  }

  /** @param row of the statement of a page */
  take(row: RowBytes): void {
    const { columns } = this.writer;
    columns.read(row);
    if (columns.isNull(PLACES.id)) this.takeBeside();
    else if (this.large !== undefined) return;
    else if (columns.bytes[columns.starts[PLACES.body] as number] === OPENING_BRACE) this.write();
    else this.large = columns.number(PLACES.body);
  }

  /** Name and id of a row, by which lists are sorted. */
  keysOf(row: number): readonly [name: string, id: string] {
    const { bytes } = this.written;
    const idFrom = (this.starts[row] as number) + ID_AT;
    const idTo = idFrom + ID_LENGTH;
    const name = bytes.toString('utf8', idTo + TEXT.name.length, this.nameEnds[row]);
    return [JSON.parse(name) as string, bytes.toString('latin1', idFrom, idTo)];
  }

  /** The nodes of its rows, where references were asked for. */
  get nodesOfRows(): readonly string[] {
    return this.nodes.slice(0, this.fitting);
  }

  /** Gives all rows the references that came along. */
  relateAll(relations: RelationQuestion): void {
    for (let row = 0; row < this.fitting; row++) {
      const json = this.references.get(this.nodes[row] as string);
      if (json !== undefined) this.relate(row, relations.parse(json));
    }
  }

  /** Gives a row its references. */
  relate(row: number, relations: Relations | undefined): void {
    if (relations?.size) this.tails[row] = Buffer.from(relationsJson(relations, this.question.fields));
  }

  /** Has the page end before a row. */
  cut(row: number): void {
    this.fitting = Math.min(this.fitting, row);
  }

  /** Bytes of a row as JSON. */
  lengthOf(row: number): number {
    return this.endOf(row) - this.startOf(row) + this.aboveOf(row).length + this.tailOf(row).length + 1;
  }

  /** A row as JSON. */
  textOf(row: number): string {
    const text = new ByteWriter(Buffer.allocUnsafe(this.lengthOf(row)));
    this.copyRow(row, text);
    return text.bytes.toString();
  }

  /**
   * The page as JSON. Its rows are not there any more.
   * @param order its rows, in the order in which they are shown
   * @param closing what follows the rows, as JSON
   */
  json(order: readonly number[], closing: string): Buffer {
    const end = Buffer.from(closing);
    const length = order.reduce((sum, row) => sum + this.lengthOf(row) + 1, DATA.length + end.length);
    const page = new ByteWriter(Buffer.allocUnsafe(length));
    page.copy(DATA);
    order.forEach((row, at) => {
      if (at > 0) page.byte(COMMA);
      this.copyRow(row, page);
    });
    page.copy(end);
    this.written.release();
    return page.bytes;
  }

  private copyRow(row: number, to: ByteWriter): void {
    const { bytes } = this.written;
    const middle = this.middles[row] as number;
    to.copy(bytes, this.startOf(row), middle);
    to.copy(this.aboveOf(row));
    to.copy(bytes, middle, this.endOf(row));
    to.copy(this.tailOf(row));
    to.byte(CLOSING_BRACE);
  }

  private cursor(): Pick<ListQuestion, 'cursor'> {
    const { question, fitting } = this;
    if (fitting === 0) return {};
    const [name, id] = this.keysOf(fitting - 1);
    return { cursor: { direction: question.cursor?.direction ?? 'after', name, id } };
  }

  private startOf(row: number): number {
    return this.starts[row] as number;
  }

  private endOf(row: number): number {
    return this.ends[row] as number;
  }

  private aboveOf(row: number): Buffer {
    return this.above.get(this.parents[row] as number) ?? NOTHING;
  }

  private tailOf(row: number): Buffer {
    return this.tails[row] ?? this.writer.unrelated;
  }

  private takeBeside(): void {
    const { columns } = this.writer;
    const body = columns.text(PLACES.body);
    switch (columns.text(PLACES.name) as Beside) {
      case 'above':
        this.above.set(columns.number(PLACES.node), aboveBytes(this.question.entityType, body));
        break;
      case 'references':
        this.references.set(columns.text(PLACES.node), body);
        this.referenceCount += columns.number(PLACES.fqn);
        break;
      case 'total':
        this.total ??= Number(body);
        break;
      case 'caller':
        this.caller = body;
    }
  }

  /** Bytes of all rows, by those that are written. */
  private expected(): number {
    const { length: rows } = this.nameEnds;
    return rows === 0 ? 0 : Math.ceil((this.written.length / rows) * (this.question.limit + 1) * MARGIN);
  }

  private write(): void {
    const { written, writer, question } = this;
    const { columns } = writer;
    const hasParent = writer.isBelow && !columns.isNull(PLACES.parent);
    this.starts.push(written.length);
    this.nameEnds.push(writer.first(this.expected()));
    this.middles.push(written.length);
    writer.second();
    this.ends.push(written.length);
    this.parents.push(hasParent ? columns.number(PLACES.parent) : NO_PARENT);
    if (question.fields.relations.length > 0) this.nodes.push(columns.text(PLACES.node));
    if (this.fitting < question.limit && this.documents < PAGE_BYTES) this.fitting++;
    this.documents += writer.documentBytes;
  }
}
