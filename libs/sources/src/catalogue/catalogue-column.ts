import { scanDisplay, sizesOf } from '@app/datatypes';
import type { Kind } from './kind';
import type { SourceColumn, SourceTable } from './source-table';

/** A column as the catalog stores it, as far as a source describes it. */
export interface CatalogueColumn {
  readonly name: string;
  readonly ordinalPosition: number;
  readonly dataType: string;
  readonly dataTypeDisplay: string;
  readonly constraint: 'PRIMARY_KEY' | 'NOT_NULL' | 'UNIQUE' | 'NULL';
  /** Characters; only where stated. */
  readonly dataLength?: number;
  /** The precision of decimals, only where stated. */
  readonly precision?: number;
  readonly scale?: number;
  readonly arrayDataType?: string;
  readonly children?: readonly CatalogueColumn[];
  readonly description?: string;
}

/** Words of one engine in place of the common ones, by kind. */
export interface TypeWords {
  readonly dec: string;
  readonly wall: string;
  readonly instant: string;
}

/** Bits of an integer by its greatest value, signed or not. */
const INTEGERS: readonly (readonly [most: bigint, word: string])[] = [
  [2n ** 8n, 'TINYINT'],
  [2n ** 16n, 'SMALLINT'],
  [2n ** 32n, 'INT'],
  [2n ** 64n, 'BIGINT'],
];

/** Types of the catalog's closed list whose name is the source's own word. */
const OWN_WORDS: ReadonlySet<string> = new Set(
  (
    'BINARY BIT BLOB BYTEA CHAR CIDR CLOB GEOGRAPHY GEOMETRY HLL INET INTERVAL LONGBLOB MACADDR MEDIUMBLOB MEDIUMTEXT MONEY ' +
    'IPV4 IPV6 PG_LSN POINT POLYGON STRING TEXT TSQUERY TSVECTOR TXID_SNAPSHOT UNION VARBINARY VARCHAR XML YEAR'
  ).split(' '),
);

/** Standard words by other words of engines. */
const ALIASES: Readonly<Record<string, string>> = {
  'CHARACTER VARYING': 'VARCHAR',
  CHARACTER: 'CHAR',
  BPCHAR: 'CHAR',
  TINYTEXT: 'TEXT',
  LONGTEXT: 'TEXT',
  TINYBLOB: 'BLOB',
  'BIT VARYING': 'BIT',
};

/** Words of the list that stand for another word of an engine. */
const FORMS: Readonly<Record<string, string>> = {
  MACADDR8: 'MACADDR',
  'BIT VARYING': 'BIT',
  VARBIT: 'BIT',
  HSTORE: 'MAP',
  SET: 'ENUM',
  INET4: 'IPV4',
  INET6: 'IPV6',
  IPADDRESS: 'INET',
};

export function catalogueColumn(
  column: SourceColumn,
  index: number,
  constraints: SourceTable['constraints'],
  words: TypeWords,
): CatalogueColumn {
  const { name, display, kind, comment, children } = column;
  const scanned = scanDisplay(unwrapped(display));
  const word = ALIASES[scanned?.word ?? ''] ?? scanned?.word ?? '';
  const [first, second] = scanned ? sizesOf(scanned) : [];
  return {
    name,
    ordinalPosition: index + 1,
    dataType: dataTypeOf(kind, word, words),
    dataTypeDisplay: display,
    constraint: constraintOf(column, constraints),
    ...((kind.is === 'text' || kind.is === 'bytes') && first !== undefined && { dataLength: first }),
    ...(kind.is === 'dec' && first !== undefined && { precision: first, scale: second ?? 0 }),
    ...(kind.is === 'array' && { arrayDataType: dataTypeOf(kind.element, elementWord(display), words) }),
    ...(children?.length && { children: children.map((child, at) => catalogueColumn(child, at, [], words)) }),
    ...(comment !== undefined && { description: comment }),
  };
}

/** `LowCardinality(Nullable(String))` is a String. */
function unwrapped(display: string): string {
  const [, inner] = /^(?:Nullable|LowCardinality)\((.*)\)$/s.exec(display) ?? [];
  return inner === undefined ? display : unwrapped(inner);
}

function elementWord(display: string): string {
  const word = scanDisplay(display.replace(/(\[\d*\])+$/, ''))?.word ?? '';
  return ALIASES[word] ?? word;
}

function dataTypeOf(kind: Kind, word: string, words: TypeWords): string {
  switch (kind.is) {
    case 'int':
      return INTEGERS.find(([most]) => kind.high - kind.low < most)?.[1] ?? 'LARGEINT';
    case 'dec':
      return words.dec;
    case 'float':
      return kind.bits <= 24 ? 'FLOAT' : 'DOUBLE';
    case 'moment':
      return kind.zoned ? words.instant : words.wall;
    case 'bool':
      return 'BOOLEAN';
    case 'text':
      return OWN_WORDS.has(word) ? word : 'TEXT';
    case 'bytes':
      return OWN_WORDS.has(word) ? word : 'BINARY';
    case 'printed':
      return OWN_WORDS.has(kind.word) ? kind.word : (FORMS[kind.word] ?? 'TEXT');
    case 'bits':
      return 'BIT';
    case 'oid':
      return 'BIGINT';
    case 'other':
      return OWN_WORDS.has(word) ? word : 'UNKNOWN';
    case 'year':
    case 'money':
    case 'date':
    case 'time':
    case 'uuid':
    case 'json':
    case 'enum':
    case 'struct':
    case 'map':
    case 'array':
      return kind.is.toUpperCase();
  }
}

/** A column of a key of several columns has none of it: the key is a constraint of the table. */
function constraintOf(
  { name, isNullable }: SourceColumn,
  constraints: SourceTable['constraints'],
): CatalogueColumn['constraint'] {
  const isAlone = (type: string): boolean =>
    constraints.some((one) => one.type === type && one.columns.length === 1 && one.columns[0] === name);
  if (isAlone('PRIMARY_KEY')) return 'PRIMARY_KEY';
  if (!isNullable) return 'NOT_NULL';
  return isAlone('UNIQUE') ? 'UNIQUE' : 'NULL';
}
