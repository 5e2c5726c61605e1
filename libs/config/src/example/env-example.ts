import type { Setting } from '../setting';
import { SETTINGS } from '../setting-list';

const HEAD = `# Every setting, with its meaning, unit and default. Copy to .env and uncomment what you change;
# the environment wins over the file. A value with blanks, quotes or & stands in single quotes.
# Made from libs/config/src/setting-list.ts by \`npm run env:write\`.
`;

function entry({ name, meaning, unit, fallback, example, secret, type }: Setting<unknown>): string {
  const lines = [
    `# ${meaning}`,
    `# Allowed: ${type.expected}.${unit ? ` Unit: ${unit}.` : ''}`,
    `# Default: ${fallback === undefined ? 'unset' : fallback || 'empty'}. Example: ${example}`,
    ...(secret ? [`# Or the path of a file that holds it: ${name}_FILE`] : []),
    `#${name}=${fallback ?? ''}`,
  ];
  return lines.join('\n');
}

/** The text of `.env.example`. */
export function envExample(): string {
  const entries = Object.values<Setting<unknown>>(SETTINGS).map(entry);
  return `${[HEAD.trimEnd(), ...entries].join('\n\n')}\n`;
}
