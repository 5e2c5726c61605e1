import { shape } from '@app/catalog';
import type { JsonSchema } from '@app/catalog';
import { badRequest, invalidFields, isUuid } from '@app/common';
import type { ErrorDetail } from '@app/common';

/** What a rule calls the service that datasets of a namespace lie in. */
export interface ServiceName {
  readonly id?: string;
  readonly fqn?: string;
  readonly type?: string;
}

export interface MappingRule {
  readonly namespacePrefix: string;
  readonly service: ServiceName;
}

/** Rules are looked through for each new name. */
const MOST_RULES = 1_000;
const LONGEST_PREFIX = 2_000;

const reference = shape.closed(
  { id: shape.text, type: shape.text, fullyQualifiedName: shape.text, name: shape.text },
  [],
);

export const MAPPINGS_SCHEMA: JsonSchema = shape.closed(
  {
    mappings: {
      type: 'array',
      maxItems: MOST_RULES,
      items: shape.closed(
        {
          namespacePrefix: { type: 'string', maxLength: LONGEST_PREFIX, description: 'Empty: of every namespace' },
          service: { oneOf: [{ type: 'string', description: 'Its FQN' }, reference] },
        },
        ['namespacePrefix', 'service'],
      ),
    },
  },
  ['mappings'],
);

/** @throws {AppError} BAD_REQUEST that names every wrong field */
export function readMappings(sent: unknown): MappingRule[] {
  const body = objectWith(sent, ['mappings'], '');
  const { mappings } = body.value;
  if (!Array.isArray(mappings)) body.faults.push({ field: 'mappings', message: 'must be a list of rules' });
  else if (mappings.length > MOST_RULES)
    body.faults.push({ field: 'mappings', message: `has ${mappings.length} rules; at most ${MOST_RULES} are taken` });
  if (body.faults.length) throw invalidFields(body.faults);
  const faults: ErrorDetail[] = [];
  const rules = (mappings as unknown[]).map((rule, i) => readRule(rule, `mappings[${i}]`, faults));
  const seen = new Set<string>();
  for (const [i, { namespacePrefix }] of rules.entries()) {
    if (seen.has(namespacePrefix))
      faults.push({ field: `mappings[${i}].namespacePrefix`, message: 'stands in another rule already' });
    seen.add(namespacePrefix);
  }
  if (faults.length) throw invalidFields(faults);
  return rules;
}

function readRule(sent: unknown, path: string, faults: ErrorDetail[]): MappingRule {
  const { value, faults: unknown } = objectWith(sent, ['namespacePrefix', 'service'], path);
  faults.push(...unknown);
  const { namespacePrefix, service } = value;
  if (typeof namespacePrefix !== 'string' || namespacePrefix.length > LONGEST_PREFIX)
    faults.push({
      field: `${path}.namespacePrefix`,
      message: `must be a text of at most ${LONGEST_PREFIX} characters`,
    });
  return { namespacePrefix: String(namespacePrefix), service: readService(service, `${path}.service`, faults) };
}

function readService(sent: unknown, path: string, faults: ErrorDetail[]): ServiceName {
  if (typeof sent === 'string' && sent !== '') return { fqn: sent };
  const { id, type, fullyQualifiedName: fqn } = (sent ?? {}) as Record<string, unknown>;
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  if (isText(type) && isText(id) && isUuid(id)) return { id: id.toLowerCase(), type };
  if (isText(type) && isText(fqn)) return { fqn, type };
  faults.push({ field: path, message: 'must be the FQN of a service, or {type, id} or {type, fullyQualifiedName}' });
  return {};
}

function objectWith(
  sent: unknown,
  known: readonly string[],
  path: string,
): { value: Record<string, unknown>; faults: ErrorDetail[] } {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    const message = `must be an object with ${known.join(' and ')}`;
    if (path === '') throw badRequest(`The body ${message}`);
    return { value: {}, faults: [{ field: path, message }] };
  }
  const strangers = Object.keys(sent).filter((key) => !known.includes(key));
  const faults = strangers.map((key) => ({
    field: path === '' ? key : `${path}.${key}`,
    message: `is not known; allowed: ${known.join(', ')}`,
  }));
  return { value: sent as Record<string, unknown>, faults };
}
