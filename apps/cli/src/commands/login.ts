import { Option } from 'commander';
import { type Invocation, type CommandContext, defineCommand } from '../command-line/command-spec';
import type { RemoteOptions } from '../command-line/shared-options';
import { usageError, EXIT } from '../cli-error';
import { CatalogClient, loginOf } from '../connection/catalog-client';
import { checkedToken, requestLimit, tokenOfFile } from '../connection/connect';
import { type Profile, readProfiles, writeProfiles } from '../connection/profile';
import { DEFAULT_URL, serviceUrl, warnOfPlainText } from '../connection/service-url';
import { readPassword } from '../document/read-input';
import { caseOf, type Outcome } from '../report/report';

/** Names that can stand on a command line as they are. */
const NAME = /^[\w.-]{1,64}$/;

interface LoginOptions extends RemoteOptions {
  readonly email?: string;
  readonly passwordFile?: string;
}

export const login = defineCommand<LoginOptions>({
  name: 'login',
  summary: 'Store a token for a service in a profile',
  description:
    'With --email the password is read from --password-file, or from stdin; otherwise the token is that of --token-file, ' +
    '--token or METADATA_CATALOG_TOKEN. It is tried before it is stored, in a file that only you can read. The profile becomes ' +
    'the current one.',
  options: [
    new Option('--email <EMAIL>', 'Log in with a password'),
    new Option('--password-file <FILE>', 'A file that holds the password'),
  ],
  examples: [
    'login --url https://catalog.example.org --token-file token.txt --profile work',
    'login --url http://127.0.0.1:8585 --email dana@example.org --password-file password.txt',
  ],
  run: logIn,
});

async function logIn({ options }: Invocation<LoginOptions>, context: CommandContext): Promise<Outcome> {
  const { environment, progress } = context;
  const name = options.profile ?? environment.profile ?? 'default';
  if (!NAME.test(name))
    throw usageError('the name of a profile has letters, digits, dots, dashes and underscores, at most 64');
  const url = serviceUrl(options.url ?? environment.url ?? DEFAULT_URL);
  warnOfPlainText(url, progress);
  // Before anything is sent: a file that others can read is refused.
  const { profiles } = readProfiles(environment.profileFile);
  const profile = { url, ...(await tokens(url, options, context)) };
  writeProfiles(environment.profileFile, { current: name, profiles: { ...profiles, [name]: profile } });
  return {
    report: {
      ...{ title: 'login', exitCode: EXIT.passed, sections: [], findings: [] },
      summary: `logged in to ${url}; the profile ${name} is in ${environment.profileFile}`,
      cases: [caseOf('login', name)],
      data: { profile: name, url, file: environment.profileFile },
    },
  };
}

async function tokens(url: string, options: LoginOptions, context: CommandContext): Promise<Omit<Profile, 'url'>> {
  const { environment, progress } = context;
  const limitMs = requestLimit(options);
  const { email } = options;
  if (email !== undefined) {
    const password = await readPassword(options.passwordFile ?? '-', context);
    const body = { email, password: Buffer.from(password).toString('base64') };
    const client = new CatalogClient({ url, limitMs, progress });
    return loginOf(await client.json({ method: 'POST', path: '/users/login', body, what: 'Logging in' }));
  }
  const token = options.token ?? tokenOfFile(options.tokenFile) ?? environment.token;
  if (token === undefined)
    throw usageError('nothing to log in with: give --email, --token-file or METADATA_CATALOG_TOKEN');
  const kept = { token: checkedToken(token) };
  const client = new CatalogClient({ url, ...kept, limitMs, progress });
  await client.json({ path: '/dataContracts', query: { limit: 0 }, what: 'Trying the token' });
  return kept;
}
