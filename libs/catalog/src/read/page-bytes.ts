import { ByteWriter, KnownValues, mostQuoted } from '@app/common';
import { RowColumns, type RowBytes } from '@app/database';
import type { EntityType } from '../definition/entity-type';
import { membersOf, relationsJson } from './entity-json';
import type { FieldSelection } from './field-list';
import { aboveOf, furtherNames, LONGEST_ABOVE, MOST_ABOVE, PLACES, type Beside } from './page-row';
import type { Reference } from './relation.repository';

/** What the rows of a page have in common. */
export interface PageForm {
  readonly entityType: EntityType;
  readonly selection: FieldSelection;
  /** `"http://host:port/api/v1/tables/` */
  readonly hrefStart: string;
  /** Rows that are expected. */
  readonly rows: number;
}

/** A member of an entity, and the column of its JSON. */
interface MemberColumn {
  readonly start: Buffer;
  readonly column: number;
}

/** What is the same in all pages of a form: made once. */
interface Known {
  readonly withDetails: boolean;
  readonly sides: readonly MemberColumn[];
  readonly requested: readonly MemberColumn[];
  /** Members of an entity without references. */
  readonly unrelated: Buffer;
  /** Of the rows of the last page, on average, or what is expected of the first. */
  rowBytes: number;
}

const known = new WeakMap<FieldSelection, Known>();
const aboveOfType = new WeakMap<EntityType, KnownValues<Buffer>>();

type Relations = ReadonlyMap<string, readonly Reference[]>;

const NO_RELATIONS: Relations = new Map();
const NOTHING = Buffer.alloc(0);
/** Of a row of which nothing is known, about; and room for how much longer than the last ones rows may be. */
const [EXPECTED_BYTES, MORE_BYTES] = [384, 1.1] as const;
/** Bytes of the longest row without what comes from columns, links and names of members. */
const MOST_CONSTANT = 256;
/** `{"id":"`: where the id of a row begins, and how long it is. */
const [ID_AT, ID_LENGTH] = [7, 36] as const;
const [COMMA, CLOSING_BRACE, ZERO, DOT, TRUE] = [0x2c, 0x7d, 0x30, 0x2e, 0x74] as const;
/** `{}` */
const EMPTY_OBJECT = 2;

const TEXT = {
  id: Buffer.from('{"id":"'),
  name: Buffer.from('","name":'),
  fqn: Buffer.from(',"fullyQualifiedName":'),
  version: Buffer.from(',"version":'),
  updatedAt: Buffer.from(',"updatedAt":'),
  updatedBy: Buffer.from(',"updatedBy":'),
  href: Buffer.from(',"href":'),
  live: Buffer.from('","deleted":false'),
  deleted: Buffer.from('","deleted":true'),
  data: Buffer.from('{"data":['),
} as const;

/**
 * The rows of a page as the text that is sent, written from the bytes that PostgreSQL sends while it makes the next ones: of a page from whose
 * caller nothing is hidden nothing becomes a string. What `entityPieces` gives of the same rows is the same text.
 *
 * A row is written in two parts, since what lies above it comes behind all rows, and its references may come later still.
 */
export class PageBytes {
  /** Rows of which none is larger than its share of a page. */
  isSmall = true;
  total: number | undefined;
  /** References that came along, those of the row behind the page included. */
  referenceCount = 0;
  private readonly columns = new RowColumns();
  private readonly written: ByteWriter;
  /** By row: where it begins, where its name ends, where its second part begins. The next row begins where it ends. */
  private readonly starts: number[] = [0];
  private readonly nameEnds: number[] = [];
  private readonly middles: number[] = [];
  private readonly parents: number[] = [];
  private readonly nodes: string[] = [];
  private readonly above = new Map<number, Buffer>();
  private readonly references = new Map<string, string>();
  private readonly hrefStart: Buffer;
  private readonly known: Known;

