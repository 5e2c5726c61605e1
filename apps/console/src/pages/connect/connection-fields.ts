import type { ConnectionConfig, ConnectionKind } from '../../api/connection-kinds';

/** A JSON schema, as far as forms read it. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly examples?: readonly string[];
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly writeOnly?: boolean;
  readonly deprecated?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly 'x-connection-string'?: string;
}

/** One member of a connection, by its path. */
export interface ConnectionField {
  readonly path: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly input: 'text' | 'secret' | 'choice' | 'switch' | 'pem' | 'document';
  readonly choices: readonly string[];
  readonly standard: unknown;
  readonly example: string | undefined;
  readonly isRequired: boolean;
  /** Masked in answers: left empty, what is stored stays. */
  readonly isHidden: boolean;
  /** Shown at once; the others are settings that most do without. */
  readonly isFirst: boolean;
  /** The part of a connection string that it is. */
  readonly part: string | undefined;
}

/** The entries of a form, by the path of the member; a switch is `true` or `false`. */
export type ConnectionDraft = Readonly<Record<string, string>>;

/** The members that a form asks for, in the order of the schema. */
export function fieldsOf(kind: ConnectionKind): readonly ConnectionField[] {
  const schema: Schema = kind.schema;
  const ofLogins = new Set((schema.anyOf ?? []).flatMap((one) => requiredPaths(one, '')));
  return members(schema, '', true, ofLogins);
}

function members(of: Schema, above: string, isNeeded: boolean, firsts: ReadonlySet<string>): ConnectionField[] {
  return Object.entries(of.properties ?? {}).flatMap(([name, schema]) => {
    const path = `${above}${name}`;
    const isRequired = isNeeded && (of.required?.includes(name) ?? false);
    if (schema.type === 'object') return members(schema, `${path}.`, isRequired, firsts);
    return schema.deprecated ? [] : [fieldOf(schema, path, isRequired, firsts.has(path))];
  });
}

const requiredPaths = ({ required = [], properties = {} }: Schema, above: string): string[] =>
  required.flatMap((name) => {
    const inner = properties[name];
    return inner ? requiredPaths(inner, `${above}${name}.`) : [`${above}${name}`];
  });

function fieldOf(schema: Schema, path: string, isRequired: boolean, isLogin: boolean): ConnectionField {
  const { title = path, description, default: standard, examples = [], writeOnly = false } = schema;
  const part = schema['x-connection-string'];
  return {
    path,
    label: title,
    description,
    input: inputOf(schema),
    choices: schema.enum ?? [],
    standard,
    example: examples[0],
    isRequired,
    isHidden: writeOnly,
    isFirst: isRequired || isLogin || part !== undefined,
    part,
  };
}

function inputOf({ type, enum: words, format, contentMediaType }: Schema): ConnectionField['input'] {
  if (contentMediaType !== undefined) return 'pem';
  if (format === 'password') return 'secret';
  if (words) return 'choice';
  if (type === 'boolean') return 'switch';
  return type === 'array' ? 'document' : 'text';
}

function valueAt(config: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (place, name) =>
        typeof place === 'object' && place !== null ? (place as Record<string, unknown>)[name] : undefined,
      config,
    );
}

/** The draft that a form begins with: what is stored, without what is hidden. */
export function draftOf(fields: readonly ConnectionField[], stored: ConnectionConfig = {}): ConnectionDraft {
  return Object.fromEntries(
    fields.map(({ path, input, isHidden, standard }) => [
      path,
      isHidden ? '' : entry(valueAt(stored, path), input, standard),
    ]),
  );
}

function entry(value: unknown, input: ConnectionField['input'], standard: unknown): string {
  if (input === 'switch') return String(value ?? standard ?? false);
  if (input === 'document') return value === undefined ? '' : JSON.stringify(value, undefined, 2);
  return Array.isArray(value) ? value.join(', ') : value === undefined || value === null ? '' : String(value as string);
}

/** Whether a secret of it is stored, so that the field may stay empty. */
export const isKept = (field: ConnectionField, stored: ConnectionConfig | undefined): boolean =>
  field.isHidden && valueAt(stored, field.path) !== undefined;

/** The members that are required and that nothing was entered for. */
export const missingIn = (
  fields: readonly ConnectionField[],
  draft: ConnectionDraft,
  stored?: ConnectionConfig,
): readonly string[] =>
  fields
    .filter((field) => field.isRequired && !(draft[field.path] ?? '').trim() && !isKept(field, stored))
    .map(({ label }) => label);

/**
 * The configuration that a draft says. Members that are stored and not asked for stay; of a hidden one that is left empty the mask, which
 * keeps what is stored.
 *
 * @throws SyntaxError where a document is none
 */
export function configOf(
  fields: readonly ConnectionField[],
  draft: ConnectionDraft,
  stored: ConnectionConfig = {},
): ConnectionConfig {
  return fields.reduce<ConnectionConfig>((config, field) => {
    const value = valueOf(field, draft[field.path] ?? '');
    if (value === undefined && isKept(field, stored)) return config;
    return withValue(config, field.path.split('.'), value);
  }, stored);
}

function valueOf({ input, standard }: ConnectionField, text: string): unknown {
  if (input === 'switch') return text === String(standard ?? false) ? undefined : text === 'true';
  const trimmed = input === 'secret' ? text : text.trim();
  if (trimmed === '') return undefined;
  return input === 'document' ? (JSON.parse(trimmed) as unknown) : trimmed;
}

/** A copy in which a member has a value, or is not there; objects that would be empty are left out. */
function withValue(
  config: ConnectionConfig,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): ConnectionConfig {
  const { [name]: before, ...others } = config;
  const inner = rest.length > 0 ? withValue((before ?? {}) as ConnectionConfig, rest, value) : value;
  const isNone = inner === undefined || (rest.length > 0 && Object.keys(inner as object).length === 0);
  return isNone ? others : { ...others, [name]: inner };
}

/** The configuration as it may be shown: without what is hidden. */
export const shownConfig = (fields: readonly ConnectionField[], config: ConnectionConfig): ConnectionConfig =>
  fields
    .filter(({ isHidden }) => isHidden)
    .reduce((shown, { path }) => withValue(shown, path.split('.'), undefined), config);
