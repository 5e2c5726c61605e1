import { groupBy } from '@app/common';
import type { CheckReport } from '@app/catalog';
import type { Type } from '@nestjs/common';
import { getMetadataStorage, ValidationTypes, type ValidationArguments } from 'class-validator';

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** The check that a decorator of `http/input` gives a property; the `context` of its validation. */
export interface PropertyCheck {
  /** Reports what is wrong with a value of an object, and gives it normalised. */
  readonly check: (value: unknown, report: CheckReport, object: object) => unknown;
  /** The value of a query's text, undefined where it is not allowed; by default the text. */
  readonly read?: (text: string, spelling: string) => unknown;
  /** Names under which a query parameter is taken beside that of its property. */
  readonly also?: readonly string[];
  /** Whether a query may give it several times: its value is a list of texts then. */
  readonly repeatable?: boolean;
}

/** A property of a DTO, by the decorators that it has. */
export interface DtoField {
  readonly name: string;
  readonly spellings: readonly string[];
  readonly repeatable: boolean;
  readonly read: (value: string | string[], spelling: string) => unknown;
  readonly check: PropertyCheck['check'];
}

/** The properties of a DTO class and of those that it extends. */
export function fieldsOf(dto: Type<object>): DtoField[] {
  const metadatas = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const byName = groupBy<Metadata, string>(metadatas, ({ propertyName }) => propertyName);
  // A class without any decorator is treated as an error, not as accepting everything.
  if (byName.size === 0) throw new TypeError(`${dto.name} has no property with a decorator of class-validator`);
  return [...byName].map(([name, own]) => fieldOf(dto, name, own));
}

function fieldOf(dto: Type<object>, name: string, metadatas: readonly Metadata[]): DtoField {
  const own = metadatas.map(({ context }) => context as PropertyCheck | undefined).find((one) => one?.check);
  const { read, also = [], repeatable = false } = own ?? {};
  if (own && metadatas.length > 1) throw new TypeError(`${dto.name}.${name} has more than one decorator of its check`);
  return {
    name,
    spellings: [name, ...also],
    repeatable,
    // A list comes here only where the parameter may be repeated.
    read: (value, spelling) => (read ? (read(value as string, spelling) ?? value) : value),
    check: own?.check ?? plainCheck(dto, metadatas),
  };
}

type Condition = (object: object, value: unknown) => boolean;

/** The decorators that class-validator has itself, in the order in which it asks them. */
function plainCheck(dto: Type<object>, metadatas: readonly Metadata[]): PropertyCheck['check'] {
  const known: readonly string[] = [
    ValidationTypes.CONDITIONAL_VALIDATION,
    ValidationTypes.IS_DEFINED,
    ValidationTypes.CUSTOM_VALIDATION,
  ];
  const alien = metadatas.find(({ type }) => !known.includes(type));
  if (alien)
    throw new TypeError(`${dto.name}.${alien.propertyName}: ${alien.type} is not supported; use ObjectProperty`);
  const [conditions, ...rules] = known.map((kind) => metadatas.filter(({ type }) => type === kind));
  return (value, report, object) => {
    if (conditions?.some(({ constraints }) => !(constraints[0] as Condition)(object, value))) return value;
    const faults = rules.flat().flatMap((metadata) => plainFaults(dto, metadata, value, object));
    if (faults.length > 0) report.fault([...new Set(faults)].join('; '));
    return value;
  };
}

function plainFaults(dto: Type, metadata: Metadata, value: unknown, object: object): string[] {
  const { propertyName: property, constraints, each, message } = metadata;
  const about = { targetName: dto.name, property, object, value, constraints } as ValidationArguments;
  return getMetadataStorage()
    .getTargetValidatorConstraints(metadata.constraintCls)
    .flatMap(({ instance }) => {
      const isRight = (one: unknown): boolean => instance.validate(one, about) === true;
      if (each && Array.isArray(value) ? value.every(isRight) : isRight(value)) return [];
      const chosen = message || (instance.defaultMessage?.(about) ?? '');
      return filledIn(typeof chosen === 'function' ? chosen(about) : chosen, about);
    });
}

/** A message with its place-holders filled in, as class-validator does it. */
function filledIn(text: string, { constraints = [], value, property, targetName }: ValidationArguments): string {
  const filled = (constraints as unknown[]).reduce<string>(
    (told, constraint, at) => told.replaceAll(`$constraint${at + 1}`, [constraint].flat().join(', ')),
    text,
  );
  const shown = ['string', 'boolean', 'number'].includes(typeof value)
    ? filled.replaceAll('$value', String(value))
    : filled;
  return shown.replaceAll('$property', property).replaceAll('$target', targetName);
}
