import { Option } from 'commander';
import { type Invocation, type CommandContext, defineCommand } from '../../command-line/command-spec';
import { type ExitCode, CliError, EXIT } from '../../cli-error';
import { readDocument } from '../../document/read-document';
import { readInput } from '../../document/read-input';
import { lintFaults } from '../../lint/load-lint';
import { type Outcome, type Report, type ReportCase, caseOf, count } from '../../report/report';
import { type LocatedFault, faultFinding, faultLine, locatedFaults } from './document-report';

interface LintedFile {
  readonly file: string;
  readonly faults: readonly LocatedFault[];
  /** Whether the command line names a file that cannot be read. */
  readonly isUnreadable?: true;
}

interface LintOptions {
  readonly strict?: boolean;
}

export const contractLint = defineCommand<LintOptions>({
  name: 'contract lint',
  summary: 'Check contract files without a service',
  description:
    'Takes contracts of the catalog and documents of the Open Data Contract Standard (2.2, 3.0, 3.1, 3.2), as YAML or JSON. ' +
    'What the service would refuse is an error; what it would correct, store without reading or ignore is a warning. All faults of all ' +
    'files are reported at once. Whether the asset has the columns is found by contract check and contract import.',
  takes: '<FILE...>',
  options: [new Option('--strict', 'Fail for warnings as well')],
  examples: [
    'contract lint contracts/*.yaml',
    'contract lint --strict --output github contracts/orders.odcs.yaml',
    'contract lint --report junit=lint.xml orders.json',
  ],
  isLocal: true,
  run: lint,
});

async function lint({ args, options }: Invocation<LintOptions>, context: CommandContext): Promise<Outcome> {
  const files: LintedFile[] = [];
  for (const file of args) files.push(await lintFile(file, context));
  return { report: lintReport(files, options.strict ?? false) };
}

async function lintFile(file: string, context: CommandContext): Promise<LintedFile> {
  const name = file === '-' ? 'stdin' : file;
  try {
    const document = readDocument(name, await readInput(file, context));
    return { file: name, faults: locatedFaults(document, lintFaults(document)) };
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== EXIT.usage) throw error;
    const fault = { level: 'error', path: '', message: error.message, file: name, line: 1, column: 1 } as const;
    return { file: name, faults: [fault], isUnreadable: true };
  }
}

function lintReport(files: readonly LintedFile[], strict: boolean): Report {
  const title = 'contract lint';
  const faults = files.flatMap((file) => file.faults);
  const errors = faults.filter(({ level }) => level === 'error').length;
  const warnings = faults.length - errors;
  const found = [count(errors, 'error'), count(warnings, 'warning')].join(', ');
  return {
    title,
    exitCode: exitCodeOf(files, errors > 0 || (strict && warnings > 0)),
    summary: `${count(files.length, 'file')}: ${found}`,
    sections: [
      {
        rows: faults.map((fault) => ({
          cells: [faultLine(fault)],
          tone: fault.level === 'error' ? 'bad' : 'doubtful',
        })),
      },
    ],
    findings: faults.map((fault) => faultFinding(fault, title)),
    cases: files.map((file) => lintCase(file, strict)),
    data: {
      files: files.map(({ file, faults: all }) => ({ file, faults: all.map(({ file: _file, ...fault }) => fault) })),
    },
  };
}

/** A file that cannot be read is a mistake of the command line, whatever the content of the others. */
function exitCodeOf(files: readonly LintedFile[], hasFailed: boolean): ExitCode {
  if (files.some(({ isUnreadable }) => isUnreadable)) return EXIT.usage;
  return hasFailed ? EXIT.failed : EXIT.passed;
}

function lintCase({ file, faults }: LintedFile, strict: boolean): ReportCase {
  const counted = faults.filter(({ level }) => strict || level === 'error');
  return caseOf('contract lint', file, counted.length > 0 ? counted.map(faultLine).join('\n') : undefined);
}
