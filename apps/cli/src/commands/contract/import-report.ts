import { EXIT } from '../../cli-error';
import { type Report, type Row, type Section, caseOf, count } from '../../report/report';

interface Noted {
  readonly path: string;
  readonly message: string;
}

interface OdcsReport {
  readonly mapped: readonly string[];
  /** Absent from a service that does not report it. */
  readonly notJudged?: readonly { readonly path: string; readonly reason: string }[];
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

/** One contract, with the outcome of each path of a document of the standard. */
export function importReport(title: string, isNew: boolean, imported: ImportedContract): Report {
  const { fullyQualifiedName: name, version, entityStatus, odcsImportReport: odcs } = imported;
  const places = odcs ? `; ${countsOf(odcs)}` : '';
  return {
    title,
    exitCode: EXIT.passed,
    summary: `${isNew ? 'made' : 'stored'} ${name}, version ${version.toFixed(1)}, ${entityStatus}${places}`,
    sections: [
      noted('Promises that are not judged', judgeable(odcs)),
      noted('Not understood, kept as it is', odcs?.notUnderstood),
      noted('Mended', odcs?.changed),
    ],
    findings: (odcs?.notUnderstood ?? []).map(({ path, message }) => ({
      level: 'warning',
      title: `${title}: not understood`,
      message: `${path}: ${message}`,
    })),
    cases: [caseOf(title, name)],
    data: { created: isNew, contract: imported },
  };
}

function countsOf({ mapped, notJudged = [], kept, notUnderstood }: OdcsReport): string {
  const people = notJudged.filter(isForPeople).length;
  const promises =
    notJudged.length > 0 ? `${notJudged.length} not judged${people > 0 ? ` (${people} for people)` : ''}, ` : '';
  return `${count(mapped.length, 'place')} mapped, ${promises}${kept.length} kept, ${notUnderstood.length} not understood`;
}

/** Promises for people to judge are counted, not listed. */
function judgeable(report: OdcsReport | undefined): Noted[] {
  const listed = (report?.notJudged ?? []).filter((one) => !isForPeople(one));
  return listed.map(({ path, reason }) => ({ path, message: reason }));
}

const isForPeople = ({ reason }: { readonly reason: string }): boolean => reason === 'forPeople';

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
