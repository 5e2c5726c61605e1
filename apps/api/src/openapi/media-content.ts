import { BYTES_TYPE, CSV_TYPES, MULTIPART_TYPE, XML_TYPES } from '../http/parsing/media-type';

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, { readonly format?: string }>>;
}

/** A body of any media type. */
export interface Described {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

const TEXT_TYPES: readonly string[] = [...CSV_TYPES, ...XML_TYPES];

type Kind = 'text' | 'files' | 'value';

const kindOfType = (type: string): Kind => {
  if (type === MULTIPART_TYPE) return 'files';
  return TEXT_TYPES.includes(type) ? 'text' : 'value';
};

function kindOf({ type, properties = {} }: Schema): Kind {
  if (type === 'string') return 'text';
  return Object.values(properties).some(({ format }) => format === 'binary') ? 'files' : 'value';
}

/** The part of a description for one media type, where its alternatives are for different ones; a text as bytes is a file. */
export function describedIn(type: string, described: Described): Described {
  const { schema = {}, examples } = described;
  if (type === BYTES_TYPE) return { ...described, schema: { ...schema, format: 'binary' } };
  const kind = kindOfType(type);
  const alternatives = schema.oneOf ?? schema.anyOf ?? [];
  const fitting = alternatives.filter((each) => kindOf(each) === kind);
  const isMixed = fitting.length > 0 && fitting.length < alternatives.length;
  if (!isMixed) return described;
  const [first] = fitting;
  const choice = schema.oneOf ? { oneOf: fitting } : { anyOf: fitting };
  const isFor = (value: unknown): boolean => (typeof value === 'string') === (kind === 'text');
  const shown = Object.entries(examples ?? {}).flatMap(([name, example]): [string, { readonly value?: unknown }][] => {
    if (!isFor(example.value)) return [];
    return [[name, kind === 'files' ? { value: contents(example.value) } : example]];
  });
  return {
    ...described,
    schema: fitting.length === 1 && first ? first : choice,
    ...(examples && { examples: Object.fromEntries(shown) }),
  };
}

/** Files as an example has them: their texts. */
const contents = (value: unknown): unknown =>
  Object.fromEntries(Object.entries(value as object).map(([name, file]) => [name, JSON.stringify(file)]));
