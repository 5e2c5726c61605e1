import type { CommandSpec } from './command-line/command-spec';
import { contractCheck } from './commands/contract/contract-check';
import { contractExport } from './commands/contract/contract-export';
import { contractImport } from './commands/contract/contract-import';
import { contractLint } from './commands/contract/contract-lint';
import { contractSuggest } from './commands/contract/contract-suggest';
import { contractValidate } from './commands/contract/contract-validate';
import { check } from './commands/data/check';
import { connect } from './commands/data/connect';
import { crawl } from './commands/data/crawl';
import { profile } from './commands/data/profile';
import { lineageExport } from './commands/lineage-export';
import { lineageImportDbt } from './commands/lineage-import-dbt';
import { login } from './commands/login';
import { migrate } from './commands/migrate/migrate';
import { password } from './commands/password';
import { profileList, profileRemove, profileUse } from './commands/profile-commands';
import { resultsPush } from './commands/results-push';
import { search } from './commands/search';

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandSpec[] = [
  contractSuggest,
  contractLint,
  contractCheck,
  contractValidate,
  contractImport,
  contractExport,
  connect,
  crawl,
  profile,
  check,
  resultsPush,
  lineageExport,
  lineageImportDbt,
  search,
  migrate,
  login,
  password,
  profileList,
  profileUse,
  profileRemove,
];
