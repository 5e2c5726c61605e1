import { randomUUID } from 'node:crypto';
import { entityTypes } from '@app/catalog';
import type { AccessRule, Actor } from '@app/common';
import { documentFor } from './agreed-document';
import { OdcsFixture, type Entity, type Json } from './odcs.fixture';

const ALL: AccessRule = { name: 'all', effect: 'allow', operations: ['All'], resources: ['All'] };
const NO_CLASSIFICATIONS: AccessRule = {
  ...{ name: 'unseen', effect: 'deny', operations: ['ViewAll'], resources: ['classification'] },
  condition: 'noOwner()',
};

describe('labels of a contract that are hidden from whoever writes it', () => {
  let fixture: OdcsFixture;
  let writer: Actor;
  let open: string;
  let secret: string;

  beforeAll(async () => {
    fixture = await OdcsFixture.open();
    const unique = (word: string): string => `${word}_${randomUUID().slice(0, 13)}`;
    const name = unique('user');
    const { id } = await fixture.make('user', { name, email: `${name}@example.org` });
    writer = { name, id, isAdmin: false, ownerIds: new Set([id]), rules: [ALL, NO_CLASSIFICATIONS] };
    const tag = async (word: string, owners: Json[]): Promise<string> => {
      const body = { description: 'x', mutuallyExclusive: false };
      const { name: classification } = await fixture.make('classification', { ...body, name: unique(word), owners });
      return (await fixture.make('tag', { name: word, description: 'x', classification })).fullyQualifiedName;
    };
    [open, secret] = [await tag('open', [{ id, type: 'user' }]), await tag('secret', [])];
  });
  afterAll(() => fixture?.close());

  /** A contract with labels on its first column. */
  async function made(isImported: boolean): Promise<{ table: Entity; contract: Entity }> {
    const table = await fixture.plainTable();
    const columns = ['id', 'note'].map((name) => ({ name, dataType: name === 'id' ? 'BIGINT' : 'STRING' }));
    const contract = isImported
      ? await fixture.create(table, documentFor(table.name))
      : await fixture.make('dataContract', {
          ...{ name: 'plain', entity: { id: table.id, type: 'table' }, schema: columns },
        });
    const value = [open, secret].map((tagFQN) => ({ tagFQN }));
    await fixture.patch(contract, [{ op: 'add', path: '/schema/0/tags', value }]);
    return { table, contract };
  }

  const labels = async ({ id }: Entity): Promise<string[]> => {
    const { json } = await fixture.reader.read(fixture.database, entityTypes.get('dataContract'), id);
    const [column] = (JSON.parse(json) as { schema: { tags?: { tagFQN: string }[] }[] }).schema;
    return (column?.tags ?? []).map(({ tagFQN }) => tagFQN);
  };

  it.each(
    (['merge', 'replace'] as const).flatMap((mode) => [
      { mode, isImported: false },
      { mode, isImported: true },
    ]),
  )('stay where its document is exported and imported again: %j', async ({ mode, isImported }) => {
    const { table, contract } = await made(isImported);
    const document = await fixture.odcsExport.document(writer, { id: contract.id }, undefined);
    expect(JSON.stringify(document)).toContain(open);
    expect(JSON.stringify(document)).not.toContain(secret);
    await fixture.odcs.put(writer, fixture.target(table), document, mode);
    // A document that replaces a contract says nothing of the labels of our columns.
    expect(await labels(contract)).toEqual(mode === 'merge' ? [open, secret] : [secret]);
    expect(JSON.stringify(await fixture.out(contract))).toContain(secret);
    expect(await fixture.odcsExport.document(writer, { id: contract.id }, undefined)).toEqual(document);
  });
});
