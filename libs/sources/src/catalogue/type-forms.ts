import { scanDisplay, sizesOf } from '@app/datatypes';

/** A type of one family of engines, whose values checks see in another form: as text, or as numbers. */
export type FormKind =
  /** Text that the engine prints. `word`: its type, in upper case. */
  | { readonly is: 'printed'; readonly word: string }
  /** Whole numbers from 0 on; `bits` of a string of bits. */
  | { readonly is: 'bits'; readonly bits: number }
  | { readonly is: 'year' | 'oid' }
  /** Exact numbers. */
  | { readonly is: 'money' };

export const FORMS: ReadonlySet<string> = new Set<FormKind['is']>(['printed', 'bits', 'year', 'oid', 'money']);

/** Makes the kind of a word of a family of engines. @param size the first number between its parentheses */
type Form = (word: string, size: number | undefined) => FormKind;

const printed: Form = (word) => ({ is: 'printed', word });
/** One bit where no number is stated. */
const bits =
  (most: number): Form =>
  (word, size = 1) =>
    size <= most ? { is: 'bits', bits: size } : printed(word, size);

const words = (text: string, form: Form): (readonly [string, Form])[] => text.split(' ').map((word) => [word, form]);

/** Types of PostgreSQL that it has itself or by an extension that comes with it. */
const POSTGRES = new Map<string, Form>([
  ...words('CITEXT XML INET CIDR MACADDR MACADDR8 LTREE TSVECTOR TSQUERY POINT HSTORE VARBIT', printed),
  ...words('INT4RANGE INT8RANGE NUMRANGE TSRANGE TSTZRANGE DATERANGE', printed),
  ...words('INT4MULTIRANGE INT8MULTIRANGE NUMMULTIRANGE TSMULTIRANGE TSTZMULTIRANGE DATEMULTIRANGE', printed),
  ['BIT VARYING', printed],
  ['BIT', bits(64)],
  ['MONEY', () => ({ is: 'money' })],
  ['OID', () => ({ is: 'oid' })],
]);

const MYSQL = new Map<string, Form>([
  ...words('INET4 INET6', printed),
  ['BIT', bits(64)],
  ['YEAR', () => ({ is: 'year' })],
]);

const OTHERS = new Map<string, Form>([...words('INET IPADDRESS IPV4 IPV6', printed), ['XML', printed]]);

const FAMILIES: Readonly<Record<string, ReadonlyMap<string, Form>>> = { Postgres: POSTGRES, MariaDB: MYSQL };

/** Other words may follow: `interval day to second(3)`. */
const INTERVAL = /^INTERVAL\b/;

/**
 * The kind of a type that has comparisons of its engine alone; undefined where it has those of a kind that all engines know.
 * @param serviceType whose words the display is of
 */
export function formOf(serviceType: string, display: string): FormKind | undefined {
  const scanned = scanDisplay(display);
  // The schema of an extension stands before its type where the role's path does not lead there.
  const word = scanned?.word.split('.').at(-1);
  if (scanned === undefined || word === undefined) return undefined;
  if (INTERVAL.test(word)) return printed('INTERVAL', undefined);
  const [size] = sizesOf(scanned);
  return (FAMILIES[serviceType] ?? OTHERS).get(word)?.(word, size);
}
