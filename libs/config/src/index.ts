export { APP_SETTINGS, ConfigModule } from './config.module';
export { EXIT_BAD_SETTINGS, exitOnBadSettings } from './exit-on-bad-settings';
export { consoleFolder, startScript, release, signingKeyPath, tracingOptions } from './installation';
export { loadSettings, originOf } from './load-settings';
export { portStarted, processPlace } from './processes';
export type { OutsideIssuer, OutsideSignIn } from './outside-issuers';
export type { Settings } from './setting-list';
export { exitUnstarted, explainPort } from './unstarted';
export type { BadSetting } from './settings-error';
