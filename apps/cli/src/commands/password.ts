import { Option } from 'commander';
import { type CommandContext, defineCommand, type Invocation } from '../command-line/command-spec';
import { usageError, EXIT } from '../cli-error';
import { readPassword } from '../document/read-input';
import { caseOf, count, type Outcome } from '../report/report';

interface PasswordOptions {
  readonly user?: string;
  readonly oldPasswordFile?: string;
  readonly newPasswordFile?: string;
  readonly revokeTokens?: boolean;
}

export const password = defineCommand<PasswordOptions>({
  name: 'password',
  summary: 'Set a new password',
  description:
    'One’s own, with the old one, or by --user that of somebody else, which takes an administrator. The new one is read from ' +
    '--new-password-file, or from stdin. Every other login of the user ends; personal tokens stay, unless --revoke-tokens is given.',
  options: [
    new Option('--user <NAME>', 'Whose password (default: one’s own)'),
    new Option('--old-password-file <FILE>', 'A file that holds the old password; without --user'),
    new Option('--new-password-file <FILE>', 'A file that holds the new password (default: stdin)'),
    new Option('--revoke-tokens', 'Revoke all personal tokens of the user as well, the one that is used here included'),
  ],
  examples: [
    'password --old-password-file old.txt --new-password-file new.txt',
    'password --user dana --new-password-file new.txt --revoke-tokens',
  ],
  run: setPassword,
});

async function setPassword({ options }: Invocation<PasswordOptions>, context: CommandContext): Promise<Outcome> {
  const { user, oldPasswordFile: old, newPasswordFile = '-', revokeTokens = false } = options;
  if ((user === undefined) === (old === undefined))
    throw usageError('give --old-password-file for your own password, or --user for that of somebody else; not both');
  const ofWhom = old === undefined ? { requestType: 'USER', username: user } : await own(old, newPasswordFile, context);
  const body = { ...ofWhom, newPassword: await readPassword(newPasswordFile, context), revokeTokens };
  const service = await context.service();
  const request = { method: 'PUT', path: '/users/changePassword', body, onlyOnce: true } as const;
  const answer = await service.json({ ...request, what: 'Setting the password' });
  const tokensRevoked = Number(answer.tokensRevoked ?? 0);
  const ended = revokeTokens ? `; ${count(tokensRevoked, 'token')} revoked` : '';
  return {
    report: {
      ...{ title: 'password', exitCode: EXIT.passed, sections: [], findings: [] },
      summary: `the password of ${user ?? 'your user'} is set${ended}`,
      cases: [caseOf('password', user ?? 'own')],
      data: { user: user ?? null, tokensRevoked },
    },
  };
}

async function own(old: string, next: string, context: CommandContext): Promise<object> {
  if (old === '-' && next === '-') throw usageError('stdin holds one of both passwords: name a file for the other');
  return { requestType: 'SELF', oldPassword: await readPassword(old, context) };
}
