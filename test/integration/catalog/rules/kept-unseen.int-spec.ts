import { csvOf, csvTables, entityTypes } from '@app/catalog';
import type { AccessRule, Actor } from '@app/common';
import { ContractsModule } from '@app/contracts';
import { ADMIN, CatalogFixture, failure, newName, read, typeNamed, type Document } from '../catalog.fixture';

type Json = Record<string, unknown>;

/** An attribute of which a part is hidden from its writer. */
interface Case {
  readonly type: string;
  readonly attribute: string;
  readonly value: unknown;
  readonly more?: Json;
  /** A change of what the writer sees, in place. */
  readonly edit: (shown: never) => void;
}

const ALL: AccessRule = { name: 'all', effect: 'allow', operations: ['All'], resources: ['All'] };

describe('what the writer of a document does not see of it', () => {
  let catalog: CatalogFixture;
  let writer: Actor;
  let cases: Record<string, Case>;
  /** Nothing that the writer reads holds any of these. */
  let secrets: string[];
  let table: (more?: Json) => Promise<Document>;

  beforeAll(async () => {
    catalog = await CatalogFixture.open(ContractsModule);
    const user = await catalog.make('user');
    const owners = [{ id: user.id, type: 'user' }];
    const deny = (resource: string, condition?: string): AccessRule => ({
      ...{ name: `no ${resource}`, effect: 'deny', operations: ['ViewAll'], resources: [resource] },
      ...(condition === undefined ? {} : { condition }),
    });
    const rules = [ALL, deny('table', 'noOwner()'), deny('classification', 'noOwner()'), deny('user')];
    writer = { name: user.name, id: user.id, isAdmin: false, ownerIds: new Set([user.id]), rules };
    const schema = (await catalog.make('databaseSchema')).fullyQualifiedName;
    const columns = ['id', 'b'].map((name) => ({ name, dataType: 'INT' }));
    const ownTable = { databaseSchema: schema, owners, columns };
    table = (more = {}) => catalog.make('table', { ...ownTable, ...more });
    const hidden = await table({ name: newName('unseen'), owners: [] });
    const [mine, other] = [await table(), await table()];
    const label = async (more: Json): Promise<Json> => {
      const classification = (await catalog.make('classification', { description: 'x', ...more })).fullyQualifiedName;
      const name = more.owners ? newName('open') : newName('unseen');
      return { tagFQN: (await catalog.make('tag', { name, classification, description: 'x' })).fullyQualifiedName };
    };
    const [open, secret] = [await label({ owners }), await label({})];
    const refer = ({ id, fullyQualifiedName }: Document, type = 'table'): Json => ({ id, type, fullyQualifiedName });
    const column = (of: Document): string => `${of.fullyQualifiedName}.id`;
    const links = newName('links');
    await catalog.types.putProperty(ADMIN, 'table', {
      ...{ name: links, description: 'x', propertyType: { name: 'entityReferenceList' } },
      customPropertyConfig: { config: ['table'] },
    });
    const foreign = (name: string, ...referredColumns: string[]): Json => ({
      ...{ constraintType: 'FOREIGN_KEY', columns: [name] },
      referredColumns,
    });
    secrets = [hidden.id, hidden.fullyQualifiedName, String(secret.tagFQN)];
    cases = {
      'columns of another table': {
        ...{ type: 'table', attribute: 'tableConstraints', more: ownTable },
        value: [foreign('id', column(hidden)), foreign('b', column(mine), column(hidden))],
        edit: (shown: Json[]) => shown.reverse().forEach((one) => (one.relationshipType = 'MANY_TO_ONE')),
      },
      'entities that a custom property refers to': {
        ...{ type: 'table', attribute: 'extension', more: ownTable },
        value: { [links]: [refer(hidden), refer(mine)], note: 'x', loose: refer(hidden) },
        edit: (shown: Json) => {
          shown.note = 'y';
          (shown[links] as unknown[]).push(refer(other));
        },
      },
      'who used it last': {
        ...{ type: 'table', attribute: 'lifeCycle', more: ownTable },
        value: { accessed: { timestamp: 1, accessedBy: refer(user, 'user') } },
        edit: (shown: { accessed: Json }) => (shown.accessed.timestamp = 2),
      },
      'what its model is made of': {
        ...{ type: 'table', attribute: 'dataModel', more: ownTable },
        value: { modelType: 'DBT', sql: 'x', upstream: [hidden.fullyQualifiedName, mine.fullyQualifiedName] },
        edit: (shown: { sql: string }) => (shown.sql = 'y'),
      },
      'labels of its columns': {
        ...{ type: 'table', attribute: 'columns', more: ownTable },
        value: [
          { name: 'id', dataType: 'INT', tags: [open, secret] },
          { name: 'b', dataType: 'INT', tags: [secret] },
        ],
        edit: (shown: Json[]) => (shown[1]!.description = 'x'),
      },
      'sources of its features': {
        ...{ type: 'mlmodel', attribute: 'mlFeatures' },
        value: [{ name: 'f', featureSources: [{ name: 's', dataSource: refer(hidden) }, { name: 't' }] }],
        edit: (shown: { featureSources: Json[] }[]) => shown[0]!.featureSources.reverse(),
      },
      'labels of what it promises': {
        ...{ type: 'dataContract', attribute: 'schema' },
        value: [
          { name: 'id', dataType: 'INT', tags: [secret, open] },
          { name: 'b', dataType: 'INT', tags: [secret] },
        ],
        edit: (shown: Json[]) => (shown[0]!.description = 'x'),
      },
    };
  });
  afterAll(() => catalog.close());

  const NAMES = [
    'columns of another table',
    'entities that a custom property refers to',
    'who used it last',
    'what its model is made of',
    'labels of its columns',
    'sources of its features',
    'labels of what it promises',
  ];

  interface Made {
    readonly one: Case;
    readonly made: Document;
    readonly stored: () => Promise<unknown>;
    readonly shown: () => Promise<Document>;
    readonly patch: (...operations: object[]) => Promise<Document>;
  }

  async function make(name: string): Promise<Made> {
    const one = cases[name]!;
    const { type, attribute, value, more } = one;
    const entityType = typeNamed(type);
    const body =
      type === 'dataContract'
        ? { name: newName('contract'), entity: { id: (await table()).id, type: 'table' }, [attribute]: value }
        : await catalog.body(type, { ...more, [attribute]: value });
    const made = await catalog.create(type, JSON.parse(JSON.stringify(body)) as Json);
    const key = { id: made.id };
    return {
      one,
      made,
      stored: async () => (await catalog.get(type, made.fullyQualifiedName, '*'))[attribute],
      shown: async () => read(await catalog.reader.get(writer, entityType, key, '*', 'all')),
      patch: async (...operations) => read(await catalog.writer.patch(writer, entityType, key, operations)),
    };
  }

  it.each(NAMES)('stays where it is sent as it was shown, by PATCH and PUT: %s', async (name) => {
    const { one, made, stored, shown, patch } = await make(name);
    const before = await stored();
    const document = await shown();
    for (const secret of secrets) expect(JSON.stringify(document)).not.toContain(secret);
    await patch({ op: 'replace', path: `/${one.attribute}`, value: document[one.attribute] });
    expect(await stored()).toEqual(before);
    await catalog.writer.put(writer, typeNamed(one.type), document as Json);
    await catalog.bulk.put(writer, typeNamed(one.type), [document as Json]);
    expect(await stored()).toEqual(before);
    const { version } = await catalog.get(one.type, made.fullyQualifiedName);
    expect(version).toBe(made.version);
  });

  it.each(NAMES)('stays where something else is changed, by PATCH and PUT: %s', async (name) => {
    const edit = async (how: (made: Made, edited: Document) => Promise<unknown>): Promise<void> => {
      const made = await make(name);
      const { one, stored, shown } = made;
      const edited = await shown();
      const before = await stored();
      one.edit(edited[one.attribute] as never);
      await how(made, edited);
      expect((await shown())[one.attribute]).toEqual(edited[one.attribute]);
      const after = await stored();
      expect(after).not.toEqual(before);
      expect(secretsIn(after)).toEqual(secretsIn(before));
    };
    const secretsIn = (value: unknown): string[] =>
      [...secrets, writer.id]
        .flatMap((secret) => [...JSON.stringify(value).matchAll(new RegExp(secret, 'g'))].map(String))
        .sort();
    await edit(({ one, patch }, edited) =>
      patch({ op: 'replace', path: `/${one.attribute}`, value: edited[one.attribute] }),
    );
    await edit(({ one }, edited) => catalog.writer.put(writer, typeNamed(one.type), edited as Json));
  });

  it.each(NAMES.slice(0, 5))('stays where an export is imported again: %s', async (name) => {
    const { made, stored, patch } = await make(name);
    const before = await stored();
    const pages = await catalog.tableExport.one(writer, made.fullyQualifiedName);
    let text = '';
    for await (const part of csvOf(pages, false)) text += part;
    for (const secret of secrets) expect(text).not.toContain(secret);
    await patch({ op: 'add', path: '/displayName', value: 'Changed since' });
    const report = await catalog.tableImport.run(
      writer,
      entityTypes.get('table'),
      csvTables(Buffer.from(text), { raw: false }),
      { dryRun: false },
    );
    expect(report).toMatchObject({ failed: 0, errors: [] });
    expect(await stored()).toEqual(before);
  });

  it('is not told by the test of a patch', async () => {
    const test = (path: string, value: unknown): object => ({ op: 'test', path, value });
    for (const name of NAMES) {
      const { one, stored, patch } = await make(name);
      const told = patch(test(`/${one.attribute}`, await stored()));
      expect(await failure(told)).toMatchObject({ code: 'CONFLICT' });
    }
    const { shown, patch } = await make('what its model is made of');
    const { upstream } = (await shown()).dataModel as Json;
    expect(upstream).toHaveLength(1);
    await patch(test('/dataModel/upstream', upstream));
    const contract = await make('labels of what it promises');
    await catalog.database.query(
      `update contract set latest_result = '{"status": "Failed"}' where node = (select node from entity where id = $1)`,
      [contract.made.id],
    );
    expect((await contract.shown()).latestResult).toEqual({ status: 'Failed' });
    const failed = contract.patch(test('/latestResult/status', 'Failed'));
    expect(await failure(failed)).toMatchObject({ code: 'BAD_REQUEST' });
    const user = await make('who used it last');
    const path = '/lifeCycle/accessed/accessedBy/id';
    expect(await failure(user.patch(test(path, writer.id)))).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('goes with what the writer takes away', async () => {
    const { stored, patch } = await make('columns of another table');
    await patch({ op: 'remove', path: '/tableConstraints/0' });
    expect(await stored()).toMatchObject([{ columns: ['b'], referredColumns: [expect.anything(), expect.anything()] }]);
    await patch({ op: 'remove', path: '/tableConstraints' });
    expect((await stored()) ?? []).toEqual([]);
  });

  it('stays on a column that is given another name', async () => {
    const { stored, patch } = await make('labels of its columns');
    await patch({ op: 'replace', path: '/columns/1/name', value: 'c' });
    expect(await stored()).toMatchObject([{}, { name: 'c', tags: [{ tagFQN: secrets[2] }] }]);
  });

  it('cannot be found out by naming it in a custom property that refers to it already', async () => {
    const { one, stored, patch } = await make('entities that a custom property refers to');
    const [property] = Object.keys(one.value as Json) as [string];
    const before = await stored();
    const told = async (id: string): Promise<string> => {
      const { code, message } = await failure(
        patch({ op: 'add', path: `/extension/${property}/-`, value: { id, type: 'table' } }),
      );
      return `${code} ${message}`.replaceAll(id, '<id>');
    };
    expect(await told(secrets[0]!)).toBe(await told('00000000-0000-4000-8000-000000000001'));
    expect(await stored()).toEqual(before);
  });

  it('is not counted by the places that errors name', async () => {
    const { stored, patch } = await make('columns of another table');
    const before = await stored();
    const wrong = `${(await table()).fullyQualifiedName}.nope`;
    const path = '/tableConstraints/0/referredColumns/-';
    const refused = await failure(patch({ op: 'add', path, value: wrong }));
    expect(refused.details).toMatchObject([{ field: 'tableConstraints[0].referredColumns[0]' }]);
    expect(await stored()).toEqual(before);
  });
});
