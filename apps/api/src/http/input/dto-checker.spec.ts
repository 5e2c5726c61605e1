import { AppError, type ErrorDetail } from '@app/common';
import type { Type } from '@nestjs/common';
import {
  getMetadataStorage,
  IsDefined,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Min,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { checkerOf, type RawQuery } from './dto-checker';
import type { PropertyCheck } from './dto-fields';
import {
  BooleanProperty,
  ChoiceProperty,
  InstantProperty,
  IntegerOrWordProperty,
  IntegerProperty,
  ListProperty,
  NamedTextsProperty,
  ObjectProperty,
  OpenObjectProperty,
  SchemaProperty,
  TextProperty,
  UuidProperty,
} from '.';

class Leaf {
  @TextProperty({ required: true, max: 5 })
  name!: string;
}

class Part extends Leaf {
  @ListProperty({ of: Leaf, max: 3 })
  children?: Leaf[];
}

/** Decorators of class-validator itself. */
class Base {
  @IsDefined({ message: '$property of $target must be there' })
  anything!: unknown;

  @IsOptional()
  @IsString()
  @Length(1, 3)
  title?: string;

  @IsOptional()
  @IsInt()
  @Min(0)
  size?: number;

  @IsOptional()
  @IsIn(['a', 'b'], { message: 'must be one of $constraint1; got $value' })
  word?: string;

  @IsOptional()
  @IsString({ each: true })
  texts?: string[];
}

class Body extends Base {
  @TextProperty<Body>({
    required: true,
    further: (name, { at }) => (name === 'now' && at === undefined ? 'needs at' : undefined),
  })
  name!: string;

  @InstantProperty({})
  at?: number;

  @SchemaProperty({ schema: { type: 'array', maxItems: 2, items: { type: 'number', minimum: 0 } } })
  numbers?: number[];

  @OpenObjectProperty({})
  free?: object;

  @ObjectProperty({ of: Part })
  part?: Part;

  @ListProperty({ of: Part, max: 2 })
  parts?: Part[];
}

class Query {
  @IntegerProperty({ min: 0, max: 1_000 })
  limit = 10;

  @BooleanProperty({})
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
const AT = 1_700_000_000_000;
const OK = { anything: 1, name: 'abc' };

/** Class-validator as it is used by itself: an instance is made, and each decorator is asked anew. A message for each property. */
function byClassValidator(dto: Type<object>, plain: object): Record<string, string> {
  const errors = validateSync(Object.assign(new dto(), plain), {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
  });
  return Object.fromEntries(
    errors.map(({ property, constraints = {} }) => {
      const messages = Object.entries(constraints).map(([name, told]) =>
        name === 'whitelistValidation' ? UNKNOWN : told,
      );
      return [property, [...new Set(messages)].join('; ')];
    }),
  );
}

function faultsOf(check: () => unknown): readonly ErrorDetail[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof AppError) return error.details ?? [];
    throw error;
  }
}

