import { writeFileSync } from 'node:fs';
import { loadSettings } from '@app/config';
import { AppModule } from '../app.module';
import { createPreview } from '../http/server/create-preview';
import { apiDocument } from './api-document';

const FILE = 'docs/openapi.json';

/** Only the shape of the modules is looked at; nobody connects to this. */
const settings = { ...loadSettings({}), databaseUrl: 'postgres://preview.invalid/catalog' };

async function write(): Promise<void> {
  const document = apiDocument(await createPreview(AppModule.forRoot(settings)));
  writeFileSync(FILE, `${JSON.stringify(document, null, 2)}\n`);
  process.stdout.write(`${FILE}: ${Object.keys(document.paths).length} paths\n`);
}

void write();
