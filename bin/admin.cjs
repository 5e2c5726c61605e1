#!/usr/bin/env node
'use strict';

const { commandFile } = require('./build-once.cjs');

// The operator's commands, in a checkout, a release and a container: `npm run admin -- COMMAND`, `node bin/admin.cjs COMMAND`.

/** Each is a program of apps/stack/src. */
const PROGRAMS = [
  'audit',
  'backup',
  'catalog',
  'connections',
  'data',
  'migrate',
  'restore',
  'search',
  'status',
  'token',
];

const USAGE = `Usage: npm run admin -- COMMAND

  status                        KEY=value lines of a running stack; exit code 0 when all is ready
  token [OPTION …]              prints a token; --help tells of its options
  migrate                       brings the schemas of the database to the newest state
  search rebuild                makes the search index anew from the catalog; searches go on
  search check                  compares the index with the catalog and mends what differs
  catalog check                 compares what the catalog stores twice and mends what differs
  connections reseal --from F   seals connections of services anew, whose key of before is in the file F
  data sql-check                lists stored SQL of users that would not be sent to its source
  audit check [NUMBER:HASH]     compares the audit with the hashes of its blocks, and with a block that was noted before
  backup FOLDER                 copies the embedded database while it runs
  restore FOLDER                puts such a copy into an empty DATA_DIR

Exit code 0: done; 1: it could not be done now; 2: the command is wrong.
`;

const [word = '', ...options] = process.argv.slice(2);

if (PROGRAMS.includes(word)) {
  let program;
  try {
    program = commandFile('admin', word);
  } catch (error) {
    process.stderr.write(`admin: ${error.message}\n`);
    process.exit(1);
  }
  process.argv.splice(1, Infinity, program, ...options);
  require(program);
} else {
  const isAsked = word === '--help' || word === '-h';
  if (!isAsked && word !== '') process.stderr.write(`Unknown command: ${word}\n\n`);
  (isAsked ? process.stdout : process.stderr).write(USAGE);
  process.exitCode = isAsked ? 0 : 2;
}
