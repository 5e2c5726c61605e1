import type { ConfigField, ConfigFields, HostField, TextField } from './config-field';

type Json = Readonly<Record<string, unknown>>;

/** A JSON schema under construction: an object with members that may be objects themselves. */
interface Node {
  readonly properties: Record<string, Node | Json>;
  readonly required: Set<string>;
  readonly needs: Record<string, string[]>;
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const HOST = '(?:\\[[0-9A-Fa-f:.]+\\]|[0-9A-Za-z_.-]+|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)(?::[0-9]{1,5})?';

/**
 * The JSON schema of a kind of connection. What it refuses a reader may still take, such as an empty text for an absent one; rules that
 * ask for a parser, such as whether a key is one, are the reader's.
 *
 * @param logins members of which one list is required
 */
export function connectionSchema(fields: ConfigFields, logins: readonly (readonly string[])[] = []): Json {
  return { $schema: DIALECT, ...objectSchema(fields), ...(logins.length > 0 && { anyOf: logins.map(requiring) }) };
}

function objectSchema(fields: ConfigFields): Json {
  const root = nodeOf();
  for (const [path, field] of Object.entries(fields)) place(root, path, field);
  return written(root);
}

const nodeOf = (): Node => ({ properties: {}, required: new Set(), needs: {} });

function place(root: Node, path: string, field: ConfigField): void {
  const names = path.split('.');
  const name = names.pop()!;
  let node = root;
  for (const folder of names) {
    if (field.required) node.required.add(folder);
    node = (node.properties[folder] ??= nodeOf()) as Node;
  }
  node.properties[name] = fieldSchema(field);
  if (field.required) node.required.add(name);
  if (field.needs !== undefined) node.needs[name] = [field.needs.split('.').at(-1)!];
}

function written({ properties, required, needs }: Node): Json {
  return {
    type: 'object',
    ...(required.size > 0 && { required: [...required] }),
    ...(Object.keys(needs).length > 0 && { dependentRequired: needs }),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, isNode(one) ? written(one) : one]),
    ),
  };
}

const isNode = (one: Node | Json): one is Node => one.required instanceof Set;

/** A schema of what has a member at each of these paths. */
function requiring(paths: readonly string[]): Json {
  const root = nodeOf();
  for (const path of paths) place(root, path, { type: 'text', title: path, required: true });
  return bare(written(root));
}

/** The schema without what `anyOf` need not say again. */
function bare({ required, properties }: Json): Json {
  const inner = Object.entries(properties as Record<string, Json>).filter(([, one]) => one.type === 'object');
  return {
    required,
    ...(inner.length > 0 && { properties: Object.fromEntries(inner.map(([name, one]) => [name, bare(one)])) }),
  };
}

function fieldSchema(field: ConfigField): Json {
  const { title, description, secret, masked, deprecated, url, required } = field;
  return {
    ...valueSchema(field),
    ...(required && field.type === 'text' && { minLength: 1 }),
    title,
    ...(description !== undefined && { description }),
    ...(secret && { format: 'password' }),
    ...((secret ?? masked) && { writeOnly: true }),
    ...(deprecated && { deprecated: true }),
    ...(url !== undefined && { 'x-connection-string': url }),
  };
}

function valueSchema(field: ConfigField): Json {
  switch (field.type) {
    case 'flag':
      return { type: 'boolean', default: field.standard };
    case 'host':
      return { type: 'string', pattern: hostPattern(field), examples: [`db.example.org:${field.port}`] };
    case 'pem':
      return { type: 'string', pattern: '-----BEGIN ', contentMediaType: 'application/x-pem-file' };
    case 'own':
      return field.schema;
    case 'list':
      return { type: 'array', maxItems: field.most, items: objectSchema(field.of) };
    case 'text':
      return textSchema(field);
  }
}

const hostPattern = ({ allowsScheme }: HostField): string => (allowsScheme ? `^(?:https?://)?${HOST}/?$` : `^${HOST}$`);

function textSchema({ pattern, words, standard }: TextField): Json {
  return {
    type: 'string',
    ...(words && { enum: [...words] }),
    ...(pattern && { pattern: pattern.source }),
    ...(standard !== undefined && { default: standard }),
  };
}
