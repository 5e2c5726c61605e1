import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Settings } from './setting-list';

/** The nearest package.json above a folder: sources and build lie at different depths. */
function manifestAbove(folder: string): string {
  const file = join(folder, 'package.json');
  return existsSync(file) ? file : manifestAbove(dirname(folder));
}

/** Our own release. */
export function release(): string {
  return (JSON.parse(readFileSync(manifestAbove(__dirname), 'utf8')) as { version: string }).version;
}

/** Where the console is built to, beside the compiled applications. */
const CONSOLE = join(__dirname, '../../../console');

/**
 * The script that starts a part: of the bundle where one was made, since it starts in half of the time.
 *
 * @param dist folder of the build
 */
export function startScript(part: 'api' | 'worker', dist: string): string {
  const bundled = join(dist, 'bin', `${part}.js`);
  return existsSync(bundled) ? bundled : join(dist, `apps/${part}/src/main.js`);
}

/** The folder of the built console; absent where it was not built, or is switched off. */
export function consoleFolder(settings: Pick<Settings, 'console'>): string | undefined {
  return settings.console === 'on' && existsSync(join(CONSOLE, 'index.html')) ? CONSOLE : undefined;
}

/** Where the key that signs our tokens stands. */
export function signingKeyPath({ signingKeyFile, dataDir }: Pick<Settings, 'signingKeyFile' | 'dataDir'>): string {
  return signingKeyFile ?? join(dataDir, 'signing-key.pem');
}

/**
 * Whether traces are asked for, by OpenTelemetry's own variables: OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
 * of the environment alone, since it has to be known before anything is loaded.
 *
 * @param part of the catalog, for the name of the service, unless OTEL_SERVICE_NAME names it
 */
export function tracingOptions(
  part: 'api' | 'worker',
): { readonly service: string; readonly ratio: number } | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = process.env;
  if (!OTEL_EXPORTER_OTLP_ENDPOINT && !OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return undefined;
  const { OTEL_SERVICE_NAME = `metadata-catalog-${part}`, OTEL_TRACES_SAMPLER_ARG = '1' } = process.env;
  const ratio = Number(OTEL_TRACES_SAMPLER_ARG);
  return { service: OTEL_SERVICE_NAME, ratio: ratio >= 0 && ratio <= 1 ? ratio : 1 };
}
