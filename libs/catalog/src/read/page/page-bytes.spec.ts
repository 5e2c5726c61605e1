import type { TextRow } from '@app/database';
import fc from 'fast-check';
import type { EntityType } from '../../definition/entity-type';
import { entityTypes } from '../../definition/entity-types';
import { entityJson } from '../entity-json';
import { everyName, parseFields, type FieldSelection } from '../field-list';
import { PageBytes } from './page-bytes';
import { pageRows } from './page-row';
import type { PageForm } from './page-row-writer';
import { furtherNames } from './page-select';
import { RelationQuestion } from '../relation-question';

const HREF = '"http://localhost:8585/api/v1/things/';
const OTHERS = 'xyz';

/** As PostgreSQL sends it, behind bytes of the message before it. */
function sent(row: TextRow): { bytes: Buffer; at: number } {
  const count = Buffer.alloc(2);
  count.writeInt16BE(row.length);
  const columns = row.flatMap((text) => {
    const length = Buffer.alloc(4);
    const bytes = Buffer.from(text ?? '');
    length.writeInt32BE(text === null ? -1 : bytes.length);
    return [length, bytes];
  });
  return { bytes: Buffer.concat([Buffer.from(OTHERS), count, ...columns, Buffer.from(OTHERS)]), at: OTHERS.length };
}

const text = fc.string({ unit: 'grapheme', maxLength: 60 });
const object = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)), { maxKeys: 4 });
const json = object.map((value) => JSON.stringify(value));
const optional = fc.option(json, { freq: 2 });

const reference = fc.record({
  ...{ id: fc.uuid(), type: fc.constantFrom('databaseSchema', 'database', 'databaseService'), name: text, fqn: text },
  ...{ display_name: fc.option(text), deleted: fc.boolean() },
});
const line = fc.option(fc.record({ serviceType: fc.option(text), reference }), { freq: 4 });
const above = fc.record({ p: line, g: line, r: line }).map((lines) => JSON.stringify(lines));

/** Rows of a page of a type: entities below a few parents, then what lies above these, and the total. */
function pageOf(entityType: EntityType, selection: FieldSelection): fc.Arbitrary<TextRow[]> {
  const withDetails = selection.attributes.length > 0;
  const further = furtherNames(entityType, withDetails).map(() => optional);
  const version = fc.integer({ min: 1, max: 2_000 }).map(String);
  const entity = fc
    .tuple(
      ...[fc.uuid(), text, text, version, fc.constant('1700000000000'), text, fc.constantFrom('t', 'f')],
      fc.constantFrom('7', '1234567890123', null),
      ...[json, ...(withDetails ? [json, json] : []), ...further],
    )
    .map((columns): TextRow => columns);
  const width = 10 + (withDetails ? 2 : 0) + further.length;
  const beside = (node: string | null, name: string, body: string): TextRow =>
    Array.from({ length: width }, (_, at) => ({ 0: node, 2: name, 9: body })[at] ?? null);
  return fc
    .tuple(fc.array(entity, { maxLength: 5 }), above, above)
    .map(([entities, one, other]) => [
      ...entities.map((columns, at) => [String(at + 1), ...columns]),
      ...[beside('7', 'above', one), beside('1234567890123', 'above', other), beside(null, 'total', '12')],
    ]);
}

