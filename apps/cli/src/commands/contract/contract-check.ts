import { Option } from 'commander';
import { type Invocation, type CommandContext, defineCommand } from '../../command-line/command-spec';
import { usageError } from '../../cli-error';
import { fieldFaults } from '../../connection/service-answer';
import { readDocument } from '../../document/read-document';
import { readInput } from '../../document/read-input';
import type { DocumentFile } from '../../document/document-file';
import type { Outcome } from '../../report/report';
import { impactOf } from './change-impact';
import { type Change, changeReport, firstReport } from './change-report';
import { badDocumentReport } from './document-report';
import { lintFaults } from '../../lint/load-lint';
import { errorsAt, type LintFault } from '../../lint/every-fault';
import { contractIfThere, namedContract } from './named-contract';

const NOTHING_REACHED = { assets: [], total: 0 };

const MODES = ['backward', 'forward', 'full', 'none'] as const;

interface CheckOptions {
  readonly against?: string;
  readonly mode: (typeof MODES)[number];
  readonly object?: string;
  readonly allowMissing?: boolean;
}

export const contractCheck = defineCommand<CheckOptions>({
  name: 'contract check',
  summary: 'Ask whether a contract may become what a file says, and whom it would break',
  description:
    'Compares the file with the contract that the service has. backward (the default): who relied on the old contract may rely ' +
    'on the new one; forward: the same with the two exchanged; full: both; none: anything goes. For breaking changes it names ' +
    'the assets and contracts downstream along lineage. Nothing is stored.',
  takes: '<FILE>',
  options: [
    new Option('--against <CONTRACT>', 'FQN or id of the existing contract; required'),
    new Option('--mode <MODE>', 'Which side must stay compatible').choices(MODES).default('backward'),
    new Option('--object <NAME>', 'The schema object that is meant, where the file has several'),
    new Option('--allow-missing', 'Pass where there is no such contract yet'),
  ],
  examples: [
    'contract check orders.yaml --against shop.db.public.orders.dataContract_orders',
    'contract check orders.odcs.yaml --against shop.db.public.orders.dataContract_orders --mode full --output github',
    'contract check - --against 3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11 --report junit=check.xml < orders.json',
  ],
  run: check,
});

async function check({ args, options }: Invocation<CheckOptions>, context: CommandContext): Promise<Outcome> {
  const [file = ''] = args;
  const { against, mode } = options;
  // commander's own check of mandatory options comes before that of unknown ones, and would answer a mistyped --against.
  if (against === undefined) throw usageError('--against is required: the FQN or id of the existing contract');
  const title = `contract check ${file}`;
  const document = readDocument(file === '-' ? 'stdin' : file, await readInput(file, context));
  if (document.faults.length > 0) return { report: badDocumentReport(title, document, ownErrors(document)) };
  const service = await context.service();
  const contract = await (options.allowMissing ? contractIfThere : namedContract)(service, against);
  if (!contract) return { report: firstReport(title, against) };
  const answer = await service.send({
    ...{ method: 'POST', path: `/dataContracts/${contract.id}/check`, body: { document: document.value, mode } },
    query: { objectName: options.object },
    ...{ accept: [400], readsOnly: true, what: 'Checking the change' },
  });
  if (answer.status === 400) {
    const told = errorsAt(fieldFaults(answer));
    // The service reports faults of its first stage; those of the next ones are found here already.
    const more = ownErrors(document).filter(({ path }) => !told.some((fault) => fault.path === path));
    return { report: badDocumentReport(title, document, [...told, ...more]) };
  }
  const { compatible, changes } = answer.body as { compatible: boolean; changes: readonly Change[] };
  const isBreaking = changes.some(({ compatibility }) => compatibility === 'breaking');
  const impact = isBreaking ? await impactOf(service, contract.id) : NOTHING_REACHED;
  return { report: changeReport({ title, document, contract, mode, compatible, changes, impact }) };
}

function ownErrors(document: DocumentFile): LintFault[] {
  return lintFaults(document).filter(({ level }) => level === 'error');
}
