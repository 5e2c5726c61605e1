import { entityTypes } from '@app/catalog/pure';
import { Option } from 'commander';
import { type Invocation, type CommandContext, defineCommand } from '../../command-line/command-spec';
import { usageError } from '../../cli-error';
import type { CatalogClient } from '../../connection/catalog-client';
import { type ServiceAnswer, fieldFaults } from '../../connection/service-answer';
import { type DocumentFile, isObject, isOdcs } from '../../document/document-file';
import { readDocument } from '../../document/read-document';
import { readInput } from '../../document/read-input';
import type { Outcome } from '../../report/report';
import { badDocumentReport } from './document-report';
import { heldBack, type HeldChange } from './named-contract';
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
  reports: true,
  remote: true,
  run: importFile,
});

async function importFile({ args, options }: Invocation<ImportOptions>, context: CommandContext): Promise<Outcome> {
  const [file = ''] = args;
  const title = `contract import ${file}`;
  const document = readDocument(file === '-' ? 'stdin' : file, await readInput(file, context));
  if (document.faults.length > 0) return { report: badDocumentReport(title, document) };
  const send = sender(document, options);
  const service = await context.service();
  const answer = await send(service);
  if (answer.status === 400) {
    const faults = fieldFaults(answer).map(({ field, message }) => ({ level: 'error' as const, path: field, message }));
    return { report: badDocumentReport(title, document, faults) };
  }
  if (answer.status === 202) throw heldBack(service, answer.body as HeldChange);
  return {
    report:
      options.service === undefined
        ? importReport(title, answer.status === 201, answer.body as ImportedContract)
        : bulkReport(title, answer.body as BulkImport),
  };
}

type Send = (service: CatalogClient) => Promise<ServiceAnswer>;

const common = { accept: [400], what: 'Importing the contract' };

/** Which request takes the document. @throws {CliError} usage where the options do not fit it */
function sender({ value }: DocumentFile, options: ImportOptions): Send {
  const { entity, service, mode, object } = options;
  if (!isOdcs(value)) {
    const [odd] = Object.entries({ mode, object, service }).filter(([, given]) => given !== undefined);
    if (odd)
      throw usageError(
        `--${odd[0]} is for documents of the Open Data Contract Standard; this is a contract of the catalog`,
      );
    return ownSender(value, options);
  }
  if (service !== undefined) {
    const [odd] = Object.entries({ entity, mode, object }).filter(([, given]) => given !== undefined);
    if (odd) throw usageError(`--${odd[0]} does not go with --service, which matches each object to an asset`);
    return bulkSender(value, options);
  }
  if (entity === undefined)
    throw usageError('--entity is required: the FQN of the asset (or --service, for all objects)');
  return odcsSender(value, entity, options);
}

function ownSender(value: unknown, { entity, type, allowDrift }: ImportOptions): Send {
  const named = entity === undefined ? {} : { entity: { type, fullyQualifiedName: entity } };
  // What an export wrote can be imported: these members only answers have, and the service refuses them.
  const answerOnly = { latestResult: undefined, inherited: undefined };
  const body = isObject(value) ? { ...value, ...answerOnly, ...named } : value;
  return (service) => service.send({ ...common, method: 'PUT', path: '/dataContracts', query: { allowDrift }, body });
}

function bulkSender(body: unknown, { service, allowDrift }: ImportOptions): Send {
  const query = { service, allowDrift };
  return (client) => client.send({ ...common, method: 'POST', path: '/dataContracts/odcs/bulk', query, body });
}

function odcsSender(body: unknown, entity: string, { type, mode, object, allowDrift }: ImportOptions): Send {
  return async (service) => {
    const path = `/${entityTypes.get(type).collection}/name/${encodeURIComponent(entity)}`;
    const { id } = await service.json<{ id: string }>({ path, what: `Looking up the ${type} ${entity}` });
    const query = { entityId: id, entityType: type, mode, objectName: object, allowDrift };
    return service.send({ ...common, method: 'PUT', path: '/dataContracts/odcs', query, body });
  };
}
