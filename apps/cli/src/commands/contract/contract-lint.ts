import type { CommandSpec, Invocation } from '../../arguments/command-spec';
import type { CommandContext } from '../../command-context';
import { readDocument } from '../../document/read-document';
import { readInput } from '../../document/read-input';
import { EXIT } from '../../exit-code';
import { loadLint } from '../../lint/load-lint';
import { count } from '../../report/counted';
import type { Outcome, Report, ReportCase } from '../../report/report';
import { faultFinding, faultLine, placedFaults } from './document-report';
import type { PlacedFault } from './document-report';

interface LintedFile {
  readonly file: string;
  readonly faults: readonly PlacedFault[];
}

export const contractLint: CommandSpec = {
  name: 'contract lint',
  summary: 'Check contract files without a service',
  description: [
    'Takes contracts of the catalog and documents of the Open Data Contract Standard (2.2, 3.0, 3.1, 3.2), as YAML or JSON. What\n' +
      'the service would refuse is an error; what it would mend, keep unread or ignore is a warning. Whether the asset has the\n' +
      'columns is found by contract check and contract import.',
  ],
  positional: { name: 'FILE', least: 1, most: Infinity },
  options: [{ name: 'strict', description: 'Let warnings fail too' }],
  examples: [
    'contract lint contracts/*.yaml',
    'contract lint --strict --output github contracts/orders.odcs.yaml',
    'contract lint --report junit=lint.xml orders.json',
  ],
  reports: true,
  remote: false,
  run: lint,
};

async function lint({ positionals, options }: Invocation, context: CommandContext): Promise<Outcome> {
  const files: LintedFile[] = [];
  for (const file of positionals) files.push(await lintFile(file, context));
  return { report: lintReport(files, options.flag('strict')) };
}

async function lintFile(file: string, context: CommandContext): Promise<LintedFile> {
  const name = file === '-' ? 'stdin' : file;
  const document = readDocument(name, await readInput(file, context));
  const faults = document.faults.length > 0 ? [] : loadLint().lintDocument(document.value);
  return { file: name, faults: placedFaults(document, faults) };
}

function lintReport(files: readonly LintedFile[], strict: boolean): Report {
  const title = 'contract lint';
  const faults = files.flatMap((file) => file.faults);
  const errors = faults.filter(({ level }) => level === 'error').length;
  const warnings = faults.length - errors;
  const found = [count(errors, 'error'), count(warnings, 'warning')].join(', ');
  return {
    title,
    exitCode: errors > 0 || (strict && warnings > 0) ? EXIT.failed : EXIT.passed,
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
    data: { files: files.map((file) => ({ ...file, faults: file.faults.map(({ file: _file, ...fault }) => fault) })) },
  };
}

function lintCase({ file, faults }: LintedFile, strict: boolean): ReportCase {
  const counted = faults.filter(({ level }) => strict || level === 'error');
  const common = { group: 'contract lint', name: file };
  return counted.length === 0
    ? { ...common, outcome: 'passed' }
    : { ...common, outcome: 'failed', message: counted.map(faultLine).join('\n') };
}
