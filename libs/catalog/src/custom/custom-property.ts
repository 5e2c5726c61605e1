import { invalidFields, sameJson, type ErrorDetail } from '@app/common';
import { closed, oneOf, text } from '../definition/build';
import type { JsonSchema } from '../definition/json-schema';
import { schemaReader } from '../schema/check/schema-check';
import type { JudgedBody } from '../definition/entity-document';
import { VALUE_KINDS, type EnumConfig, type PropertyConfig } from './value-kinds';

/** A custom property declared for an entity type; values are validated on write. */
export interface CustomProperty {
  readonly name: string;
  readonly displayName?: string;
  readonly description: string;
  /** A key of VALUE_KINDS. */
  readonly kind: string;
  readonly config?: PropertyConfig;
}

interface SentProperty {
  readonly name: string;
  readonly displayName?: string;
  readonly description: string;
  readonly propertyType: { readonly id?: string; readonly name?: string };
  readonly customPropertyConfig?: { readonly config: unknown };
}

/** The request format of the public API reference; the value type is named by name or id. */
export const CUSTOM_PROPERTY_SCHEMA: JsonSchema = closed(
  {
    name: {
      type: 'string',
      pattern: '^(?!__proto__$)[A-Za-z_][A-Za-z0-9_ .-]{0,127}$',
      description: 'Member of the extension; letters, digits, blank and _ . -, at most 128',
    },
    displayName: text,
    description: text,
    propertyType: closed({
      id: { type: 'string', format: 'uuid' },
      type: oneOf('type'),
      name: oneOf(...Object.keys(VALUE_KINDS)),
      fullyQualifiedName: text,
      displayName: text,
      description: text,
      href: text,
      deleted: { type: 'boolean' },
    }),
    customPropertyConfig: closed({ config: {} }, ['config']),
  },
  ['name', 'description', 'propertyType'],
);

const read = schemaReader<SentProperty>(CUSTOM_PROPERTY_SCHEMA);

/**
 * Parses a property from a request.
 * @param kindOf the kind with that id, if the value type is given by id
 * @throws {AppError} BAD_REQUEST listing every invalid field
 */
export function readCustomProperty(sent: unknown, kindOf: (id: string) => string | undefined): CustomProperty {
  const { name, displayName, description, propertyType, customPropertyConfig } = read(sent);
  const kind = propertyType.name ?? (propertyType.id === undefined ? undefined : kindOf(propertyType.id.toLowerCase()));
  if (kind === undefined) throw invalidFields([unknownKind(propertyType.id)]);
  const config = customPropertyConfig?.config;
  const fault = configFault(kind, config);
  if (fault) throw invalidFields([{ field: 'customPropertyConfig.config', message: fault }]);
  return {
    name,
    description,
    kind,
    ...(displayName ? { displayName } : {}),
    ...(config === undefined ? {} : { config }),
  };
}

/** Rejects a redeclaration that would invalidate existing values: the kind cannot change, and enum values cannot be removed. */
export function redeclarationFault(before: CustomProperty, after: CustomProperty): ErrorDetail | undefined {
  if (before.kind !== after.kind)
    return { field: 'propertyType', message: `is ${before.kind} and stays so; delete the property to declare it anew` };
  if (after.kind !== 'enum') return undefined;
  const kept = (after.config as EnumConfig).values;
  const lost = (before.config as EnumConfig).values.filter((word) => !kept.includes(word));
  const message = `must keep ${lost.join(', ')}: values may be added, not taken away`;
  return lost.length ? { field: 'customPropertyConfig.config.values', message } : undefined;
}

/** Validation errors of an extension against its type's declared properties; undeclared members are not validated. */
export function extensionFaults(
  extension: Readonly<Record<string, unknown>>,
  properties: readonly CustomProperty[],
): ErrorDetail[] {
  return properties.flatMap(({ name, kind, config }) => {
    const value = Object.hasOwn(extension, name) ? extension[name] : undefined;
    if (value === undefined || value === null) return [];
    return VALUE_KINDS[kind]?.faults(value, config, `extension.${name}`) ?? [];
  });
}

function configFault(kind: string, config: PropertyConfig): string | undefined {
  const check = VALUE_KINDS[kind]?.configFault;
  if (check) return check(config);
  return config === undefined ? undefined : `is not for ${kind}: it takes no configuration`;
}

function unknownKind(id: string | undefined): ErrorDetail {
  const message = `must be one of ${Object.keys(VALUE_KINDS).join(', ')}`;
  return id === undefined
    ? { field: 'propertyType', message: `names neither id nor name; its name ${message}` }
    : { field: 'propertyType.id', message: `is no type of values; its name ${message}` };
}

export type Extension = Readonly<Record<string, unknown>>;

/** The members of its extension that a write changes: these are validated against the custom properties of the type. */
export function changedExtension({ attributes, previous }: JudgedBody): Extension {
  const extension = (attributes.extension ?? {}) as Extension;
  const before = (previous?.extension ?? {}) as Extension;
  return Object.fromEntries(Object.entries(extension).filter(([name, value]) => !sameJson(value, before[name])));
}