/** The faults of the checker in the form of class-validator: in one message of a property, with the paths below it. */
function byProperty(faults: readonly ErrorDetail[]): Record<string, string> {
  const told = new Map<string, string[]>();
  for (const { field, message } of faults) {
    const [, property = '', rest = ''] = /^([^.[]*)\.?(.*)$/.exec(field) ?? [];
    // Which properties are known, class-validator does not say.
    const text = rest === '' ? message.replace(/^(is not a known property here): .*/, '$1') : `${rest} ${message}`;
    told.set(property, [...(told.get(property) ?? []), text]);
  }
  return Object.fromEntries([...told].map(([property, messages]) => [property, messages.join('; ')]));
}

describe('a body', () => {
  it.each<object>([
    OK,
    {},
    { ...OK, name: '' },
    { ...OK, name: 4 },
    { ...OK, name: 'now' },
    { ...OK, name: 'now', at: AT },
    { ...OK, at: 5 },
    { ...OK, title: 'abcd', size: -1 },
    { ...OK, title: 5 },
    { ...OK, size: 1.5 },
    { ...OK, word: 'c' },
    { ...OK, word: 7 },
    { ...OK, texts: ['a', 2, 'c'] },
    { ...OK, numbers: [1, 2] },
    { ...OK, numbers: [1, -2, 'c'] },
    { ...OK, numbers: 'a' },
    { ...OK, free: { any: { thing: null } } },
    { ...OK, free: [] },
    { ...OK, free: { text: 'x'.repeat(65_536) } },
    { ...OK, more: 1, evenMore: {} },
    { ...OK, part: { name: 'x' } },
    { ...OK, part: { name: 'toolong' } },
    { ...OK, part: { name: 'x', more: 1 } },
    { ...OK, part: 'x' },
    { ...OK, part: [{ name: 'x' }] },
    { ...OK, parts: [{ name: 'x', children: [{ name: 'y' }, { name: 'toolong' }] }] },
    { ...OK, parts: { name: 'x' } },
    { ...OK, parts: [] },
    { ...OK, parts: ['x', { name: 'y' }, { name: 'z' }] },
  ])('is judged as class-validator judges it (%#)', (body) => {
    const faults = byProperty(faultsOf(() => checkerOf(Body).body(body)));
    expect(faults).toEqual(byClassValidator(Body, body));
  });

  it('names every wrong place by its path', () => {
    const parts = [{ name: 'x', children: [{ name: 'y' }, { name: 'toolong' }] }, 7];
    expect(faultsOf(() => checkerOf(Body).body({ ...OK, parts, numbers: [1, 'x'] }))).toEqual([
      { field: 'numbers[1]', message: 'must be a number, got the string "x"' },
      { field: 'parts[0].children[1].name', message: 'must be a text of 1 to 5 characters; got "toolong"' },
      { field: 'parts[1]', message: 'must be an object, got the number 7' },
    ]);
  });

  it('is checked until a hundred places are wrong', () => {
    class Many {
      @ListProperty({ of: Leaf, max: 1_000_000 })
      items!: Leaf[];
    }
    let asked = 0;
    const item = Object.defineProperty({}, 'name', { enumerable: true, get: () => asked++ });
    expect(faultsOf(() => checkerOf(Many).body({ items: new Array<unknown>(100_000).fill(item) }))).toHaveLength(100);
    expect(asked).toBeLessThan(200);
  });

  it('may have no more bytes than its class says', () => {
    class Small {
      static readonly maxBytes = 20;
      @TextProperty({})
      text!: string;
    }
    expect(checkerOf(Small).body({ text: 'x' })).toEqual({ text: 'x' });
    expect(() => checkerOf(Small).body({ text: 'x'.repeat(20) })).toThrow('must have at most 20 bytes as JSON');
  });

  it('may come in another form, where its class reads that', () => {
    class Wrapped {
      static readonly fromBody = (sent: unknown) => (typeof sent === 'string' ? { text: sent } : sent);
      @TextProperty({ max: 2 })
      text!: string;
    }
    expect(checkerOf(Wrapped).body('ab')).toEqual({ text: 'ab' });
    expect(() => checkerOf(Wrapped).body('abc')).toThrow('text: must be a text of 1 to 2 characters');
  });

  it('comes as it was sent, without the nulls of what the class declares', () => {
    const sent = { ...OK, size: null, more: null, free: { kept: null }, parts: [{ name: 'x', children: null }] };
    expect(checkerOf(Body).body(sent)).toEqual({ ...OK, free: { kept: null }, parts: [{ name: 'x' }] });
    expect(sent.size).toBeNull();
  });

  it.each([
    [undefined, 'The body is missing; a JSON object is expected, with name, at'],
    [null, 'The body is null; a JSON object is expected, with name, at'],
    [[], 'The body is an array; a JSON object is expected, with name, at'],
    ['x', 'The body is a string; a JSON object is expected, with name, at'],
  ])('%j is refused as a whole', (body, message) => {
    expect(() => checkerOf(Body).body(body)).toThrow(message);
  });

  it('may not have what every object inherits', () => {
    const body = { ...OK, constructor: 1 };
    expect(byProperty(faultsOf(() => checkerOf(Body).body(body)))).toEqual({ constructor: UNKNOWN });
  });
});

/** The values of a query as the decorators read them. */
function valuesOf(dto: Type<object>, query: RawQuery): object {
  const metadatas = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => {
      const { read } = metadatas.find(({ propertyName }) => propertyName === name)!.context as PropertyCheck;
      return [name, read?.(text as string, name) ?? text];
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
    [Query, { depth: '9'.repeat(24) }],
    [Query, { depth: '9'.repeat(400) }],
    [Query, { depth: '1e0' }],
    [Query, { depth: '0x1' }],
    [Query, { depth: '4' }],
    [RequiredQuery, {}],
    [RequiredQuery, { q: '' }],
    [RequiredQuery, { q: 'a' }],
  ])('of %p: %j is judged as class-validator judges it', (dto, query) => {
    const faults = byProperty(faultsOf(() => checkerOf(dto).query(query)));
    expect(faults).toEqual(byClassValidator(dto, valuesOf(dto, query)));
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

it('documents the default of a property, inherited ones too, as the type that they have', () => {
  class Narrower extends Query {}
  checkerOf(Narrower);
  const said = Reflect.getMetadata('swagger/apiModelProperties', Narrower.prototype, 'limit') as object;
  expect(said).toMatchObject({ type: 'integer', maximum: 1_000, default: 10 });
});

it('a class without a decorator, or with one that the checker does not know, is refused when its checker is made', () => {
  class Nested {
    @ValidateNested()
    part?: Part;
  }
  expect(() => checkerOf(Nested)).toThrow('Nested.part: nestedValidation is not supported; use ObjectProperty');
  class Bare {
    name?: string;
  }
  expect(() => checkerOf(Bare)).toThrow('Bare has no property with a decorator of class-validator');
});
