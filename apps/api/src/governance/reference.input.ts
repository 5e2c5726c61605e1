import { referenceFault, type CheckReport } from '@app/catalog';
import { isObject } from '@app/common';
import { Property, type PropertyOptions, type PropertyRule } from '../http/input';

/** A reference to an entity of one of these types: its type, and its id or its FQN. `words`: texts that are taken in place of one. */
export function referenceRule(types: readonly string[], words: readonly string[] = []): PropertyRule {
  const reference = `a reference {"type", "id"} or {"type", "fullyQualifiedName"} to a ${types.join(' or ')}`;
  const allowed = [...words, reference].join(', ');
  const check = (value: unknown, report: CheckReport): unknown => {
    if (typeof value === 'string' && words.includes(value)) return value;
    const fault =
      isObject(value) && typeof value.type === 'string' ? referenceFault(value, types) : `must be ${allowed}`;
    if (fault !== undefined) report.fault(fault);
    return value;
  };
  const object = {
    type: 'object',
    required: ['type'],
    properties: {
      type: { type: 'string', enum: [...types] },
      id: { type: 'string', format: 'uuid' },
      fullyQualifiedName: { type: 'string' },
    },
  };
  const schema = words.length ? { oneOf: [{ type: 'string', enum: [...words] }, object] } : object;
  return { check, allowed, schema };
}

export const ReferenceProperty = ({
  of,
  words,
  ...options
}: PropertyOptions & { readonly of: readonly string[]; readonly words?: readonly string[] }): PropertyDecorator =>
  Property(options, referenceRule(of, words));
