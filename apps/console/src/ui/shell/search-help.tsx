import { Dialog } from '../dialog';
import { SearchExamples } from './search-examples';

/** How to search, from the box that is on every page. */
export function SearchHelp({ close }: { readonly close: () => void }) {
  return (
    <Dialog opened onClose={close} title="How to search">
      <SearchExamples leave={close} />
    </Dialog>
  );
}
