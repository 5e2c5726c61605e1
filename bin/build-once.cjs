'use strict';

const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..');

/** The file that starts a command of apps/stack: of the bundle where it has one, since it starts in half of the time; built first as below. */
exports.commandFile = (name, command) => {
  const bundled = join(ROOT, 'dist/bin', `${command}.js`);
  return existsSync(bundled) ? bundled : exports.builtFile(name, `apps/stack/src/${command}.js`);
};

/**
 * The compiled file, built first where nothing is there, as in a fresh checkout; over what is there, since a service may be running from it.
 *
 * @param name who says so on standard error
 * @param file below dist
 * @throws Error where it cannot be built
 */
exports.builtFile = (name, file) => {
  const path = join(ROOT, 'dist', file);
  if (existsSync(path)) return path;
  process.stderr.write(`${name}: building, once\n`);
  const swc = join(ROOT, 'node_modules/@swc/cli/bin/swc.js');
  if (!existsSync(swc)) throw new Error('the dependencies are not installed; run: npm ci');
  const args = [swc, 'apps', 'libs', '-d', 'dist', '--copy-files', '--quiet', '--ignore', 'apps/console'];
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (status !== 0 || !existsSync(path)) throw new Error('the build failed');
  return path;
};
