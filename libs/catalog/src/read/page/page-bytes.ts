import { ByteWriter, KnownValues } from '@app/common';
import type { RowBytes } from '@app/database';
import { oncePerType, type EntityType } from '../../definition/entity-type';
import { relationsJson } from '../entity-json';
import type { FieldSelection } from '../field-list';
import { aboveOf, LONGEST_ABOVE, MOST_ABOVE } from './page-row';
import { ID_AT, ID_LENGTH, PageRowWriter, TEXT, type PageForm } from './page-row-writer';
import { PLACES, type Beside, type BesideUnrelated } from './page-select';
import type { Reference } from '../relation.repository';

const keptBytes = oncePerType(() => new KnownValues<Buffer>(MOST_ABOVE, LONGEST_ABOVE));
/** Bytes of a row, by the selection: of those of the last page, on average. */
const rowBytesOf = new WeakMap<FieldSelection, number>();

type Relations = ReadonlyMap<string, readonly Reference[]>;

const NOTHING = Buffer.alloc(0);
const DATA = Buffer.from('{"data":[');
/** Of a row of which nothing is known, about; and room for how much longer than the last ones rows may be. */
const [EXPECTED_BYTES, MORE_BYTES] = [384, 1.1] as const;
const [COMMA, CLOSING_BRACE] = [0x2c, 0x7d] as const;
const NO_PARENT = -1;

/**
 * The rows of a page as the text that is sent, written from the bytes that PostgreSQL sends while it makes the next ones: of a page from whose
 * caller nothing is hidden nothing becomes a string. What `entityPieces` gives of the same rows is the same text.
 *
 * Where nothing of a row comes behind it, the rows are the page as they are written. Else each is written in two parts, between which and
 * behind which is put what comes later.
 */
export class PageBytes {
  /** Rows of which none is larger than its share of a page. */
  isSmall = true;
  /** Whether it was told of each row what lies above it. */
  isToldOfAll = true;
  /** Whether something refers to rows of a page that has no references. */
  isRelated = false;
  total: number | undefined;
  /** References that came along, those of the row behind the page included. */
  referenceCount = 0;
  private readonly written: ByteWriter;
  private readonly writer: PageRowWriter;
  /** Whether nothing of a row comes behind it. */
  private readonly areWhole: boolean;
  /** By row: where it begins, where its name ends, where its second part begins, where it ends. */
  private readonly starts: number[] = [];
  private readonly nameEnds: number[] = [];
  private readonly middles: number[] = [];
  private readonly ends: number[] = [];
  private readonly parents: number[] = [];
  private readonly nodes: string[] = [];
  private readonly above = new Map<number, Buffer>([[NO_PARENT, NOTHING]]);
  private readonly references = new Map<string, string>();

  constructor(private readonly form: PageForm) {
    const { selection, rows, isAboveFirst, hasReferences } = form;
    this.areWhole = isAboveFirst && !hasReferences;
    const expected = Math.ceil(rows * (rowBytesOf.get(selection) ?? EXPECTED_BYTES));
    this.written = new ByteWriter(Buffer.allocUnsafe(DATA.length + expected));
    this.writer = new PageRowWriter(form, this.written);
    this.written.copy(DATA);
  }

  /** Rows so far, the one behind the page included. */
  get rows(): number {
    return this.starts.length;
  }

  /** Nodes of the parents of which it was told what they are and what lies above them. */
  get parentsTold(): readonly number[] {
    return [...this.above.keys()].filter((node) => node !== NO_PARENT);
  }

  /** Whether rows may have references. */
  get hasReferences(): boolean {
    return this.form.hasReferences;
  }

  /** @param row of the statement of a page (`pageSelect`, `expectingPageSelect`, `unrelatedPageSelect`) */
  take(row: RowBytes): void {
    const { columns } = this.writer;
    columns.read(row);
    if (columns.isNull(PLACES.body)) this.isSmall = false;
    else if (columns.isNull(PLACES.id)) this.takeBeside();
    else this.write();
  }

  keysOf(row: number): readonly [name: string, id: string] {
    const { bytes } = this.written;
    const idFrom = (this.starts[row] as number) + ID_AT;
    const idTo = idFrom + ID_LENGTH;
    const name = bytes.toString('utf8', idTo + TEXT.name.length, this.nameEnds[row]);
    return [JSON.parse(name) as string, bytes.toString('latin1', idFrom, idTo)];
  }

  /** Nodes of rows, where references were asked for. */
  nodeOf(row: number): string {
    return this.nodes[row] as string;
  }

  /** JSON of the references of a row that came along. */
  referencesOf(row: number): string | undefined {
    return this.references.get(this.nodeOf(row));
  }

