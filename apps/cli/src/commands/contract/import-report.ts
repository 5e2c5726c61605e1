import { EXIT } from '../../cli-error';
import { type Report, type Row, type Section, caseOf, count } from '../../report/report';

interface Noted {
  readonly path: string;
  readonly message: string;
}

interface OdcsReport {
  readonly mapped: readonly string[];
  readonly kept: readonly string[];
  readonly notUnderstood: readonly Noted[];
  readonly changed?: readonly Noted[];
}

export interface ImportedContract {
  readonly id: string;
  readonly fullyQualifiedName: string;
  readonly entityStatus: string;
  readonly version: number;
  readonly odcsImportReport?: OdcsReport;
}

export interface BulkImport {
  readonly total: number;
  readonly created: number;
  readonly failed: number;
  readonly results: readonly {
    readonly object: string;
    readonly status: number;
    readonly contract?: { readonly fullyQualifiedName: string };
    readonly error?: string;
  }[];
}

/** One contract, with what became of each place of a document of the standard. */
export function importReport(title: string, isNew: boolean, imported: ImportedContract): Report {
  const { fullyQualifiedName: name, version, entityStatus, odcsImportReport: odcs } = imported;
  const places = odcs
    ? `; ${count(odcs.mapped.length, 'place')} mapped, ${odcs.kept.length} kept, ${odcs.notUnderstood.length} not understood`
    : '';
  return {
    title,
    exitCode: EXIT.passed,
    summary: `${isNew ? 'made' : 'stored'} ${name}, version ${version.toFixed(1)}, ${entityStatus}${places}`,
    sections: [noted('Not understood, kept as it is', odcs?.notUnderstood), noted('Mended', odcs?.changed)],
    findings: (odcs?.notUnderstood ?? []).map(({ path, message }) => ({
      level: 'warning',
      title: `${title}: not understood`,
      message: `${path}: ${message}`,
    })),
    cases: [caseOf(title, name)],
    data: { created: isNew, contract: imported },
  };
}

function noted(title: string, places: readonly Noted[] = []): Section {
  return {
    title,
    columns: ['place', 'why'],
    rows: places.map(({ path, message }) => ({ cells: [path, message], tone: 'doubtful' })),
  };
}

/** One contract for each object of a document. */
export function bulkReport(title: string, bulk: BulkImport): Report {
  const refused = bulk.results.filter(({ status }) => status !== 201);
  return {
    title,
    exitCode: refused.length > 0 ? EXIT.failed : EXIT.passed,
    summary: `${bulk.created} of ${count(bulk.total, 'contract')} made`,
    sections: [{ columns: ['object', 'status', 'contract'], rows: bulk.results.map(objectRow) }],
    findings: refused.map(({ object, error = 'refused' }) => ({
      level: 'error',
      title,
      message: `${object}: ${error}`,
    })),
    cases: bulk.results.map(({ object, status, error = 'refused' }) =>
      caseOf(title, object, status === 201 ? undefined : error),
    ),
    data: { ...bulk },
  };
}

function objectRow({ object, status, contract, error }: BulkImport['results'][number]): Row {
  return {
    cells: [object, status === 201 ? 'made' : `refused (${status})`, contract?.fullyQualifiedName ?? error ?? ''],
    tone: status === 201 ? 'good' : 'bad',
  };
}
