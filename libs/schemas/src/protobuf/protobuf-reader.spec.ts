import { readSchema } from '../read-schema';
import type { SchemaField } from '../reading/schema-field';

const read = (text: string) => readSchema('Protobuf', text, 'record');
const childrenOf = (text: string): readonly SchemaField[] => read(text).fields[0]!.children ?? [];
const brief = (fields: readonly SchemaField[]) =>
  fields.map(({ name, dataTypeDisplay, constraint }) => `${name} ${dataTypeDisplay} ${constraint}`);
const proto3 = (body: string): string => `syntax = "proto3";\n${body}`;
const inMessage = (body: string) => brief(childrenOf(proto3(`message A { ${body} }`)));

describe('a field of a message', () => {
  it.each([
    ['double x = 1;', 'x double NOT_NULL'],
    ['float x = 1;', 'x float NOT_NULL'],
    ['int32 x = 1;', 'x int NOT_NULL'],
    ['sint32 x = 1;', 'x int NOT_NULL'],
    ['sfixed32 x = 1;', 'x int NOT_NULL'],
    ['int64 x = 1;', 'x long NOT_NULL'],
    ['sint64 x = 1;', 'x long NOT_NULL'],
    ['sfixed64 x = 1;', 'x long NOT_NULL'],
    ['uint32 x = 1;', 'x int unsigned NOT_NULL'],
    ['fixed32 x = 1;', 'x int unsigned NOT_NULL'],
    ['uint64 x = 1;', 'x bigint unsigned NOT_NULL'],
    ['fixed64 x = 1;', 'x bigint unsigned NOT_NULL'],
    ['bool x = 1;', 'x boolean NOT_NULL'],
    ['string x = 1;', 'x string NOT_NULL'],
    ['bytes x = 1;', 'x bytes NOT_NULL'],
    ['optional int32 x = 1;', 'x int NULL'],
    ['repeated int32 x = 1;', 'x array<int> NOT_NULL'],
    ['repeated int32 x = 1 [packed = false, json_name = "y"];', 'x array<int> NOT_NULL'],
    ['map<string, int64> x = 1;', 'x map<string,long> NOT_NULL'],
    ['enum E { A = 0; B = 1; } E x = 1;', "x enum('A','B') NOT_NULL"],
    ['message B {} B x = 1;', 'x record NULL'],
    ['oneof z { option (o) = 1; int32 x = 1; }', 'x int NULL'],
    ['google.protobuf.Timestamp x = 1;', 'x timestamp(9) with time zone NULL'],
    ['.google.protobuf.Timestamp x = 1;', 'x timestamp(9) with time zone NULL'],
    ['google.protobuf.Duration x = 1;', 'x interval NULL'],
    ['google.protobuf.Struct x = 1;', 'x json NULL'],
    ['google.protobuf.StringValue x = 1;', 'x string NULL'],
    ['google.protobuf.UInt64Value x = 1;', 'x bigint unsigned NULL'],
    ['google.type.Date x = 1;', 'x date NULL'],
    ['google.type.Decimal x = 1;', 'x decimal NULL'],
    ['repeated google.protobuf.Timestamp x = 1;', 'x array<timestamp(9) with time zone> NOT_NULL'],
    ['shop.Money x = 1;', 'x shop.Money NULL'],
    // Words of the language may be names.
    ['string message = 1;', 'message string NOT_NULL'],
    ['string reserved = 1;', 'reserved string NOT_NULL'],
    ['string option = 1;', 'option string NOT_NULL'],
    ['string map = 1;', 'map string NOT_NULL'],
    ['optional string optional = 1;', 'optional string NULL'],
  ])('%s', (field, expected) => {
    expect(inMessage(field)).toEqual([expected]);
  });

  it('of proto2 may be absent unless it is required', () => {
    const text = `message A { required int32 a = 1; optional int32 b = 2 [default = 7]; required B c = 3; repeated group D = 4 { optional string e = 1; }
      message B {} extensions 100 to max; } extend A { optional string f = 100; }`;
    const fields = childrenOf(text);
    expect(brief(fields)).toEqual([
      'a int NOT_NULL',
      'b int NULL',
      'c record NOT_NULL',
      'd array<record> NOT_NULL',
      'f string NULL',
    ]);
    expect(brief(fields[3]!.children!)).toEqual(['e string NULL']);
  });

  it('of an edition may be absent unless its features say otherwise', () => {
    const field = 'int32 a = 1; int32 b = 2 [features.field_presence = IMPLICIT];';
    expect(brief(childrenOf(`edition = "2023"; message A { ${field} }`))).toEqual(['a int NULL', 'b int NOT_NULL']);
    const implicit = `edition = "2023"; option features.field_presence = IMPLICIT; message A { ${field} }`;
    expect(brief(childrenOf(implicit))).toEqual(['a int NOT_NULL', 'b int NOT_NULL']);
  });

  it('has the fields of the message that is its type, of elements and of values too', () => {
    const text = proto3('message A { B b = 1; repeated B c = 2; map<int32, B> d = 3; message B { string e = 1; } }');
    const fields = childrenOf(text);
    expect(brief(fields)).toEqual(['b record NULL', 'c array<record> NOT_NULL', 'd map<int,record> NOT_NULL']);
    for (const { children } of fields) expect(brief(children!)).toEqual(['e string NOT_NULL']);
  });

  it('has the comment above it, else the one behind it', () => {
    const text = proto3(`// Of another time.

      // An order
      // of a customer.
      message A {
        int32 a = 1; // behind
        /* above */ int32 b = 2; // and behind
        /**
         * of
         * lines
         */
        int32 c = 3;
        // far away

        int32 d = 4;
      }`);
    expect(read(text).fields[0]!.description).toBe('An order\nof a customer.');
    expect(childrenOf(text).map(({ description }) => description)).toEqual(['behind', 'above', 'of\nlines', undefined]);
  });
});

