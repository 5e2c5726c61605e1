import { CheckReport, checkOf, kindOf, shape, shown, type JsonSchema } from '@app/catalog';
import { FIRST_INSTANT, instantFault, isObject, isUuid, LAST_INSTANT } from '@app/common';
import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { documented } from '../described';
import { checkerOf } from './dto-checker';
import type { PropertyCheck } from './dto-fields';

/** Options of every DTO property. Its default is the initial value of the property. */
export interface PropertyOptions<Dto = never> {
  readonly description?: string;
  readonly required?: boolean;
  readonly example?: unknown;
  /** The words behind "must be" where it is required and absent, in place of those of its kind. */
  readonly allowed?: string;
  /** Another name under which a query parameter is taken. */
  readonly also?: string;
  /**
   * A further check, where the value is allowed by itself or absent: beside others of its object, which may be wrong in themselves.
   * Gives what is wrong, or reports it where it is.
   */
  readonly further?: (value: unknown, object: Dto, report: CheckReport) => string | undefined;
}

/** The values that are allowed, and their description in the API document. */
export interface PropertyRule extends Pick<PropertyCheck, 'read' | 'repeatable'> {
  /** Reports what is wrong with a value that is there, and gives it normalised. */
  readonly check: (value: unknown, report: CheckReport) => unknown;
  /** To stand behind "must be" where a required value is absent. */
  readonly allowed: string;
  readonly schema: object;
}

/**
 * A property of a query or of a body: one declaration for its check and for the API document. In a query its text is read; one that
 * cannot be read stays what it was, and is refused for that.
 */
export function Property<Dto>(options: PropertyOptions<Dto>, rule: PropertyRule): PropertyDecorator {
  const { required = false, also, example, further } = options;
  const { read, repeatable } = rule;
  const check = (value: unknown, report: CheckReport, object: object): unknown => {
    const isAbsent = value === undefined || value === null;
    const before = report.count;
    if (isAbsent && required) report.fault(`is required; it must be ${options.allowed ?? rule.allowed}`);
    const kept = isAbsent ? undefined : rule.check(value, report);
    const message = report.count > before ? undefined : further?.(kept, object as Dto, report);
    if (message !== undefined) report.fault(message);
    return kept;
  };
  const context: PropertyCheck = { check, read, repeatable, ...(also && { also: [also] }) };
  const schema = rule.schema as { readonly description?: string };
  const description = [options.description ?? schema.description, also && `(also \`${also}\`)`]
    .filter(Boolean)
    .join(' ');
  return applyDecorators(
    ValidateBy({ name: 'property', validator: validatorOf(check) }, { context }),
    ApiProperty({
      required,
      ...(example !== undefined && { example }),
      // Without a type of its own Swagger would take that of the class; it drops this one where there is a choice.
      ...(!('type' in schema) && { type: 'object', oneOf: [{}] }),
      ...schema,
      ...(description && { description }),
    } as ApiPropertyOptions),
  );
}

/** The same check for class-validator, which has one message for a property and no paths below it. */
function validatorOf(check: PropertyCheck['check']) {
  const faultsOf = (about?: ValidationArguments): string[] => {
    const report = new CheckReport();
    check(about?.value, report, about?.object ?? {});
    return report.all.map(({ field, message }) => (field ? `${field} ${message}` : message));
  };
  return {
    validate: (_: unknown, about?: ValidationArguments) => faultsOf(about).length === 0,
    defaultMessage: (about?: ValidationArguments) => faultsOf(about).join('; '),
  };
}

/** A rule that is no more than a test of the value. @param allowed to stand behind "must be" */
export function ruleOf(
  allowed: string,
  isRight: (value: unknown) => boolean,
  schema: object,
  read?: PropertyRule['read'],
): PropertyRule {
  const check = (value: unknown, report: CheckReport): unknown => {
    if (!isRight(value)) report.fault(`must be ${allowed}; got ${shown(value)}`);
    return value;
  };
  return { check, allowed, schema, read };
}

