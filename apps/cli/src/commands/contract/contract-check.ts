import type { CommandSpec, Invocation } from '../../arguments/command-spec';
import type { CommandContext } from '../../command-context';
import { fieldFaults } from '../../connection/service-answer';
import { readDocument } from '../../document/read-document';
import { readInput } from '../../document/read-input';
import type { Outcome } from '../../report/report';
import { impactOf } from './change-impact';
import { changeReport, firstReport } from './change-report';
import type { Change } from './change-report';
import { badDocumentReport } from './document-report';
import { namedContract } from './named-contract';

const NOTHING_REACHED = { assets: [], total: 0 };

const MODES = ['backward', 'forward', 'full', 'none'] as const;

export const contractCheck: CommandSpec = {
  name: 'contract check',
  summary: 'Ask whether a contract may become what a file says, and whom it would break',
  description: [
    'Compares the file with the contract that the service has. backward (the default): who relied on the old contract may rely on\n' +
      'the new one; forward: the same with the two exchanged; full: both; none: anything goes. For breaking changes it names the\n' +
      'assets and contracts downstream along lineage. Nothing is stored.',
  ],
  positional: { name: 'FILE', least: 1, most: 1 },
  options: [
    { name: 'against', value: 'CONTRACT', description: 'FQN or id of the contract that is there' },
    { name: 'mode', value: 'MODE', description: `${MODES.join(', ')} (default: backward)` },
    { name: 'object', value: 'NAME', description: 'Schema object that is meant, where the file has several' },
    { name: 'allow-missing', description: 'Pass where there is no such contract yet' },
  ],
  examples: [
    'contract check orders.yaml --against shop.db.public.orders.dataContract_orders',
    'contract check orders.odcs.yaml --against shop.db.public.orders.dataContract_orders --mode full --output github',
    'contract check - --against 3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11 --report junit=check.xml < orders.json',
  ],
  reports: true,
  remote: true,
  run: check,
};

async function check({ positionals, options }: Invocation, context: CommandContext): Promise<Outcome> {
  const [file = ''] = positionals;
  const mode = options.word('mode', MODES, 'backward');
  const against = options.required('against', 'the FQN or id of the contract that is there');
  const title = `contract check ${file}`;
  const document = readDocument(file === '-' ? 'stdin' : file, await readInput(file, context));
  if (document.faults.length > 0) return { report: badDocumentReport(title, document) };
  const service = await context.service();
  const contract = await namedContract(service, against, options.flag('allow-missing'));
  if (!contract) return { report: firstReport(title, against) };
  const answer = await service.send({
    ...{ method: 'POST', path: `/dataContracts/${contract.id}/check`, body: { document: document.value, mode } },
    query: { objectName: options.text('object') },
    ...{ accept: [400], readsOnly: true, what: 'Checking the change' },
  });
  if (answer.status === 400) {
    const faults = fieldFaults(answer).map(({ field, message }) => ({ level: 'error' as const, path: field, message }));
    return { report: badDocumentReport(title, document, faults) };
  }
  const { compatible, changes } = answer.body as { compatible: boolean; changes: readonly Change[] };
  const isBreaking = changes.some(({ compatibility }) => compatibility === 'breaking');
  const impact = isBreaking ? await impactOf(service, contract.id) : NOTHING_REACHED;
  return { report: changeReport({ title, document, contract, mode, compatible, changes, impact }) };
}
