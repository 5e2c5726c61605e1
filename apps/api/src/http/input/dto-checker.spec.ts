import { AppError } from '@app/common';
import type { ErrorDetail } from '@app/common';
import type { Type } from '@nestjs/common';
import { plainToInstance, Type as Holds } from 'class-transformer';
import {
  ArrayMaxSize,
  getMetadataStorage,
  IsArray,
  IsDefined,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  Min,
  ValidateNested,
  validateSync,
} from 'class-validator';
import type { ValidationError } from 'class-validator';
import { checkerOf } from './dto-checker';
import type { RawQuery } from './dto-checker';
import type { ParameterReading } from './dto-fields';
import {
  BooleanProperty,
  ChoiceProperty,
  IntegerOrWordProperty,
  IntegerProperty,
  NamedTextsProperty,
  TextProperty,
  UuidProperty,
} from '.';

class Part {
  @IsString()
  @MaxLength(5)
  name!: string;

  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Holds(() => Part)
  children?: Part[];
}

class Base {
  @IsDefined({ message: '$property of $target must be there' })
  anything!: unknown;
}

class Body extends Base {
  @IsString()
  @Length(1, 3)
  name!: string;

  @IsOptional()
  @IsInt()
  @Min(0)
  size?: number;

  @IsOptional()
  @IsIn(['a', 'b'], { message: 'must be one of $constraint1; got $value' })
  word?: string;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(2)
  @IsString({ each: true })
  texts?: string[];

  @IsOptional()
  @IsObject()
  free?: object;

  @IsOptional()
  @ValidateNested()
  @Holds(() => Part)
  part?: Part;

  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Holds(() => Part)
  parts?: Part[];
}

class Query {
  @IntegerProperty({ min: 0, max: 1_000, default: 10 })
  limit = 10;

  @BooleanProperty({ default: false })
  deleted = false;

  @TextProperty({ min: 2, max: 5 })
  text?: string;

  @ChoiceProperty({ of: ['a', 'b'], also: 'other_word' })
  word?: string;

  @UuidProperty({})
  owner?: string;

  @IntegerOrWordProperty({ min: 0, max: 3, word: 'all', value: Infinity })
  depth?: number;

  @NamedTextsProperty({ also: 'search_after' })
  after?: { readonly parameter: string; readonly texts: readonly string[] };
}

class RequiredQuery {
  @TextProperty({ required: true })
  q!: string;
}

const UNKNOWN = 'is not a known property here';
const OK = { anything: 1, name: 'abc' };

/** Class-validator as it is used by itself: an instance is made, and each decorator is asked anew. */
function byClassValidator(dto: Type<object>, plain: object): ErrorDetail[] {
  const errors = validateSync(plainToInstance(dto, plain, { exposeUnsetFields: false }), {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  return detailsOf(errors, '', plain);
}

function detailsOf(errors: readonly ValidationError[], path: string, parent: unknown): ErrorDetail[] {
  return errors.flatMap(({ property, constraints, children = [], value }) => {
    const step = Array.isArray(parent) ? `${path}[${property}]` : path ? `${path}.${property}` : property;
    const messages = Object.entries(constraints ?? {}).map(([name, message]) =>
      name === 'whitelistValidation' ? UNKNOWN : message,
    );
    const own = messages.length > 0 ? [{ field: step, message: [...new Set(messages)].join('; ') }] : [];
    return [...own, ...detailsOf(children, step, value)];
  });
}

function faultsOf(check: () => unknown): readonly ErrorDetail[] {
  try {
    check();
    return [];
  } catch (error) {
    // Which properties are known, class-validator does not say.
    if (error instanceof AppError)
      return (error.details ?? []).map(({ field, message }) => ({
        field,
        message: message.replace(/(property here): .*/, '$1'),
      }));
    throw error;
  }
}

describe('a body', () => {
  it.each<object>([
    OK,
    {},
    { ...OK, name: '' },
    { ...OK, name: 4 },
    { ...OK, name: 'abcd', size: -1 },
    { ...OK, size: 1.5 },
    { ...OK, size: '1' },
    { ...OK, word: 'c' },
    { ...OK, word: 7 },
    { ...OK, texts: ['a', 'b'] },
    { ...OK, texts: ['a', 2, 'c'] },
    { ...OK, texts: 'a' },
    { ...OK, free: { any: { thing: null } } },
    { ...OK, free: [] },
    { ...OK, more: 1, evenMore: {} },
    { ...OK, part: { name: 'x' } },
    { ...OK, part: { name: 'toolong' } },
    { ...OK, part: { name: 'x', more: 1 } },
    { ...OK, part: 'x' },
    { ...OK, part: [{ name: 'x' }, { name: 1 }] },
    { ...OK, parts: [{ name: 'x', children: [{ name: 'y' }, { name: 'toolong' }] }] },
    { ...OK, parts: { name: 'x' } },
    { ...OK, parts: [] },
    { ...OK, parts: ['x', { name: 'y' }] },
  ])('%j is judged as class-validator judges it', (body) => {
    expect(faultsOf(() => checkerOf(Body).body(body))).toEqual(byClassValidator(Body, body));
  });

  it('comes as it was sent, without the nulls of what the class declares', () => {
    const sent = { ...OK, size: null, more: null, free: { kept: null }, parts: [{ name: 'x', children: null }] };
    expect(checkerOf(Body).body(sent)).toEqual({ ...OK, free: { kept: null }, parts: [{ name: 'x' }] });
  });

  it.each([
    [undefined, 'The body is missing; a JSON object is expected, with name, size'],
    [null, 'The body is null; a JSON object is expected, with name, size'],
    [[], 'The body is an array; a JSON object is expected, with name, size'],
    ['x', 'The body is a string; a JSON object is expected, with name, size'],
  ])('%j is refused as a whole', (body, message) => {
    expect(() => checkerOf(Body).body(body)).toThrow(message);
  });

  it('may not have what every object inherits', () => {
    const body = { ...OK, constructor: 1 };
    expect(faultsOf(() => checkerOf(Body).body(body))).toEqual([{ field: 'constructor', message: UNKNOWN }]);
  });
});

/** The values of a query as the decorators read them. */
function valuesOf(dto: Type<object>, query: RawQuery): object {
  const metadatas = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => {
      const { read } = metadatas.find(({ propertyName, context }) => propertyName === name && context !== undefined)!
        .context as ParameterReading;
      return [name, read(text as string, name) ?? text];
    }),
  );
}

