import { readFileSync } from 'node:fs';
import { runCases } from './run-cases';
import type { CaseFile } from './case-world';
import { SearchWorld } from '../../e2e/search/search-world';
import { missingShared, sharedPath } from '../../support/shared-folder';
import { describeUnless } from '../../support/unless-refused';
import OWN from './own-cases.json';
import SPOKEN from './spoken-cases.json';

/**
 * Queries with the hits that they must give on each engine. `hits` are the names of all hits over all pages, `order` the page
 * that the request gives, `first` and `last` the best and the worst; `at` are places of which one, or the next, is in the error.
 */
const AGREED = 'oracle/search-cases.json';

describe('cases of our own', () => runCases(OWN as CaseFile, () => SearchWorld.start()));

describe('what people write who do not know the language', () =>
  runCases(SPOKEN as CaseFile, () => SearchWorld.start()));

describeUnless(missingShared(AGREED), 'the agreed cases', () =>
  runCases(JSON.parse(readFileSync(sharedPath(AGREED), 'utf8')) as CaseFile, () => SearchWorld.start()),
);
