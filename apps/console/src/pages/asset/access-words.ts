import type { OperationPermission } from '../../api/permissions';

type Access = OperationPermission['access'];

const ACCESS: Readonly<Record<Access, { readonly children: string; readonly tone: 'ok' | 'bad' | 'idle' | 'part' }>> = {
  allow: { children: 'Allowed', tone: 'ok' },
  conditionalAllow: { children: 'Allowed on some', tone: 'part' },
  conditionalDeny: { children: 'Denied on some', tone: 'part' },
  deny: { children: 'Denied', tone: 'bad' },
  notAllow: { children: 'Not allowed', tone: 'idle' },
};

/** The access as a tag. */
export const accessWords = (access: Access): (typeof ACCESS)[Access] => ACCESS[access];

/** The reason of a decision in words; the name of its rule follows where there is one. */
export function reasonWords({ by, access, rule }: OperationPermission): string {
  switch (by) {
    case 'administrator':
      return 'Is an administrator';
    case 'administrators':
      return 'Reserved for administrators';
    case 'hidden':
      return rule === undefined ? 'Hidden with what it lies in' : 'Hidden by the rule';
    case 'nothing':
      return 'No rule allows it';
    case 'oneself':
      return 'It is about themselves';
    case 'owner':
      return 'Owns it, or a team of theirs does';
    case 'rule':
      return access === 'deny' || access === 'conditionalDeny' ? 'Denied by the rule' : 'Allowed by the rule';
    case undefined:
      return '';
  }
}
