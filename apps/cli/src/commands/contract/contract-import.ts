import { entityTypes } from '@app/catalog/pure';
import { Option } from 'commander';
import { type Invocation, type CommandContext, defineCommand } from '../../command-line/command-spec';
import { usageError } from '../../cli-error';
import type { CatalogClient } from '../../connection/catalog-client';
import { type ServiceAnswer, fieldFaults } from '../../connection/service-answer';
import { isObject, isOdcs } from '../../document/document-file';
import { readDocument } from '../../document/read-document';
import { readInput } from '../../document/read-input';
import { errorsAt } from '../../lint/every-fault';
import type { Outcome } from '../../report/report';
import { badDocumentReport } from './document-report';
import { pendingError, type PendingChange } from './named-contract';
import { type BulkImport, type ImportedContract, bulkReport, importReport } from './import-report';

const MODES = ['merge', 'replace'] as const;

interface ImportOptions {
  readonly type: string;
  readonly mode?: (typeof MODES)[number];
  readonly entity?: string;
  readonly object?: string;
  readonly service?: string;
  readonly allowDrift?: boolean;
}

export const contractImport = defineCommand<ImportOptions>({
  name: 'contract import',
  summary: 'Make or change a contract by a file',
  description:
    'A document of the Open Data Contract Standard needs --entity, or --service for a contract of each of its schema objects. A ' +
    'contract of the catalog may name its asset itself; it replaces the existing one, so --mode is for the standard only.',
  takes: '<FILE>',
  options: [
    new Option('--entity <FQN>', 'The asset of the contract'),
    new Option('--type <TYPE>', 'The type of the asset')
      .choices(entityTypes.having('contractSubject'))
      .default('table'),
    new Option('--mode <MODE>', 'merge (default) keeps what only the contract says; replace does not').choices(MODES),
    new Option('--object <NAME>', 'Which schema object, where the document has several'),
    new Option('--service <FQN>', 'Make a contract of each schema object, matched to the assets of this service'),
    new Option('--allow-drift', 'Accept columns that the asset does not have'),
  ],
  examples: [
    'contract import orders.odcs.yaml --entity shop.db.public.orders --type table --mode merge',
    'contract import warehouse.odcs.yaml --service shop',
    'contract import orders.yaml',
  ],
  run: importFile,
});

async function importFile({ args, options }: Invocation<ImportOptions>, context: CommandContext): Promise<Outcome> {
  const [file = ''] = args;
  const title = `contract import ${file}`;
  const document = readDocument(file === '-' ? 'stdin' : file, await readInput(file, context));
  if (document.faults.length > 0) return { report: badDocumentReport(title, document) };
  refuseOdd(document.value, options);
  const service = await context.service();
  const answer = await sent(service, document.value, options);
  if (answer.status === 400) return { report: badDocumentReport(title, document, errorsAt(fieldFaults(answer))) };
  if (answer.status === 202) throw pendingError(service, answer.body as PendingChange);
  return {
    report:
      options.service === undefined
        ? importReport(title, answer.status === 201, answer.body as ImportedContract)
        : bulkReport(title, answer.body as BulkImport),
  };
}

/** @throws {CliError} usage where the options do not fit the document */
function refuseOdd(value: unknown, { entity, service, mode, object }: ImportOptions): void {
  const refuse = (options: Readonly<Record<string, unknown>>, why: string): void => {
    const [odd] = Object.entries(options).find(([, given]) => given !== undefined) ?? [];
    if (odd !== undefined) throw usageError(`--${odd} ${why}`);
  };
  if (!isOdcs(value))
    return refuse(
      { mode, object, service },
      'is for documents of the Open Data Contract Standard; this is a contract of the catalog',
    );
  if (service !== undefined)
    return refuse({ entity, mode, object }, 'does not go with --service, which matches each object to an asset');
  if (entity === undefined)
    throw usageError('--entity is required: the FQN of the asset (or --service, for all objects)');
}

/** Sends the document by the request that takes its kind. */
async function sent(
  client: CatalogClient,
  value: unknown,
  { entity, type, service, mode, object, allowDrift }: ImportOptions,
): Promise<ServiceAnswer> {
  const common = { accept: [400], what: 'Importing the contract' };
  if (!isOdcs(value)) {
    const named = entity === undefined ? {} : { entity: { type, fullyQualifiedName: entity } };
    // What an export wrote can be imported: these members only answers have, and the service refuses them.
    const answerOnly = { latestResult: undefined, inherited: undefined };
    const body = isObject(value) ? { ...value, ...answerOnly, ...named } : value;
    return client.send({ ...common, method: 'PUT', path: '/dataContracts', query: { allowDrift }, body });
  }
  if (service !== undefined) {
    const query = { service, allowDrift };
    return client.send({ ...common, method: 'POST', path: '/dataContracts/odcs/bulk', query, body: value });
  }
  const path = `/${entityTypes.get(type).collection}/name/${encodeURIComponent(entity ?? '')}`;
  const { id } = await client.json<{ id: string }>({ path, what: `Looking up the ${type} ${entity}` });
  const query = { entityId: id, entityType: type, mode, objectName: object, allowDrift };
  return client.send({ ...common, method: 'PUT', path: '/dataContracts/odcs', query, body: value });
}
