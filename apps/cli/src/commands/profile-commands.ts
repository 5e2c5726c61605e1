import type { CommandSpec, Invocation, CommandContext } from '../command-line/command-spec';
import { EXIT } from '../cli-error';
import { noSuchProfile, type Profiles, readProfiles, writeProfiles } from '../connection/profile';
import { type Outcome, caseOf, count } from '../report/report';

const common = { options: [], isLocal: true } as const;
const takes = '<PROFILE>';

export const profileList: CommandSpec = {
  ...common,
  name: 'profile list',
  summary: 'List the profiles that login made; tokens are not shown',
  examples: ['profile list'],
  run: (_invocation, { environment }) => Promise.resolve(listed(readProfiles(environment.profileFile))),
};

export const profileUse: CommandSpec = {
  ...{ ...common, takes },
  name: 'profile use',
  summary: 'Make a profile the one that is used where none is named',
  examples: ['profile use work'],
  run: (invocation, context) =>
    changed(invocation, context, ({ profiles }, name) => ({ current: name, profiles }), 'is the current profile'),
};

export const profileRemove: CommandSpec = {
  ...{ ...common, takes },
  name: 'profile remove',
  summary: 'Forget a profile and its token',
  examples: ['profile remove work'],
  run: (invocation, context) => changed(invocation, context, withoutProfile, 'is removed'),
};

function listed({ current, profiles }: Profiles): Outcome {
  const names = Object.keys(profiles).sort();
  const all = names.map((name) => ({ profile: name, url: profiles[name]?.url ?? '', current: name === current }));
  const rows = all.map((one) => ({ cells: [one.profile, one.url, one.current ? 'current' : ''] }));
  return {
    report: {
      ...{ title: 'profile list', exitCode: EXIT.passed, findings: [] },
      summary: count(names.length, 'profile'),
      sections: [{ columns: ['profile', 'url', ''], rows }],
      cases: [caseOf('profile', 'list')],
      data: { profiles: all },
    },
  };
}

async function changed(
  { args: [name = ''] }: Invocation,
  { environment }: CommandContext,
  change: (profiles: Profiles, name: string) => Profiles,
  what: string,
): Promise<Outcome> {
  const before = readProfiles(environment.profileFile);
  if (!Object.hasOwn(before.profiles, name)) throw noSuchProfile(name, before);
  writeProfiles(environment.profileFile, change(before, name));
  return {
    report: {
      ...{ title: 'profile', exitCode: EXIT.passed, sections: [], findings: [] },
      summary: `${name} ${what}`,
      cases: [caseOf('profile', name)],
      data: { profile: name },
    },
  };
}

function withoutProfile({ current, profiles }: Profiles, name: string): Profiles {
  const { [name]: _removed, ...others } = profiles;
  return current === name ? { profiles: others } : { current, profiles: others };
}