/** A decorator for the properties of one rule. */
const propertyBy =
  <Options extends object = object>(rule: (options: Options) => PropertyRule) =>
  <Dto = never>(options: PropertyOptions<Dto> & Options): PropertyDecorator =>
    Property<Dto>(options, rule(options));

const isInteger = (min: number, max: number) => (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;

/**
 * The one reader of integers in a URL: decimal digits with at most a minus before them, of a number that is exact. Undefined for all else:
 * `0x10`, `1e3`, `1.0`, `+5`, ` 5`, and for digits beyond the precision of a number, which would become another number or infinity.
 */
export function readInteger(text: string): number | undefined {
  const value = /^-?\d{1,16}$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(value) ? value || 0 : undefined;
}

/** An integer; in a query in plain digits: `1.0`, `+5`, ` 5` and `1e3` are invalid. Both ends are included. */
export const IntegerProperty = propertyBy<{ min: number; max: number }>(({ min, max }) =>
  ruleOf(
    max === Number.MAX_SAFE_INTEGER ? `an integer of ${min} or more` : `an integer from ${min} to ${max}`,
    isInteger(min, max),
    { type: 'integer', minimum: min, maximum: max },
    readInteger,
  ),
);

/** An integer, or a word that stands for one. */
export const IntegerOrWordProperty = propertyBy<{ min: number; max: number; word: string; value: number }>(
  ({ min, max, word, value }) =>
    ruleOf(
      `an integer from ${min} to ${max} or ${word}`,
      (read) => read === value || isInteger(min, max)(read),
      {
        oneOf: [
          { type: 'integer', minimum: min, maximum: max },
          { type: 'string', enum: [word] },
        ],
      },
      (text) => (text === word ? value : readInteger(text)),
    ),
);

export const NumberProperty = propertyBy<{ min?: number; max?: number }>(({ min, max }) => {
  const range = max !== undefined ? ` from ${min} to ${max}` : min !== undefined ? ` of ${min} or more` : '';
  const isRight = (value: unknown) =>
    Number.isFinite(value) && (value as number) >= (min ?? -Infinity) && (value as number) <= (max ?? Infinity);
  return ruleOf(`a number${range}`, isRight, { type: 'number', minimum: min, maximum: max });
});

export const BooleanProperty = propertyBy(() =>
  ruleOf(
    'one of true, false',
    (value) => typeof value === 'boolean',
    { type: 'boolean' },
    (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  ),
);

/**
 * Text of at least `min` (1) and at most `max` (16,384) characters. `words`: it is a list of these with commas between, which its reader
 * checks; the document says so.
 */
export const TextProperty = propertyBy(textRule);

interface TextOptions {
  readonly min?: number;
  readonly max?: number;
  readonly words?: readonly string[];
}

export function textRule({ min = 1, max = 16_384, words }: TextOptions): PropertyRule {
  return ruleOf(
    `a text of ${min} to ${max} characters`,
    (value) => typeof value === 'string' && value.length >= min && value.length <= max,
    { type: 'string', minLength: min, maxLength: max, ...(words && { pattern: patternOfWords(words) }) },
  );
}

/** The pattern of a list of words with commas between, and blanks around them. */
export function patternOfWords(words: readonly string[]): string {
  return `^ *((${words.map((word) => word.replace('*', String.raw`\*`)).join('|')}) *(, *|$))*$`;
}

/** One of a closed list of words. */
export const ChoiceProperty = propertyBy(choiceRule);

export function choiceRule({ of }: { readonly of: readonly string[] }): PropertyRule {
  return ruleOf(`one of ${of.join(', ')}`, (value) => of.includes(value as string), {
    type: 'string',
    enum: [...of],
  });
}

/** In lower case, as the database writes it. `allowed`: the text after "must be", instead of "a UUID". */
export const UuidProperty = propertyBy(uuidRule);

export function uuidRule({ allowed = 'a UUID' }: { allowed?: string } = {}): PropertyRule {
  const { check, ...rule } = ruleOf(allowed, isUuid, { type: 'string', format: 'uuid' });
  return { ...rule, check: (value, report) => (isUuid(check(value, report)) ? String(value).toLowerCase() : value) };
}

/**
 * A text of a query, and the name under which it was given: what reads the text further names that in its messages. `filled`: it refuses an
 * empty one.
 */
export const NamedTextProperty = propertyBy<{ filled?: boolean }>(({ filled }) =>
  ruleOf(
    'a text',
    () => true,
    { type: 'string', ...(filled && { minLength: 1 }) },
    (text, parameter) => ({ parameter, text }),
  ),
);

/** The texts of a parameter that may be given several times, and the name under which they were given. */
export const NamedTextsProperty = propertyBy(() => ({
  ...ruleOf(
    'a text',
    () => true,
    { type: 'string' },
    (texts, parameter) => ({ parameter, texts: [texts].flat() }),
  ),
  repeatable: true,
}));

/** Declares a value of a body by a JSON Schema: numbers, lists of values, open objects. */
export const SchemaProperty = propertyBy<{ schema: JsonSchema }>(({ schema }) => schemaRule(schema));

/** A time in epoch milliseconds; values that look like seconds are refused. */
export const InstantProperty = propertyBy(() => ({
  check: (value, report) => {
    const message = instantFault(value);
    if (message !== undefined) report.fault(message);
    return value;
  },
  allowed: 'an integer, in epoch milliseconds',
  schema: {
    type: 'integer',
    format: 'int64',
    minimum: FIRST_INSTANT,
    maximum: LAST_INSTANT,
    description: 'Epoch milliseconds',
  },
}));

/** Its content is its sender's own: stored unchanged, nulls included, up to 64 KiB. */
export const OpenObjectProperty = propertyBy(() => schemaRule(shape.openObject));

/** An object of a DTO class. */
export const ObjectProperty = propertyBy<{ of: Type<object> }>(({ of }) => objectRule(of));

/** A list of objects of a DTO class, or of values of a rule. */
export const ListProperty = propertyBy<{ of: Type<object> | PropertyRule; max: number; min?: number }>(
  ({ of, min = 0, max }) => {
    const isList = checkOf({ type: 'array', minItems: min, maxItems: max });
    const [item, holds] =
      typeof of === 'function'
        ? [objectRule(of), { type: () => of, isArray: true }]
        : [of, { type: 'array', items: of.schema }];
    return {
      check: (value, report) => {
        isList(value, report);
        return Array.isArray(value) && value.length <= max ? checkItems(value, item, report) : value;
      },
      allowed: `an array of ${min} to ${max} items`,
      schema: { ...holds, ...(min > 0 && { minItems: min }), maxItems: max },
    };
  },
);

/** Stops when the report is full. */
export function checkItems(
  list: readonly unknown[],
  item: Pick<PropertyRule, 'check'>,
  report: CheckReport,
): unknown[] {
  const kept: unknown[] = [];
  for (let at = 0; at < list.length && !report.isFull; at++) {
    report.enter(at);
    kept.push(item.check(list[at], report));
    report.leave();
  }
  return kept;
}

function schemaRule(schema: JsonSchema): PropertyRule {
  const allowed = schema.type === undefined ? 'a JSON value' : `a JSON ${[schema.type].flat().join(' or ')}`;
  return { check: checkOf(schema), allowed, schema: documented(schema) };
}

export function objectRule(of: Type<object>): PropertyRule {
  return {
    check: (value, report) => {
      if (isObject(value)) return checkerOf(of).check(value, report);
      report.fault(`must be an object, got ${kindOf(value)}`);
      return value;
    },
    allowed: 'an object',
    schema: { type: () => of },
  };
}
