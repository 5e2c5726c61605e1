import { homedir } from 'node:os';
import { join } from 'node:path';

/** The settings of the user's environment. An empty variable counts as one that is not set. */
export interface Environment {
  readonly url?: string;
  readonly token?: string;
  readonly profile?: string;
  /** Where the data is: a connection string, with the password or without. */
  readonly source?: string;
  readonly sourcePassword?: string;
  readonly profileFile: string;
  readonly noColour: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

export function readEnvironment(variables: Variables = process.env): Environment {
  const read = (name: string): string | undefined => variables[name] || undefined;
  const configHome = read('XDG_CONFIG_HOME') ?? join(read('HOME') ?? homedir(), '.config');
  return {
    url: read('METADATA_CATALOG_URL'),
    token: read('METADATA_CATALOG_TOKEN'),
    profile: read('METADATA_CATALOG_PROFILE'),
    source: read('METADATA_CATALOG_SOURCE'),
    sourcePassword: read('METADATA_CATALOG_SOURCE_PASSWORD'),
    profileFile: join(configHome, 'metadata-catalog', 'profiles.json'),
    // https://no-color.org
    noColour: read('NO_COLOR') !== undefined || read('TERM') === 'dumb',
  };
}
