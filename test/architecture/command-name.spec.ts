import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, PROJECT } from './source-files';

/** Our names belong to nobody in the registry: whoever asks for one there runs what somebody else puts under it. */
const FROM_REGISTRY =
  /\b(npx|npm (i|install|add|exec)|pnpm (add|dlx)|yarn (add|dlx))\b[^\n`'"]*(?<![/.\w-])metadata-catalog\b(?![./])/;

/** What is made, or is nobody's to read. */
const PASSED_OVER = ['node_modules', 'dist', 'coverage', '.git', '.data', '.tmp'];

const texts = readdirSync(PROJECT, { withFileTypes: true })
  .filter(({ name }) => !PASSED_OVER.includes(name))
  .flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(PROJECT, entry.name)).map((file) => join(entry.name, file)) : [entry.name],
  )
  .filter(
    (file) =>
      /(\.(md|ts|js|cjs|mjs|json|ya?ml|sh)|Dockerfile|run)$/.test(file) && !file.endsWith('command-name.spec.ts'),
  );

it.each([
  ['npx metadata-catalog --help', true],
  ['npm install --global metadata-catalog', true],
  ['npx --yes metadata-catalog@latest', true],
  ['npm install --global /srv/metadata-catalog', false],
  ['npx ./metadata-catalog.tgz', false],
  ['node bin/metadata-catalog.cjs', false],
])('of "%s" it is %s that a registry would be asked', (line, isAsked) => {
  expect(FROM_REGISTRY.test(line)).toBe(isAsked);
});

it('no text has the command fetched by its name', () => {
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((file) => FROM_REGISTRY.test(readFileSync(join(PROJECT, file), 'utf8')))).toEqual([]);
});