describe('names of types', () => {
  it('count from the innermost scope outwards', () => {
    const text = proto3(`package shop.v1;
      message E { string outer = 1; }
      message A { message E { string inner = 1; } E near = 1; shop.v1.E full = 2; v1.E part = 3; .shop.v1.E dotted = 4; }`);
    const inside = childrenOf(text).map(({ children }) => children![0]!.name);
    expect(inside).toEqual(['inner', 'outer', 'outer', 'outer']);
  });

  it('that are imported are noted', () => {
    const { notes } = read(proto3('import public "money.proto"; message A { Money price = 1; }'));
    expect(notes).toEqual([
      { field: 'price', message: 'Its type Money is not defined in the text; imports are not followed' },
    ]);
  });
});

describe('the message of a file', () => {
  const root = (text: string) => read(proto3(text)).fields[0]!.name;

  it('is the first that no other message has as a field, else the first', () => {
    expect(root('message Item {} message Order { repeated Item items = 1; }')).toBe('Order');
    expect(root('message Order { Item item = 1; } message Item {}')).toBe('Order');
    expect(root('message Placed {} message Cancelled {}')).toBe('Placed');
    expect(root('message A { B b = 1; } message B { A a = 1; }')).toBe('A');
    expect(root('message Node { Node next = 1; } message Other {}')).toBe('Node');
  });

  it('is found between services, options and extensions', () => {
    const text = `option java_package = "x"; option (a).b = { c: [1, 2] d { e: "}" } };
      service S { option deprecated = true; rpc Get (A) returns (stream A) { option (http) = { get: "/a" }; } rpc Put (A) returns (A); }
      enum E { option allow_alias = true; X = 0; reserved 2, 15 to max; } ; message A { reserved 1, 2 to 4; reserved "b"; string c = 5; }`;
    expect(brief(childrenOf(proto3(text)))).toEqual(['c string NOT_NULL']);
  });
});

describe('a text that is no file of Protobuf', () => {
  it.each([
    ['message A { int32 a 1; }', 'is no file of Protobuf: it has "1" where "=" is to be (line 1, column 21)'],
    ['message A {\n  int32 a = 1;', 'is no file of Protobuf: it ends too early (line 2, column 15)'],
    ['syntax = "proto3', 'is no file of Protobuf: it has no end of a text (line 1, column 10)'],
    ['/* message A {}', 'is no file of Protobuf: it has no end of a comment (line 1, column 1)'],
    ['{"type": "record"}', 'is no file of Protobuf: it has "{" where a declaration is to be (line 1, column 1)'],
    ['enum E { A = 0; }', 'has no message'],
  ])('%j', (text, message) => {
    expect(read(text)).toEqual({ fields: [], notes: [{ field: 'schemaText', message }] });
  });
});
