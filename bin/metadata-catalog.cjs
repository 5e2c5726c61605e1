#!/usr/bin/env node
'use strict';

const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..');
const MAIN = join(ROOT, 'dist/apps/cli/src/main.js');

/** In a fresh checkout nothing is built yet. Over what is there, since a service may be running from it. */
function build() {
  process.stderr.write('metadata-catalog: building, once\n');
  const swc = join(ROOT, 'node_modules/@swc/cli/bin/swc.js');
  if (!existsSync(swc)) return 'the dependencies are not installed; run: npm ci';
  const args = [swc, 'apps', 'libs', '-d', 'dist', '--copy-files', '--quiet'];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  return status === 0 && existsSync(MAIN) ? undefined : 'the build failed';
}

const fault = existsSync(MAIN) ? undefined : build();
if (fault === undefined) require(MAIN);
else {
  process.stderr.write(`metadata-catalog: ${fault}\n`);
  // As for anything that keeps the command from being used.
  process.exitCode = 2;
}
