import { PAGE_BYTES } from '@app/common';
import type { TextRow } from '@app/database';
import fc from 'fast-check';
import type { EntityType } from '../../definition/entity-type';
import { entityTypes } from '../../types/entity-types';
import { entityJson } from '../entity-json';
import { everyName, parseFields, type FieldSelection } from '../../query/field-list';
import { ALIASES, hasRootServiceType, type EntityRow } from '../entity-row';
import type { ListQuestion } from '../../query/list-question';
import { RelationQuestion, toReference } from '../relation-question';
import { EntityPage } from './entity-page';
import { furtherNames } from './page-select';

const HREF = '"http://localhost:8585/api/v1/things/';
const OTHERS = 'xyz';

/** A row as PostgreSQL sends it, behind bytes of the message before it. */
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

/** The entity of a row, as a read of one entity finds it. */
function entityRow(entityType: EntityType, { attributes }: FieldSelection, row: TextRow, rows: TextRow[]): EntityRow {
  const withDetails = attributes.length > 0;
  const lines = JSON.parse(rows.find(([node, id]) => id === null && node === row[8])?.[9] ?? '{}') as Lines;
  const above = entityType.ancestors.map(({ property, at, types }) => {
    const reference = lines[ALIASES[at]]?.reference;
    const isShown = reference && types.includes(reference.type);
    return [`a_${property}`, isShown ? JSON.stringify(toReference({ ...reference, inherited: false })) : null];
  });
  const further = furtherNames(entityType, withDetails).map((name, at) => [name, row[(withDetails ? 12 : 10) + at]]);
  return {
    ...(Object.fromEntries([...above, ...further]) as object),
    node: row[0] as string,
    id: row[1] as string,
    name: row[2] as string,
    fqn: row[3] as string,
    version: Number(row[4]),
    updated_at: row[5] as string,
    updated_by: row[6] as string,
    deleted: row[7] === 't',
    body: row[9] as string,
    details: withDetails ? (row[10] as string) : null,
    defaults: withDetails ? (row[11] as string) : null,
    root_service_type: hasRootServiceType(entityType) ? (lines.r?.serviceType ?? null) : null,
  };
}

type Lines = Readonly<
  Record<string, { serviceType: string | null; reference: Parameters<typeof toReference>[0] } | null | undefined>
>;