describe('a query', () => {
  it.each<[Type<object>, Record<string, string>]>([
    [Query, {}],
    [Query, { limit: '0', deleted: 'true', text: 'abc', word: 'b', depth: '3' }],
    [Query, { limit: '1001' }],
    [Query, { limit: '1.0', deleted: '1' }],
    [Query, { limit: '', text: '' }],
    [Query, { text: 'abcdef', word: 'c' }],
    [Query, { owner: 'me' }],
    [Query, { owner: '0B0E8D7A-8F2C-4C0F-9A52-1C9F0F4BFB11' }],
    [Query, { depth: 'all' }],
    [Query, { depth: '4' }],
    [RequiredQuery, {}],
    [RequiredQuery, { q: '' }],
    [RequiredQuery, { q: 'a' }],
  ])('of %p: %j is judged as class-validator judges it', (dto, query) => {
    expect(faultsOf(() => checkerOf(dto).query(query))).toEqual(byClassValidator(dto, valuesOf(dto, query)));
  });

  it('has values of the types that the class declares, and its defaults', () => {
    expect(checkerOf(Query).query({})).toEqual({ limit: 10, deleted: false });
    expect(checkerOf(Query).query({ limit: '7', deleted: 'true', other_word: 'a', search_after: ['x', 'y'] })).toEqual({
      limit: 7,
      deleted: true,
      word: 'a',
      after: { parameter: 'search_after', texts: ['x', 'y'] },
    });
  });

  it.each<[RawQuery, ErrorDetail[]]>([
    [
      { lim: '1' },
      [
        {
          field: 'lim',
          message:
            'is not a query parameter of this route; known: limit, deleted, text, word, other_word, owner, depth, after, search_after',
        },
      ],
    ],
    [{ limit: ['1', '2'] }, [{ field: 'limit', message: 'is given 2 times; it may stand once' }]],
    [{ word: 'a', other_word: 'b' }, [{ field: 'word', message: 'is given as word and other_word; give it once' }]],
    [{ other_word: 'c' }, [{ field: 'other_word', message: 'must be one of a, b; got "c"' }]],
  ])('%j names the parameter as it was spelt', (query, faults) => {
    expect(faultsOf(() => checkerOf(Query).query(query))).toEqual(faults);
  });

  it('does not miss what it refused', () => {
    const query = { q: ['a', 'b'] };
    expect(faultsOf(() => checkerOf(RequiredQuery).query(query))).toEqual([
      { field: 'q', message: 'is given 2 times; it may stand once' },
    ]);
  });
});

it('a class without a decorator is refused when its checker is made', () => {
  class Bare {
    name?: string;
  }
  expect(() => checkerOf(Bare)).toThrow('Bare has no property with a decorator of class-validator');
});
