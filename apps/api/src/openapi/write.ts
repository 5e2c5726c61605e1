import { writeFileSync } from 'node:fs';
import { loadSettings } from '@app/config';
import { AppModule } from '../app.module';
import { createPreview } from '../http/server/create-preview';
import { apiDocument } from './api-document';

const FILE = 'docs/openapi.json';

/** Only the module structure is inspected; this address is never connected to. */
const settings = { ...loadSettings({}), databaseUrl: 'postgres://preview.invalid/catalog' };

const LINE = 120;

/** Indented JSON for readers of a difference: what fits into a line stands on one. */
function textOf(value: unknown, indent = ''): string {
  const short = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + short.length <= LINE) return short;
  const inner = `${indent} `;
  const lines = Array.isArray(value)
    ? value.map((item) => inner + textOf(item, inner))
    : Object.entries(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${textOf(member, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

async function write(): Promise<void> {
  const document = apiDocument(await createPreview(AppModule.forRoot(settings)));
  writeFileSync(FILE, `${textOf(document)}\n`);
  process.stdout.write(`${FILE}: ${Object.keys(document.paths).length} paths\n`);
}

void write();
