import { isUuid } from '@app/common';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, ValidateBy } from 'class-validator';

/** What every parameter of a query says of itself. Its default is the initial value of the property. */
export interface ParameterOptions {
  readonly description: string;
  readonly required?: boolean;
  readonly default?: string | number | boolean;
  readonly example?: unknown;
}

interface ParameterRule {
  /** The value of a text, undefined where it is not allowed. */
  readonly read: (text: string) => unknown;
  /** Whether a value is one that `read` gives. */
  readonly isRead: (value: unknown) => boolean;
  /** What is allowed, to stand behind "must be". */
  readonly allowed: string;
  readonly schema: ApiPropertyOptions;
}

const SHOWN = 100;

/** Text that cannot be read stays what it was, and is refused for that. */
function Parameter({ required = false, ...options }: ParameterOptions, rule: ParameterRule): PropertyDecorator {
  const { read, isRead, allowed, schema } = rule;
  const refusal = (value: unknown) =>
    value === undefined
      ? `is missing; it must be ${allowed}`
      : `must be ${allowed}, not ${JSON.stringify(value).slice(0, SHOWN)}`;
  return applyDecorators(
    Transform(({ value }): unknown => (typeof value === 'string' ? (read(value) ?? value) : value)),
    ValidateBy({
      name: 'parameter',
      validator: { validate: isRead, defaultMessage: (about) => refusal(about?.value) },
    }),
    ...(required ? [] : [IsOptional()]),
    ApiProperty({ required, ...options, ...schema } as ApiPropertyOptions),
  );
}

const isInteger = (min: number, max: number) => (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;

/** A whole number in plain digits: `1.0`, `+5`, ` 5` and `1e3` are none. Both ends are included. */
export function IntegerParameter(options: ParameterOptions & { min: number; max: number }): PropertyDecorator {
  const { min, max, ...rest } = options;
  return Parameter(rest, {
    read: (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined),
    isRead: isInteger(min, max),
    allowed: `a whole number from ${min} to ${max}`,
    schema: { type: 'integer', minimum: min, maximum: max },
  });
}

export function BooleanParameter(options: ParameterOptions): PropertyDecorator {
  return Parameter(options, {
    read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
    isRead: (value) => typeof value === 'boolean',
    allowed: 'true or false',
    schema: { type: 'boolean' },
  });
}

/** Text of at least `min` (1) and at most `max` (16,384) characters. */
export function TextParameter(options: ParameterOptions & { min?: number; max?: number }): PropertyDecorator {
  const { min = 1, max = 16_384, ...rest } = options;
  return Parameter(rest, {
    read: (text) => text,
    isRead: (value) => typeof value === 'string' && value.length >= min && value.length <= max,
    allowed: `a text of ${min} to ${max} characters`,
    schema: { type: 'string', minLength: min, maxLength: max },
  });
}

/** One of a closed list of words. */
export function ChoiceParameter(options: ParameterOptions & { of: readonly string[] }): PropertyDecorator {
  const { of, ...rest } = options;
  return Parameter(rest, {
    read: (text) => text,
    isRead: (value) => of.includes(value as string),
    allowed: `one of ${of.join(', ')}`,
    schema: { type: 'string', enum: [...of] },
  });
}

export function UuidParameter(options: ParameterOptions): PropertyDecorator {
  return Parameter(options, {
    read: (text) => text.toLowerCase(),
    isRead: isUuid,
    allowed: 'a UUID',
    schema: { type: 'string', format: 'uuid' },
  });
}
