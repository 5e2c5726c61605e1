import type { AttributesPlan } from './plan';
import { ALONE, idOf, kindOf, rightsBy, storedThing, thing } from './plan.cases';
import { planPatch } from './plan-patch';

type Rights = ReturnType<typeof rightsBy>;

function plan(operations: object[], rights: Rights = rightsBy(), precondition?: readonly number[]) {
  const request = { key: 'own', operations: operations as never, precondition, options: {} };
  return planPatch(thing, storedThing(), request, rights, ALONE);
}
const set = (path: string, value: unknown): object => ({ op: 'add', path, value });

describe('the plan of a PATCH', () => {
  it.each<[what: string, operations: object[], kind: string]>([
    ['no operation', [], 'none'],
    ['what is there', [set('/displayName', 'T')], 'none'],
    ['a read-only member', [set('/seen', 'today')], 'none'],
    ['a test that holds', [{ op: 'test', path: '/kind', value: 'round' }], 'none'],
    ['an attribute', [set('/displayName', 'other')], 'attributes'],
    ['an attribute of a part', [set('/columns/0/description', 'X')], 'attributes'],
    ['an attribute that goes', [{ op: 'remove', path: '/kind' }], 'attributes'],
    ['the name', [set('/name', 'other')], 'structure'],
    ['a reference', [set('/charts/-', { id: idOf('c3'), type: 'chart' })], 'structure'],
    ['a reference that goes', [{ op: 'remove', path: '/charts/0' }], 'structure'],
    ['a new label', [set('/tags/-', { tagFQN: 'PII.Sensitive' })], 'structure'],
    ['another place', [set('/shelf', { id: idOf('other'), type: 'shelf' })], 'structure'],
    ['an extension', [set('/extension', { own: 1 })], 'structure'],
    ['a test that does not hold', [{ op: 'test', path: '/kind', value: 'square' }], 'CONFLICT'],
    ['what is no attribute value', [set('/notes', 7)], 'BAD_REQUEST'],
    ['a path to nothing', [{ op: 'remove', path: '/notes/9' }], 'BAD_REQUEST'],
  ])('of %s', async (_what, operations, kind) => {
    expect(kindOf(await plan(operations))).toBe(kind);
  });

  it('leaves the stored document as it is', async () => {
    const made = (await plan([set('/columns/0/description', 'X')])) as AttributesPlan;
    expect(made.current).toEqual(storedThing().current);
    expect(made.update.draft.attributes.columns).toMatchObject([{ name: 'x', description: 'X' }, { name: 'y' }]);
  });

  it('refuses in one order: the object, the right to write in some way, the version, the patch, the right to what changes', async () => {
    const code = async (...given: Parameters<typeof plan>): Promise<string> => kindOf(await plan(...given));
    const wrong = [{ op: 'remove', path: '/notes/9' }];
    expect(await code(wrong, { ...rightsBy({}), isHidden: true }, [0.7])).toBe('NOT_FOUND');
    expect(await code(wrong, rightsBy({}), [0.7])).toBe('FORBIDDEN');
    const writer = rightsBy({}, { operations: ['EditDescription'] });
    expect(await code(wrong, writer, [0.7])).toBe('PRECONDITION_FAILED');
    expect(await code(wrong, writer)).toBe('BAD_REQUEST');
    expect(await code([set('/displayName', 'other')], writer)).toBe('FORBIDDEN');
    expect(await code([set('/description', 'other')], writer)).toBe('attributes');
  });
});
