import { useTitle, PageLink } from '../link';
import { Message } from '../states';

interface NoEntityProps {
  readonly heading: string;
  readonly title: string;
  readonly text: string;
  readonly icon: 'table' | 'contract';
}

/** The page of an address that names nothing: from here the list and the search lead on. */
export function NoEntity({ heading, title, text, icon }: NoEntityProps) {
  useTitle(heading);
  return (
    <div className="stack">
      <h1 style={{ margin: 0 }}>{heading}</h1>
      <div className="panel">
        <Message icon={icon} title={title}>
          <p>{text}</p>
          <div className="row">
            <PageLink to="/search" search={{}}>
              Search the catalog
            </PageLink>
            <PageLink to="/contracts" search={{}}>
              All contracts
            </PageLink>
          </div>
        </Message>
      </div>
    </div>
  );
}
