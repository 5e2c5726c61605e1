import { useDocumentTitle } from '@mantine/hooks';

/** The product, as its pages call it. */
export const PRODUCT = 'Data contracts';

/** What is open, by which tabs, bookmarks, and readers of screens tell pages apart. For the component of a route: one sets it. */
export function useTitle(...open: readonly string[]): void {
  useDocumentTitle([...open, PRODUCT].join(' – '));
}