describe('a page as bytes', () => {
  const forms = entityTypes
    .all()
    .flatMap((entityType) =>
      [undefined, '*', everyName(entityType).slice(0, 3).join()].map((fields) => [entityType.type, fields] as const),
    );

  it.each(forms)('of %s, fields %s, is what its rows are as text', (type, fields) => {
    const entityType = entityTypes.get(type);
    const selection = parseFields(entityType, fields, false);
    const withDetails = selection.attributes.length > 0;
    type Order = readonly [isAboveFirst: boolean, hasReferences: boolean, isBackward: boolean];
    const check = (rows: TextRow[], [isAboveFirst, hasReferences, isBackward]: Order, shown: number): void => {
      const isEntity = ([, id]: TextRow): boolean => id !== null;
      const besides = rows.filter((row) => !isEntity(row));
      const bytes = new PageBytes({ entityType, selection, hrefStart: HREF, rows: 1, isAboveFirst, hasReferences });
      for (const row of isAboveFirst ? [...besides, ...rows.filter(isEntity)] : rows) bytes.take(sent(row));
      const found = pageRows(entityType, { withDetails, mostReferences: undefined }, rows);
      const texts = found?.rows.map((row) => entityJson(entityType, row, selection, new Map(), HREF)) ?? [];
      const order = [...texts.keys()].slice(0, shown);
      if (isBackward) order.reverse();
      expect(order.map((row) => bytes.keysOf(row))).toEqual(
        order.map((row) => [found?.rows[row]?.name, found?.rows[row]?.id]),
      );
      expect([bytes.rows, bytes.total, bytes.isSmall, bytes.isToldOfAll]).toEqual([
        ...[texts.length, found?.total, true, true],
      ]);
      expect(bytes.json(order, undefined, ']}').toString()).toBe(`{"data":[${order.map((row) => texts[row]).join()}]}`);
    };
    const shown = fc.integer({ min: 0, max: 5 });
    const order = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());
    fc.assert(fc.property(pageOf(entityType, selection), order, shown, check), { numRuns: 50 });
  });

  const table = entityTypes.get('table');
  const owners = parseFields(table, 'owners', false);
  const bytesOf = (more: Partial<PageForm> = {}): PageBytes =>
    new PageBytes({
      ...{ entityType: table, selection: owners, hrefStart: HREF, rows: 2, isAboveFirst: false, hasReferences: true },
      ...more,
    });
  const row = (node: string, body: string | null, count = 10): TextRow =>
    [node, '6f9619ff-8b86-4011-b42d-00c04fc964ff', 'a', 's.a', '1', '2', 'me', 'f', null, body].slice(0, count);

  it('tells that a document was larger than its share', () => {
    const bytes = bytesOf();
    for (const one of [row('1', '{}'), row('2', null)]) bytes.take(sent(one));
    expect(bytes.isSmall).toBe(false);
  });

  it('tells that it was not told what lies above a row', () => {
    const bytes = bytesOf({ isAboveFirst: true });
    const above: TextRow = ['7', null, 'above', null, null, null, null, null, null, '{}'];
    const below = (parent: string): TextRow => row('1', '{}').map((text, at) => (at === 8 ? parent : text));
    for (const one of [above, below('7'), row('2', '{}')]) bytes.take(sent(one));
    expect(bytes.isToldOfAll).toBe(true);
    bytes.take(sent(below('8')));
    expect(bytes.isToldOfAll).toBe(false);
  });

  it('tells that something refers to rows that have no references', () => {
    const bytes = bytesOf({ isAboveFirst: true, hasReferences: false });
    bytes.take(sent(row('1', '{}')));
    expect(bytes.isRelated).toBe(false);
    bytes.take(sent([null, null, 'related', null, null, null, null, null, null, 'true']));
    expect([bytes.isRelated, bytes.isSmall, bytes.rows]).toEqual([true, true, 1]);
  });

  it('needs not be told what lies above rows that do not tell it', () => {
    const entityType = entityTypes.all().find(({ ancestors }) => ancestors.length === 0) as EntityType;
    const selection = parseFields(entityType, undefined, false);
    const bytes = bytesOf({ entityType, selection, isAboveFirst: true });
    bytes.take(sent(row('1', '{}').map((text, at) => (at === 8 ? '7' : text))));
    expect([bytes.isToldOfAll, bytes.rows]).toEqual([true, 1]);
  });

  it('has the references that came with its rows', () => {
    const bytes = bytesOf();
    const owner = { node: 2, direction: 'inherited', relation: 'owners', id: 'u', type: 'user', name: 'ü', fqn: 'ü' };
    const found = JSON.stringify([{ ...owner, display_name: null, deleted: false, inherited: true }]);
    const beside: TextRow = ['2', null, 'references', '1', null, null, null, null, null, found];
    for (const one of [row('1', '{}'), row('2', '{}'), beside]) bytes.take(sent(one));
    expect([bytes.referencesOf(0), bytes.referencesOf(1), bytes.referenceCount]).toEqual([undefined, found, 1]);
    const relations = [undefined, new RelationQuestion(table, ['owners']).parse(bytes.referencesOf(1))];
    const { data } = JSON.parse(bytes.json([0, 1], relations, ']}').toString()) as { data: object[] };
    expect(data).toMatchObject([{ owners: [] }, { owners: [{ name: 'ü', inherited: true }] }]);
  });
});
