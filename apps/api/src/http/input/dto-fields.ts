import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { ValidationArguments, ValidatorConstraintInterface } from 'class-validator';

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
type Json = Readonly<Record<string, unknown>>;

/** What a decorator of a query parameter says of how its text is read; the `context` of its validation. */
export interface ParameterReading {
  /** The value of a text, undefined where it is not allowed. */
  readonly read: (text: string, spelling: string) => unknown;
  /** Names under which the parameter is taken beside that of its property. */
  readonly also?: readonly string[];
  /** Whether it may be given several times: its value is a list of texts then. */
  readonly repeatable?: boolean;
}

/** A property of a DTO, by the decorators that it has. */
export interface DtoField {
  readonly name: string;
  readonly spellings: readonly string[];
  readonly repeatable: boolean;
  readonly read: (value: string | string[], spelling: string) => unknown;
  /** What is wrong with a value of an object, in the words of all decorators that refuse it. */
  readonly fault: (value: unknown, object: Json) => string | undefined;
  /** The class of the objects that it holds. */
  readonly nested: Type<object> | undefined;
  /** What is wrong with an item of a list of them; undefined where it is an object. */
  readonly itemFault: (item: unknown) => string | undefined;
}

/** The properties of a DTO class and of those that it extends. */
export function fieldsOf(dto: Type<object>): DtoField[] {
  const byName = new Map<string, Metadata[]>();
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false)) {
    byName.set(metadata.propertyName, [...(byName.get(metadata.propertyName) ?? []), metadata]);
  }
  // A class without any decorator is treated as an error, not as accepting everything.
  if (byName.size === 0) throw new TypeError(`${dto.name} has no property with a decorator of class-validator`);
  return [...byName].map(([name, metadatas]) => fieldOf(dto, name, metadatas));
}

function fieldOf(dto: Type<object>, name: string, metadatas: readonly Metadata[]): DtoField {
  const reading = metadatas.map(({ context }) => context as ParameterReading | undefined).find((one) => one?.read);
  const nested = metadatas.find(({ type }) => type === ValidationTypes.NESTED_VALIDATION);
  return {
    name,
    spellings: [name, ...(reading?.also ?? [])],
    repeatable: reading?.repeatable ?? false,
    read: readerOf(reading),
    fault: faultOf(dto, metadatas),
    nested: nested && nestedClass(dto, name),
    itemFault: nested ? (item) => nestedRule(dto, nested)(item, {}) : () => undefined,
  };
}

function readerOf(reading: ParameterReading | undefined): DtoField['read'] {
  if (!reading) return (value) => value;
  const { read } = reading;
  // A list comes here only where the parameter may be repeated.
  return (value, spelling) => read(value as string, spelling) ?? value;
}

function faultOf(dto: Type<object>, metadatas: readonly Metadata[]): DtoField['fault'] {
  const conditions = metadatas.filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION);
  // In the order in which class-validator asks them.
  const rules = [ValidationTypes.IS_DEFINED, ValidationTypes.CUSTOM_VALIDATION]
    .flatMap((kind) => metadatas.filter(({ type }) => type === kind))
    .flatMap((metadata) => rulesOf(dto, metadata));
  const nested = metadatas.filter(({ type }) => type === ValidationTypes.NESTED_VALIDATION);
  rules.push(...nested.map((metadata) => nestedRule(dto, metadata)));
  return (value, object) => {
    for (const { constraints } of conditions) {
      if (!(constraints[0] as Condition)(object, value)) return undefined;
    }
    let messages: string[] | undefined;
    for (const rule of rules) {
      const message = rule(value, object);
      if (message !== undefined) (messages ??= []).push(message);
    }
    return messages && [...new Set(messages)].join('; ');
  };
}

type Condition = (object: Json, value: unknown) => boolean;
type Rule = (value: unknown, object: Json) => string | undefined;

function rulesOf(dto: Type<object>, metadata: Metadata): Rule[] {
  const constraints = getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls);
  return constraints.map(({ instance }) => (value, object) => {
    const about = argumentsOf(dto, metadata, value, object);
    const isRight = (one: unknown): boolean => instance.validate(one, about) === true;
    const holds = metadata.each && Array.isArray(value) ? value.every(isRight) : isRight(value);
    return holds ? undefined : messageOf(metadata, instance, about);
  });
}

/** An object, or a list. */
function nestedRule(dto: Type<object>, metadata: Metadata): Rule {
  return (value, object) =>
    value === undefined || (typeof value === 'object' && value !== null)
      ? undefined
      : messageOf(metadata, undefined, argumentsOf(dto, metadata, value, object));
}

function argumentsOf(dto: Type, { propertyName, constraints }: Metadata, value: unknown, object: Json) {
  return { targetName: dto.name, property: propertyName, object, value, constraints } as ValidationArguments;
}

/** With the place-holders filled in, as class-validator does it. */
function messageOf(
  { message }: Metadata,
  rule: ValidatorConstraintInterface | undefined,
  about: ValidationArguments,
): string {
  const chosen = message || (rule?.defaultMessage?.(about) ?? '');
  const text = typeof chosen === 'function' ? chosen(about) : chosen;
  const { constraints = [], value, property, targetName } = about;
  const filled = (constraints as unknown[]).reduce<string>(
    (told, constraint, at) => told.replaceAll(`$constraint${at + 1}`, [constraint].flat().join(', ')),
    text,
  );
  const shown = ['string', 'boolean', 'number'].includes(typeof value)
    ? filled.replaceAll('$value', String(value))
    : filled;
  return shown.replaceAll('$property', property).replaceAll('$target', targetName);
}

/** The class that `@Type` of class-transformer names: it is what an object there is made into. */
function nestedClass(dto: Type<object>, name: string): Type<object> {
  const made = plainToInstance(dto, { [name]: {} }) as Readonly<Record<string, object>>;
  const nested = made[name]?.constructor;
  if (nested === undefined || nested === Object) throw new TypeError(`${dto.name}.${name} has no @Type(() => …)`);
  return nested as Type<object>;
}
