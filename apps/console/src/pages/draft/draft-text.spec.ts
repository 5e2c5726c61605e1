import { parse } from 'yaml';
import { edited, insert, put, readingOf } from './draft-text';

const WRITTEN = `# Of the team that sells
name: orders
owners:
  # who answers
  - { type: team, fullyQualifiedName: sales }
sla:
  refreshFrequency: P1D # each night
  learned: [ volume ]
x-own: "007"
`;

describe('a draft that is changed by form', () => {
  it('keeps comments, quotes and members that the form does not know', () => {
    const text = edited(WRITTEN, (document) => put(document, ['description'], 'All orders: since 2019'));
    expect(text).toBe(`${WRITTEN}description: "All orders: since 2019"\n`);
  });

  it('writes into a member that is named and empty, and one that is a text', () => {
    const write = (text: string) => parse(edited(text, (document) => put(document, ['sla', 'columnName'], 'at')));
    expect(write('name: a\nsla:\n')).toEqual({ name: 'a', sla: { columnName: 'at' } });
    expect(write('name: a\nsla: soon\n')).toEqual({ name: 'a', sla: { columnName: 'at' } });
    expect(write('name: a\n')).toEqual({ name: 'a', sla: { columnName: 'at' } });
  });

  it('writes without quotes what was empty in quotes, and keeps those that somebody wrote', () => {
    const write = (text: string) => edited(text, (document) => put(document, ['name'], 'b'));
    expect(write('name: ""\n')).toBe('name: b\n');
    expect(write("name: 'a'\n")).toBe("name: 'b'\n");
  });

  it('removes what is empty then above it, and nothing else', () => {
    const text = 'name: a\nextension:\n  schemaPolicy:\n    extraColumns: forbid\n';
    expect(edited(text, (document) => put(document, ['extension', 'schemaPolicy', 'extraColumns'], undefined))).toBe(
      'name: a\n',
    );
    const other = `${text}  own: 1\n`;
    expect(
      parse(edited(other, (document) => put(document, ['extension', 'schemaPolicy', 'extraColumns'], undefined))),
    ).toEqual({ name: 'a', extension: { own: 1 } });
    expect(edited(text, (document) => put(document, ['nothing', 'there'], undefined))).toBe(text);
  });

  it.each(['name: a\n', 'name: a\nsemantics: []\n', 'name: a\nsemantics:\n'])(
    'makes the list that lacks in %j',
    (text) => {
      expect(edited(text, (document) => insert(document, ['semantics'], { name: 'b' }))).toBe(
        'name: a\nsemantics:\n  - name: b\n',
      );
    },
  );
});

describe('what the form can show', () => {
  it('reads the members of a mapping', () => expect(readingOf('a: 1')).toEqual({ members: { a: 1 } }));

  it.each([
    ['name: [', /^Line 1: /],
    ['- a', /a contract is a mapping of names/],
    ['', /a contract is a mapping of names/],
    ['name: a\nname: b', /^Line 2: Map keys must be unique/],
    ['a: &b {c: 1}\nd: *b', /^It uses the alias \*b/],
  ])('says why it cannot show %j', (text, why) => expect(readingOf(text).obstacle).toMatch(why));
});
