import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runCases } from './run-cases';
import type { CaseFile } from './case-world';
import { SearchWorld } from '../../e2e/search/search-world';
import OWN from './own-cases.json';

/**
 * Queries with the hits that they must give on each engine. `hits` are the names of all hits over all pages, `order` the page
 * that the request gives, `first` and `last` the best and the worst; `at` are places of which one, or the next, is in the error.
 */
const SHARED = resolve(__dirname, '../../../../shared/oracle/search-cases.json');
const isHere = existsSync(SHARED);

describe('cases of our own', () => runCases(OWN as CaseFile, () => SearchWorld.start()));

(isHere ? describe : describe.skip)(`the agreed cases${isHere ? '' : ` (skipped: no ${SHARED})`}`, () =>
  runCases(isHere ? (JSON.parse(readFileSync(SHARED, 'utf8')) as CaseFile) : (OWN as CaseFile), () =>
    SearchWorld.start(),
  ),
);
