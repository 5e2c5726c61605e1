import type { Person } from '../../api/administration';
import { bodyOf, draftOf, patchOf } from './person-draft';

const reference = (name: string) => ({ id: name, type: 'role', name, fullyQualifiedName: name });
const user = { id: '1', name: 'ann', email: 'ann@example.org', displayName: 'Ann', roles: [reference('DataSteward')] };

it('changes what differs, and nothing else', () => {
  const before = draftOf('users', user);
  expect(patchOf('users', before, { ...before, name: 'is fixed', description: ' ' })).toEqual([]);
  const after = { ...before, displayName: '', isAdmin: true, lists: { ...before.lists, roles: ['A', 'B'] } };
  expect(patchOf('users', before, after)).toEqual([
    { op: 'remove', path: '/displayName' },
    { op: 'add', path: '/isAdmin', value: true },
    { op: 'add', path: '/roles', value: ['A', 'B'] },
  ]);
});

it('writes the rules of a policy as lists of words, without a condition where there is none', () => {
  const rule: NonNullable<Person['rules']>[number] = {
    name: 'r',
    effect: 'allow',
    resources: ['table'],
    operations: ['ViewAll'],
    condition: 'isOwner()',
    description: 'why',
  };
  const before = draftOf('policies', { id: '2', name: 'p', rules: [rule] });
  expect(before.rules).toEqual([{ ...rule, resources: 'table', operations: 'ViewAll' }]);
  const [first] = before.rules;
  const after = { ...before, rules: [{ ...first!, operations: 'ViewBasic, EditTags,', condition: ' ' }] };
  expect(patchOf('policies', before, after)).toEqual([
    {
      op: 'add',
      path: '/rules',
      value: [
        { name: 'r', effect: 'allow', resources: ['table'], operations: ['ViewBasic', 'EditTags'], description: 'why' },
      ],
    },
  ]);
});

it('makes a new one of what is written, a team of users', () => {
  const draft = { ...draftOf('teams'), name: ' ops ', lists: { users: ['ann'], policies: [] } };
  expect(bodyOf('teams', draft)).toEqual({ name: 'ops', teamType: 'Group', users: ['ann'] });
  expect(bodyOf('roles', { ...draftOf('roles'), name: 'r', description: 'd' })).toEqual({
    name: 'r',
    description: 'd',
  });
});
