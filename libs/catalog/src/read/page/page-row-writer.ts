import { mostQuoted, oncePer, type ByteWriter } from '@app/common';
import { RowColumns } from '@app/database';
import { membersOf, relationsJson } from '../entity-json';
import { joinedAncestors } from '../entity-row';
import type { FieldSelection } from '../../query/field-list';
import type { ListQuestion } from '../../query/list-question';
import { furtherNames, PLACES } from './page-select';
import type { Reference } from '../../definition/entity-document';

/** The properties that the rows of a page share. */
type PageForm = Pick<ListQuestion, 'entityType' | 'fields'>;

/** A member of an entity, and the column of its JSON. */
interface MemberColumn {
  readonly start: Buffer;
  readonly column: number;
}

/** The parts that are the same in all pages of a form: made once. */
interface Known {
  readonly withDetails: boolean;
  readonly isBelow: boolean;
  readonly sides: readonly MemberColumn[];
  readonly requested: readonly MemberColumn[];
  /** Members of an entity without references. */
  readonly unrelated: Buffer;
  /** Bytes of a row that are the same in all of them, at most, without the beginning of links. */
  readonly constant: number;
}

const NO_RELATIONS: ReadonlyMap<string, readonly Reference[]> = new Map();
/** Bytes of the longest row without what comes from columns, links and names of members. */
const MOST_CONSTANT = 256;
/** `{"id":"`: where the id of a row begins, and how long it is. */
export const [ID_AT, ID_LENGTH] = [7, 36] as const;
const [COMMA, ZERO, DOT] = [0x2c, 0x30, 0x2e] as const;
/** `{}` */
const EMPTY_OBJECT = 2;

export const TEXT = {
  id: Buffer.from('{"id":"'),
  name: Buffer.from('","name":'),
  fqn: Buffer.from(',"fullyQualifiedName":'),
  version: Buffer.from(',"version":'),
  updatedAt: Buffer.from(',"updatedAt":'),
  updatedBy: Buffer.from(',"updatedBy":'),
  href: Buffer.from(',"href":'),
  live: Buffer.from('","deleted":false'),
  deleted: Buffer.from('","deleted":true'),
} as const;

/**
 * Writes rows of a page as JSON, from the bytes that PostgreSQL sends, in two parts: what lies above an entity stands between them, and its
 * references behind them.
 */
export class PageRowWriter {
  /** The columns of the row that is written. */
  readonly columns = new RowColumns();
  private readonly hrefStart: Buffer;
  private readonly known: Known;

  /** @param hrefStart `"http://host:port/api/v1/tables/` */
  constructor(
    { fields }: PageForm,
    hrefStart: string,
    private readonly written: ByteWriter,
  ) {
    this.known = knownOf(fields);
    this.hrefStart = Buffer.from(hrefStart);
  }

  /** Members of an entity without references. */
  get unrelated(): Buffer {
    return this.known.unrelated;
  }

  /** Whether an entity names its ancestors. */
  get isBelow(): boolean {
    return this.known.isBelow;
  }

  /** Bytes of the document of the row. */
  get documentBytes(): number {
    return this.lengthOf(PLACES.body) + (this.known.withDetails ? this.lengthOf(PLACES.details) : 0);
  }

  /**
   * Up to what lies above. Makes room for both parts.
   * @param expected bytes that all rows will take
   * @returns where the name ends
   */
  first(expected: number): number {
    const { columns, written } = this;
    const { bytes, starts, ends } = columns;
    written.room(this.mostOfRow(), expected);
    written.copy(TEXT.id);
    written.copy(bytes, starts[PLACES.id], ends[PLACES.id]);
    written.copy(TEXT.name);
    this.quoted(PLACES.name);
    const nameEnd = written.length;
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
    written.copy(columns.isTrue(PLACES.deleted) ? TEXT.deleted : TEXT.live);
    this.members(PLACES.body);
    return nameEnd;
  }

  /** Up to the references. */
  second(): void {
    const { known } = this;
    for (const one of known.sides) this.member(one);
    if (known.withDetails) {
      this.members(PLACES.details);
      this.members(PLACES.defaults);
    }
    for (const one of known.requested) this.member(one);
  }

  /** Bytes that both parts may take: all columns, and those that are quoted as if each byte had to be escaped. */
  private mostOfRow(): number {
    const quoted = [PLACES.name, PLACES.fqn, PLACES.updatedBy].reduce((sum, column) => sum + this.lengthOf(column), 0);
    return this.known.constant + this.hrefStart.length + this.columns.size + mostQuoted(quoted);
  }

  /** The bytes of a column that is not null. */
  private lengthOf(column: number): number {
    const { starts, ends } = this.columns;
    return (ends[column] as number) - (starts[column] as number);
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

const knownOf = oncePer((selection: FieldSelection): Known => {
  const { entityType } = selection;
  const withDetails = selection.attributes.length > 0;
  const first = withDetails ? PLACES.defaults + 1 : PLACES.body + 1;
  const further = furtherNames(entityType, withDetails);
  const { base, requested } = membersOf(selection);
  const columnsOf = (members: typeof base): MemberColumn[] =>
    members.flatMap(({ property, column }) => {
      const at = further.indexOf(String(column));
      return at < 0 ? [] : [{ start: Buffer.from(`,"${property}":`), column: first + at }];
    });
  const unrelated = Buffer.from(relationsJson(NO_RELATIONS, selection));
  const [sides, others] = [columnsOf(base), columnsOf(requested)];
  const names = [...sides, ...others].reduce((sum, { start }) => sum + start.length, 0);
  const isBelow = joinedAncestors(entityType).length > 0;
  const constant = MOST_CONSTANT + ID_LENGTH + names;
  return { withDetails, isBelow, sides, requested: others, unrelated, constant };
});
