#!/usr/bin/env node
'use strict';

const { builtFile } = require('./build-once.cjs');

const NAME = 'metadata-catalog';

try {
  require(builtFile(NAME, 'apps/cli/src/main.js'));
} catch (error) {
  process.stderr.write(`${NAME}: ${error.message}\n`);
  // As for anything that keeps the command from being used.
  process.exitCode = 2;
}
