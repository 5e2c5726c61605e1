/** Parts of config that do not need a running service. */
export { EXIT_BAD_SETTINGS, exitOnBadSettings } from './exit-on-bad-settings';
export { settingsAsEnvironment } from './load-settings';
export { askedProcesses, slotEnvironment } from './processes';
