import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

export const PROJECT = join(__dirname, '../..');

/** Small trees that break the rules on purpose. */
const FIXTURES = join('test', 'architecture', 'fixtures');

/** Paths below `folder`, relative to it, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Every file that somebody wrote for this project, relative to it. */
export function sourceFiles(): string[] {
  return ['apps', 'libs', 'test']
    .flatMap((folder) => filesBelow(join(PROJECT, folder)).map((file) => join(folder, file)))
    .filter((file) => /\.(tsx?|mjs|cjs|js)$/.test(file) && !file.startsWith(FIXTURES + sep));
}

export function lineCount(file: string): number {
  return readFileSync(join(PROJECT, file), 'utf8').split('\n').length - 1;
}

export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(PROJECT, file), 'utf8')) as T;
}
