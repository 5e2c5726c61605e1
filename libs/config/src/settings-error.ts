/** One variable that cannot be used. */
export interface BadSetting {
  readonly name: string;
  /** The invalid value; a secret is not repeated. */
  readonly got: string;
  readonly expected: string;
  readonly example?: string;
}

/** All that is wrong with the settings, at once. */
export class SettingsError extends Error {
  constructor(readonly bad: readonly BadSetting[]) {
    super(`${bad.length === 1 ? 'A setting is' : `${bad.length} settings are`} wrong\n${bad.map(describe).join('\n')}`);
    this.name = 'SettingsError';
  }
}

function describe({ name, got, expected, example }: BadSetting): string {
  const shown = example === undefined ? '' : `\n    example:  ${name}=${example}`;
  return `  ${name}\n    got:      ${got}\n    expected: ${expected}${shown}`;
}
