import type { OperationPermission } from '../../api/permissions';
import { accessWords, reasonWords } from './access-words';

const decided = (more: Partial<OperationPermission>): OperationPermission => ({
  operation: 'EditAll',
  access: 'allow',
  ...more,
});

describe('what a person may do to an asset', () => {
  it.each([
    [{ by: 'administrator' }, 'Is an administrator'],
    [{ by: 'administrators', access: 'notAllow' }, 'Reserved for administrators'],
    [{ by: 'hidden', access: 'notAllow' }, 'Hidden with what it lies in'],
    [{ by: 'hidden', access: 'notAllow', rule: 'hides' }, 'Hidden by the rule'],
    [{ by: 'nothing', access: 'notAllow' }, 'No rule allows it'],
    [{ by: 'oneself' }, 'It is about themselves'],
    [{ by: 'owner' }, 'Owns it, or a team of theirs does'],
    [{ by: 'rule', rule: 'edits' }, 'Allowed by the rule'],
    [{ by: 'rule', access: 'deny', rule: 'hides' }, 'Denied by the rule'],
    [{}, ''],
  ] as const)('%j is told as: %s', (more, words) => expect(reasonWords(decided(more))).toBe(words));

  it('is told apart where a rule denies it, and where nothing allows it', () => {
    expect(accessWords('deny')).toEqual({ children: 'Denied', tone: 'bad' });
    expect(accessWords('notAllow')).toEqual({ children: 'Not allowed', tone: 'idle' });
  });
});
