import { OdcsImporter } from './importing/odcs-importer';
import { MergeImport } from './importing/merge-import';
import { TestCaseMaker } from './importing/test-case-maker';
import { OdcsBulk } from './odcs-bulk';
import { OdcsService } from './odcs.service';
import { OdcsKeeper } from './store/odcs-keeper';
import { OdcsRepository } from './store/odcs.repository';

/** What the module of contracts provides for documents of the standard. */
export const ODCS_PROVIDERS = [
  OdcsService,
  OdcsBulk,
  OdcsImporter,
  MergeImport,
  TestCaseMaker,
  OdcsKeeper,
  OdcsRepository,
];