  /**
   * The page: `{"data":[…` and what closes it. The last call.
   * @param rows in the order of the page: the first ones, or these the other way round
   * @param relations of these rows; undefined: they have none
   */
  json(rows: readonly number[], relations: readonly (Relations | undefined)[] | undefined, closing: string): Buffer {
    const { written, areWhole, form } = this;
    if (this.rows > 0) rowBytesOf.set(form.selection, (written.length / this.rows) * MORE_BYTES);
    const end = Buffer.from(closing);
    if (areWhole && (rows.length === 0 || rows[0] === 0)) return this.closed(rows.length, end);
    const last = areWhole ? undefined : this.relationsOf(rows, relations);
    const page = new ByteWriter(Buffer.allocUnsafe(this.lengthOf(rows, last) + end.length));
    const { bytes } = written;
    page.copy(DATA);
    rows.forEach((row, at) => {
      if (at > 0) page.byte(COMMA);
      if (!last) return page.copy(bytes, this.starts[row], this.ends[row]);
      const middle = this.middles[row] as number;
      page.copy(bytes, this.starts[row], middle);
      page.copy(this.aboveRow(row));
      page.copy(bytes, middle, this.ends[row]);
      page.copy(last[at] as Buffer);
      page.byte(CLOSING_BRACE);
    });
    page.copy(end);
    return page.bytes;
  }

  /** The first rows, as they are written. */
  private closed(rows: number, end: Buffer): Buffer {
    const { written } = this;
    written.length = rows === 0 ? DATA.length : (this.ends[rows - 1] as number);
    written.room(end.length);
    written.copy(end);
    return written.bytes;
  }

  private relationsOf(rows: readonly number[], relations: readonly (Relations | undefined)[] | undefined): Buffer[] {
    const { entityType, selection } = this.form;
    return rows.map((_, at) => {
      const found = relations?.[at];
      return found ? Buffer.from(relationsJson(entityType, found, selection)) : this.writer.unrelated;
    });
  }

  private lengthOf(rows: readonly number[], last: readonly Buffer[] | undefined): number {
    let length = DATA.length + 2 * rows.length;
    rows.forEach((row, at) => {
      length += (this.ends[row] as number) - (this.starts[row] as number);
      length += this.aboveRow(row).length + (last?.[at] ?? NOTHING).length;
    });
    return length;
  }

  /** What lies above a row, where it is not written with it. */
  private aboveRow(row: number): Buffer {
    return this.form.isAboveFirst ? NOTHING : (this.above.get(this.parents[row] as number) ?? NOTHING);
  }

  private takeBeside(): void {
    const { columns } = this.writer;
    const body = columns.text(PLACES.body);
    switch (columns.text(PLACES.name) as Beside | BesideUnrelated) {
      case 'above':
        this.above.set(columns.number(PLACES.node), aboveBytes(this.form.entityType, body));
        break;
      case 'references':
        this.references.set(columns.text(PLACES.node), body);
        this.referenceCount += columns.number(PLACES.fqn);
        break;
      case 'related':
        this.isRelated = true;
        break;
      case 'total':
        this.total = Number(body);
    }
  }

  private write(): void {
    const { written, writer, form, areWhole } = this;
    const { columns, unrelated } = writer;
    const hasParent = writer.isBelow && !columns.isNull(PLACES.parent);
    const parent = hasParent ? columns.number(PLACES.parent) : NO_PARENT;
    const above = form.isAboveFirst ? this.above.get(parent) : NOTHING;
    if (!above) {
      this.isToldOfAll = false;
      return;
    }
    if (areWhole && this.rows > 0) written.byte(COMMA);
    this.starts.push(written.length);
    this.nameEnds.push(writer.first(above.length + unrelated.length + 2));
    written.copy(above);
    this.middles.push(written.length);
    writer.second();
    if (areWhole) {
      written.copy(unrelated);
      written.byte(CLOSING_BRACE);
    }
    this.ends.push(written.length);
    this.parents.push(parent);
    if (form.hasReferences) this.nodes.push(columns.text(PLACES.node));
  }
}

/** The members of an entity that tell what lies above it. @param json as the statement of a page gives it */
function aboveBytes(entityType: EntityType, json: string): Buffer {
  return keptBytes(entityType).of(json, () => {
    const columns = new Map<string, string | null>(aboveOf(entityType, json));
    const serviceType = columns.get('root_service_type');
    const members = entityType.ancestors.map(({ property }) => {
      const reference = columns.get(`a_${property}`);
      return reference == null ? '' : `,"${property}":${reference}`;
    });
    return Buffer.from((serviceType == null ? '' : `,"serviceType":${JSON.stringify(serviceType)}`) + members.join(''));
  });
}
