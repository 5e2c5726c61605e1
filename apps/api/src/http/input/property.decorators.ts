import { isUuid } from '@app/common';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import type { ParameterReading } from './dto-fields';

/** Options of every DTO property. Its default is the initial value of the property. */
export interface PropertyOptions {
  readonly description?: string;
  readonly required?: boolean;
  readonly default?: string | number | boolean;
  readonly example?: unknown;
  /** Another name under which a query parameter is taken. */
  readonly also?: string;
}

export interface PropertyRule extends Omit<ParameterReading, 'also'> {
  /** Whether a value is one that `read` gives. */
  readonly isRead: (value: unknown) => boolean;
  /** What is allowed, to stand behind "must be". */
  readonly allowed: string;
  readonly schema: ApiPropertyOptions;
}

const SHOWN = 100;

/**
 * A property of a query or of a body: one declaration for its check and for the API document. In a query its text is read; one that
 * cannot be read stays what it was, and is refused for that.
 */
export function Property(
  { required = false, also, description = '', ...options }: PropertyOptions,
  { isRead, allowed, schema, read, repeatable }: PropertyRule,
): PropertyDecorator {
  const refusal = (value: unknown) =>
    value === undefined
      ? `is required; it must be ${allowed}`
      : `must be ${allowed}; got ${JSON.stringify(value).slice(0, SHOWN)}`;
  const context: ParameterReading = { read, ...(also && { also: [also] }), ...(repeatable && { repeatable }) };
  const told = [description, also && `(also \`${also}\`)`].filter(Boolean).join(' ');
  return applyDecorators(
    ValidateBy(
      { name: 'parameter', validator: { validate: isRead, defaultMessage: (about) => refusal(about?.value) } },
      { context },
    ),
    ...(required ? [] : [IsOptional()]),
    ApiProperty({ required, ...options, ...(told && { description: told }), ...schema } as ApiPropertyOptions),
  );
}

/**
 * A further check of a property, beside others of its object where it needs them; asked for absent values too.
 *
 * @param fault what is wrong, undefined where nothing is
 */
export function Checked<Dto extends object>(
  fault: (value: unknown, object: Dto) => string | undefined,
): PropertyDecorator {
  return ValidateBy({
    name: 'checked',
    validator: {
      validate: (value, about) => fault(value, about?.object as Dto) === undefined,
      defaultMessage: (about) => fault(about?.value, about?.object as Dto) ?? '',
    },
  });
}

const isInteger = (min: number, max: number) => (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;

/** An integer; in a query in plain digits: `1.0`, `+5`, ` 5` and `1e3` are invalid. Both ends are included. */
export function IntegerProperty(options: PropertyOptions & { min: number; max: number }): PropertyDecorator {
  const { min, max, ...rest } = options;
  return Property(rest, {
    read: (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined),
    isRead: isInteger(min, max),
    allowed: `an integer from ${min} to ${max}`,
    schema: { type: 'integer', minimum: min, maximum: max },
  });
}

/** An integer, or a word that stands for one. */
export function IntegerOrWordProperty(
  options: PropertyOptions & { min: number; max: number; word: string; value: number },
): PropertyDecorator {
  const { min, max, word, value, ...rest } = options;
  const inRange = isInteger(min, max);
  return Property(rest, {
    read: (text) => (text === word ? value : /^-?\d+$/.test(text) ? Number(text) : undefined),
    isRead: (read) => read === value || inRange(read),
    allowed: `an integer from ${min} to ${max} or ${word}`,
    schema: { oneOf: [{ type: 'integer', minimum: min, maximum: max }, { enum: [word] }] } as ApiPropertyOptions,
  });
}

export function BooleanProperty(options: PropertyOptions): PropertyDecorator {
  return Property(options, {
    read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
    isRead: (value) => typeof value === 'boolean',
    allowed: 'one of true, false',
    schema: { type: 'boolean' },
  });
}

/** Text of at least `min` (1) and at most `max` (16,384) characters. */
export function TextProperty(options: PropertyOptions & { min?: number; max?: number }): PropertyDecorator {
  const { min = 1, max = 16_384, ...rest } = options;
  return Property(rest, {
    read: (text) => text,
    isRead: (value) => typeof value === 'string' && value.length >= min && value.length <= max,
    allowed: `a text of ${min} to ${max} characters`,
    schema: { type: 'string', minLength: min, maxLength: max },
  });
}

/** One of a closed list of words. */
export function ChoiceProperty(options: PropertyOptions & { of: readonly string[] }): PropertyDecorator {
  const { of, ...rest } = options;
  return Property(rest, {
    read: (text) => text,
    isRead: (value) => of.includes(value as string),
    allowed: `one of ${of.join(', ')}`,
    schema: { type: 'string', enum: [...of] },
  });
}

/** A text of a query, and the name under which it was given: what reads the text further names that in its messages. */
export function NamedTextProperty(options: PropertyOptions): PropertyDecorator {
  return Property(options, {
    read: (text, parameter) => ({ parameter, text }),
    isRead: () => true,
    allowed: 'a text',
    schema: { type: 'string' },
  });
}

/** The texts of a parameter that may be given several times, and the name under which they were given. */
export function NamedTextsProperty(options: PropertyOptions): PropertyDecorator {
  return Property(options, {
    read: (texts, parameter) => ({ parameter, texts: [texts].flat() }),
    isRead: () => true,
    allowed: 'a text',
    schema: { type: 'string' },
    repeatable: true,
  });
}

/** @param options `allowed`: what stands behind "must be" in place of "a UUID" */
export function UuidProperty(options: PropertyOptions & { allowed?: string }): PropertyDecorator {
  const { allowed = 'a UUID', ...rest } = options;
  return Property(rest, {
    read: (text) => text.toLowerCase(),
    isRead: isUuid,
    allowed,
    schema: { type: 'string', format: 'uuid' },
  });
}
