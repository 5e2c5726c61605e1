import { EXIT_BAD_SETTINGS, exitOnBadSettings, type Settings } from '@app/config';
import { findEmbeddedPostgres } from '@app/embedded';

/** Settings whose database is known. */
export type RunningSettings = Settings & { readonly databaseUrl: string };

/** The settings, with the embedded database that runs on DATA_DIR where DATABASE_URL names none; without both it exits with 78. */
export function runningSettings(): RunningSettings {
  const settings = exitOnBadSettings();
  const databaseUrl = settings.databaseUrl ?? findEmbeddedPostgres(settings.dataDir) ?? undefined;
  if (databaseUrl !== undefined) return { ...settings, databaseUrl };
  process.stderr.write(`DATABASE_URL is not set, and no embedded database runs on DATA_DIR ${settings.dataDir}\n`);
  process.exit(EXIT_BAD_SETTINGS);
}
