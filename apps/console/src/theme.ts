import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** The list of options scrolls itself: arrow keys move through it, and a scrolled box within it could not be reached by the keyboard. */
const options = { defaultProps: { withScrollArea: false } };

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 8,
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: { fontWeight: '650' },
  components: { Autocomplete: options, MultiSelect: options, Select: options, TagsInput: options },
});

/** Text beside the main text has a contrast of 4.5 to 1 on every ground that the console uses. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#565e69',
    '--mantine-color-body': '#fbfbfc',
    '--mantine-color-anchor': '#2f4ac0',
    '--mantine-color-placeholder': '#656d78',
    '--mantine-color-error': '#a4262c',
  },
  dark: {
    '--mantine-color-dimmed': '#a3abb6',
    '--mantine-color-body': '#15171b',
    '--mantine-color-anchor': '#9db4ff',
    '--mantine-color-placeholder': '#949daa',
    '--mantine-color-error': '#ff9d98',
    '--mantine-color-text': '#d6dae0',
    // Grounds and edges of boxes and buttons, of the hue of the panels that they stand on.
    '--mantine-color-dark-6': '#23272f',
    '--mantine-color-dark-5': '#2b303a',
    '--mantine-color-dark-4': '#3b424d',
    '--mantine-color-default': '#23272f',
    '--mantine-color-default-hover': '#2b303a',
    '--mantine-color-default-border': '#3b424d',
  },
});