describe('a page', () => {
  const forms = entityTypes
    .all()
    .flatMap((entityType) =>
      [undefined, '*', everyName(entityType).slice(0, 3).join()].map((fields) => [entityType.type, fields] as const),
    );

  const pageOfAll = (entityType: EntityType, fields: FieldSelection, limit: number, rows: TextRow[]): EntityPage => {
    const page = new EntityPage({ entityType, include: 'all', fields, conditions: [], limit }, HREF);
    page.next();
    for (const row of rows) page.take(sent(row));
    return page;
  };

  it.each(forms)('of %s, fields %s, is what its rows are as text', (type, fields) => {
    const entityType = entityTypes.get(type);
    const selection = parseFields(entityType, fields, false);
    const check = (rows: TextRow[], isBackward: boolean, limit: number): void => {
      const page = pageOfAll(entityType, selection, limit, rows);
      const entities = rows.filter(([, id]) => id !== null).map((row) => entityRow(entityType, selection, row, rows));
      const texts = entities.map((row) => entityJson(row, selection, new Map(), HREF));
      const order = [...texts.keys()].slice(0, limit);
      expect([page.rows, page.hasMore, page.total]).toEqual([order.length, texts.length > limit, 12]);
      if (isBackward) order.reverse();
      expect(order.map((row) => page.keysOf(row))).toEqual(
        order.map((row) => [entities[row]?.name, entities[row]?.id]),
      );
      expect(order.map((row) => page.textOf(row))).toEqual(order.map((row) => texts[row]));
      expect(page.json(order, ']}').toString()).toBe(`{"data":[${order.map((row) => texts[row]).join()}]}`);
    };
    const limit = fc.integer({ min: 1, max: 6 });
    fc.assert(fc.property(pageOf(entityType, selection), fc.boolean(), limit, check), { numRuns: 20 });
  });

  const table = entityTypes.get('table');
  const owners = parseFields(table, 'owners', false);
  const questionOf = (limit: number): ListQuestion => ({
    ...{ entityType: table, include: 'all', fields: owners, conditions: [], limit },
  });
  const row = (node: string, body: string): TextRow => [
    ...[node, '6f9619ff-8b86-4011-b42d-00c04fc964ff', `n${node}`, 's.a', '1', '2', 'me', 'f', null, body],
  ];
  const take = (page: EntityPage, ...bodies: string[]): void => {
    const before = page.rows;
    bodies.forEach((body, at) => page.take(sent(row(String(before + at + 1), body))));
  };
  const documentOf = (bytes: number): string => `{"d":"${'x'.repeat(bytes - 8)}"}`;

  it('is read at once where no document is larger than its share', () => {
    const page = new EntityPage(questionOf(2), HREF);
    expect(page.next()).toEqual({ question: questionOf(2), share: PAGE_BYTES / 2 });
    take(page, '{}', '{}', '{}');
    expect([page.next(), page.rows, page.hasMore]).toEqual([undefined, 2, true]);
  });

  it('goes on at a document that is larger than its share, as far as there is room', () => {
    const page = new EntityPage(questionOf(4), HREF);
    page.next();
    take(page, '{}', String(PAGE_BYTES / 2), documentOf(PAGE_BYTES / 2));
    expect([page.rows, page.hasMore]).toEqual([1, true]);
    const cursor = { direction: 'after', name: 'n1', id: '6f9619ff-8b86-4011-b42d-00c04fc964ff' };
    expect(page.next()).toEqual({ question: { ...questionOf(2), cursor }, share: PAGE_BYTES / 2 });
    take(page, documentOf(PAGE_BYTES / 2), documentOf(PAGE_BYTES / 2), '{}');
    expect([page.next(), page.rows, page.hasMore]).toEqual([undefined, 3, true]);
  });

  it('goes on behind a part that was shorter than what there is room for', () => {
    const page = new EntityPage(questionOf(4), HREF);
    page.next();
    take(page, String(PAGE_BYTES / 2));
    expect(page.next()).toEqual({ question: questionOf(2), share: PAGE_BYTES / 2 });
    take(page, '{}', '{}', '{}');
    expect(page.next()).toMatchObject({ question: { limit: 1, cursor: { name: 'n3' } } });
    take(page, '{}', '{}');
    expect([page.next(), page.rows, page.hasMore]).toEqual([undefined, 4, true]);
  });

  it('has its first row, however large', () => {
    const page = new EntityPage(questionOf(10), HREF);
    page.next();
    take(page, String(2 * PAGE_BYTES));
    expect(page.next()).toEqual({ question: questionOf(1), share: 2 * PAGE_BYTES });
    take(page, documentOf(2 * PAGE_BYTES), '{}');
    expect([page.next(), page.rows, page.hasMore]).toEqual([undefined, 1, true]);
  });

  it('ends where the list does', () => {
    const page = new EntityPage(questionOf(10), HREF);
    page.next();
    take(page, '{}', '{}');
    expect([page.next(), page.rows, page.hasMore]).toEqual([undefined, 2, false]);
  });

  it('has the references that came with its rows', () => {
    const page = new EntityPage(questionOf(2), HREF);
    page.next();
    const owner = { node: 2, direction: 'inherited', relation: 'owners', id: 'u', type: 'user', name: 'ü', fqn: 'ü' };
    const found = JSON.stringify([{ ...owner, display_name: null, deleted: false, inherited: true }]);
    take(page, '{}', '{}');
    page.take(sent(['2', null, 'references', '1', null, null, null, null, null, found]));
    expect([page.referenceCount, page.nodesOfRows]).toEqual([1, ['1', '2']]);
    page.relateAll(new RelationQuestion(table, ['owners']));
    const { data } = JSON.parse(page.json([0, 1], ']}').toString()) as { data: object[] };
    expect(data).toMatchObject([{ owners: [] }, { owners: [{ name: 'ü', inherited: true }] }]);
  });
});
