import type { DocumentFile } from '../../document/document-file';
import { EXIT } from '../../cli-error';
import type { LintFault } from '../../lint/every-fault';
import { type Finding, type Report, caseOf, count } from '../../report/report';

/** A fault with its location in the file. */
export interface LocatedFault extends LintFault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Faults of a document that could be read, with their locations, those of a file that could not be. In the order of the file. */
export function locatedFaults(document: DocumentFile, faults: readonly LintFault[]): LocatedFault[] {
  const { file, positions } = document;
  const unread = document.faults.map(({ path, message, position }) => ({
    file,
    level: 'error' as const,
    path,
    message,
    ...position,
  }));
  const placed = faults.map((fault) => ({ ...fault, file, ...(positions?.of(fault.path) ?? { line: 1, column: 1 }) }));
  return [...unread, ...placed].sort((a, b) => a.line - b.line || a.column - b.column);
}

export function faultFinding({ file, line, column, level, path, message }: LocatedFault, title: string): Finding {
  return { level, title, message: path === '' ? message : `${path}: ${message}`, file, line, column };
}

/** `file:line:column: error: path: message`, which editors and terminals make a link of. */
export function faultLine(fault: LocatedFault): string {
  const { file, line, column, level, path, message } = fault;
  return `${file}:${line}:${column}: ${level}: ${path === '' ? '' : `${path}: `}${message}`;
}

/** The report on a document that neither this command nor the service could read: the command failed on it. */
export function badDocumentReport(title: string, document: DocumentFile, faults: readonly LintFault[] = []): Report {
  const placed = locatedFaults(document, faults);
  const lines = placed.map(faultLine);
  return {
    title,
    exitCode: EXIT.failed,
    summary: `${document.file} cannot be taken: ${placed.length === 1 ? lines.join('') : count(placed.length, 'fault')}`,
    sections: [{ rows: lines.map((line) => ({ cells: [line], tone: 'bad' })) }],
    findings: placed.map((fault) => faultFinding(fault, title)),
    cases: [caseOf(document.file, 'can be taken', lines.join('\n'))],
    data: { faults: placed },
  };
}