  constructor(private readonly form: PageForm) {
    this.known = knownOf(form);
    this.hrefStart = Buffer.from(form.hrefStart);
    this.written = new ByteWriter(Buffer.allocUnsafe(Math.ceil(form.rows * this.known.rowBytes)));
  }

  /** Rows so far, the one behind the page included. */
  get rows(): number {
    return this.middles.length;
  }

  /** @param row of the statement of a page (`pageSelect`) */
  take(row: RowBytes): void {
    const { columns } = this;
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
   * The page: `{"data":[…` and what closes it.
   * @param rows in the order of the page
   * @param relations of these rows; undefined: they have none
   */
  json(rows: readonly number[], relations: readonly (Relations | undefined)[] | undefined, closing: string): Buffer {
    const { entityType, selection } = this.form;
    const last = rows.map((_, at) => {
      const found = relations?.[at];
      return found ? Buffer.from(relationsJson(entityType, found, selection)) : this.known.unrelated;
    });
    const { bytes } = this.written;
    if (this.rows > 0) this.known.rowBytes = (bytes.length / this.rows) * MORE_BYTES;
    const end = Buffer.from(closing);
    const page = new ByteWriter(Buffer.allocUnsafe(this.lengthOf(rows, last) + end.length));
    page.copy(TEXT.data);
    rows.forEach((row, at) => {
      if (at > 0) page.byte(COMMA);
      const middle = this.middles[row] as number;
      const next = this.starts[row + 1] as number;
      page.copy(bytes, this.starts[row], middle);
      page.copy(this.aboveRow(row));
      page.copy(bytes, middle, next);
      page.copy(last[at] as Buffer);
      page.byte(CLOSING_BRACE);
    });
    page.copy(end);
    return page.bytes;
  }

  private lengthOf(rows: readonly number[], last: readonly Buffer[]): number {
    let length = TEXT.data.length + 2 * rows.length;
    rows.forEach((row, at) => {
      length += (this.starts[row + 1] as number) - (this.starts[row] as number);
      length += this.aboveRow(row).length + (last[at] as Buffer).length;
    });
    return length;
  }

  private aboveRow(row: number): Buffer {
    return this.above.get(this.parents[row] as number) ?? NOTHING;
  }

  private takeBeside(): void {
    const { columns } = this;
    const body = columns.text(PLACES.body);
    switch (columns.text(PLACES.name) as Beside) {
      case 'above':
        this.above.set(columns.number(PLACES.node), aboveBytes(this.form.entityType, body));
        break;
      case 'references':
        this.references.set(columns.text(PLACES.node), body);
        this.referenceCount += columns.number(PLACES.fqn);
        break;
      case 'total':
        this.total = Number(body);
    }
  }

  private write(): void {
    const { columns, written, known } = this;
    const { bytes, starts, ends } = columns;
    written.room(this.mostOfRow());
    written.copy(TEXT.id);
    written.copy(bytes, starts[PLACES.id], ends[PLACES.id]);
    written.copy(TEXT.name);
    this.quoted(PLACES.name);
    this.nameEnds.push(written.length);
    written.copy(TEXT.fqn);
    this.quoted(PLACES.fqn);
    written.copy(TEXT.version);
    this.tenth(PLACES.version);
    written.copy(TEXT.updatedAt);
    written.copy(bytes, starts[PLACES.updatedAt], ends[PLACES.updatedAt]);
    written.copy(TEXT.updatedBy);
    this.quoted(PLACES.updatedBy);
    written.copy(TEXT.href);
    written.copy(this.hrefStart);
    written.copy(bytes, starts[PLACES.id], ends[PLACES.id]);
    written.copy(bytes[starts[PLACES.deleted] as number] === TRUE ? TEXT.deleted : TEXT.live);
    this.members(PLACES.body);
    this.middles.push(written.length);
    for (const one of known.sides) this.member(one);
    if (known.withDetails) {
      this.members(PLACES.details);
      this.members(PLACES.defaults);
    }
    for (const one of known.requested) this.member(one);
    this.starts.push(written.length);
    this.parents.push(columns.isNull(PLACES.parent) ? -1 : columns.number(PLACES.parent));
    if (this.form.selection.relations.length > 0) this.nodes.push(columns.text(PLACES.node));
  }

  /** Bytes that a row may take: all of its columns, those that are quoted as if each byte had to be escaped. */
  private mostOfRow(): number {
    const { starts, ends } = this.columns;
    const lengthOf = (column: number): number => Math.max(0, (ends[column] as number) - (starts[column] as number));
    let most = MOST_CONSTANT + this.hrefStart.length;
    for (let column = 0; column < starts.length; column++) most += lengthOf(column);
    for (const { start } of this.known.sides) most += start.length;
    for (const { start } of this.known.requested) most += start.length;
    return most + ID_LENGTH + mostQuoted(lengthOf(PLACES.name) + lengthOf(PLACES.fqn) + lengthOf(PLACES.updatedBy));
  }

  private quoted(column: number): void {
    const { bytes, starts, ends } = this.columns;
    this.written.quoted(bytes, starts[column] as number, ends[column] as number);
  }

  /** A number of tenths. */
  private tenth(column: number): void {
    const { columns, written } = this;
    const { bytes, starts, ends } = columns;
    const lastDigit = (ends[column] as number) - 1;
    if (starts[column] === lastDigit) written.byte(ZERO);
    else written.copy(bytes, starts[column], lastDigit);
    if (bytes[lastDigit] === ZERO) return;
    written.byte(DOT);
    written.byte(bytes[lastDigit] as number);
  }

  /** The members of an object that is stored. */
  private members(column: number): void {
    const { bytes, starts, ends } = this.columns;
    const [start, end] = [starts[column] as number, ends[column] as number];
    if (end - start <= EMPTY_OBJECT) return;
    this.written.byte(COMMA);
    this.written.copy(bytes, start + 1, end - 1);
  }

  private member({ start, column }: MemberColumn): void {
    const { columns, written } = this;
    if (columns.isNull(column)) return;
    written.copy(start);
    written.copy(columns.bytes, columns.starts[column], columns.ends[column]);
  }
}

function knownOf({ entityType, selection }: PageForm): Known {
  const found = known.get(selection);
  if (found) return found;
  const withDetails = selection.attributes.length > 0;
  const first = withDetails ? PLACES.defaults + 1 : PLACES.body + 1;
  const further: readonly string[] = furtherNames(entityType, withDetails);
  const { base, requested } = membersOf(entityType, selection);
  const columnsOf = (members: typeof base): MemberColumn[] =>
    members.flatMap(({ property, column }) => {
      const at = further.indexOf(String(column));
      return at < 0 ? [] : [{ start: Buffer.from(`,"${property}":`), column: first + at }];
    });
  const unrelated = Buffer.from(relationsJson(entityType, NO_RELATIONS, selection));
  const [sides, others] = [columnsOf(base), columnsOf(requested)];
  const made: Known = { withDetails, sides, requested: others, unrelated, rowBytes: EXPECTED_BYTES };
  known.set(selection, made);
  return made;
}

/** The members of an entity that tell what lies above it. @param json as the statement of a page gives it */
function aboveBytes(entityType: EntityType, json: string): Buffer {
  let kept = aboveOfType.get(entityType);
  if (!kept) aboveOfType.set(entityType, (kept = new KnownValues(MOST_ABOVE, LONGEST_ABOVE)));
  return kept.of(json, () => {
    const columns = new Map<string, string | null>(aboveOf(entityType, json));
    const serviceType = columns.get('root_service_type');
    const members = entityType.ancestors.map(({ property }) => {
      const reference = columns.get(`a_${property}`);
      return reference == null ? '' : `,"${property}":${reference}`;
    });
    return Buffer.from((serviceType == null ? '' : `,"serviceType":${JSON.stringify(serviceType)}`) + members.join(''));
  });
}
