import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SOURCES = resolve(__dirname, '../../../apps/console/src');
const STYLES = resolve(__dirname, '../../../node_modules/@mantine/core/styles');

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx$/.test(file))
  .map((file) => readFileSync(join(SOURCES, file), 'utf8'));

const imported = sources
  .flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
  .flatMap(([, names = '']) => names.split(','))
  .map((name) => name.trim());

/** Fields are made of these. */
const MADE_OF: Readonly<Record<string, readonly string[]>> = {
  TextInput: ['Input'],
  Textarea: ['Input'],
  Select: ['Input', 'Combobox', 'ScrollArea'],
  Autocomplete: ['Input', 'Combobox', 'ScrollArea'],
  MultiSelect: ['Input', 'Combobox', 'PillsInput', 'Pill', 'ScrollArea'],
  TagsInput: ['Input', 'Combobox', 'PillsInput', 'Pill'],
  Modal: ['ModalBase', 'Overlay', 'Paper'],
  Checkbox: ['InlineInput'],
  Switch: ['InlineInput'],
};

describe('the styles of Mantine', () => {
  it('are there for each component that is used, and for what it is made of', () => {
    const used = new Set(imported.flatMap((name) => [name, ...(MADE_OF[name] ?? [])]));
    const needed = [...used].filter((name) => existsSync(join(STYLES, `${name}.css`)));
    expect(needed.length).toBeGreaterThan(10);
    const list = readFileSync(join(SOURCES, 'mantine-styles.ts'), 'utf8');
    expect(needed.filter((name) => !list.includes(`/${name}.layer.css'`))).toEqual([]);
  });
});
