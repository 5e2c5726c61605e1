import { useNavigate, useSearch } from '@tanstack/react-router';
import type { InboxSection } from '../../search-parameters';
import { useTitle } from '../../ui/link';
import { PageTabs } from '../../ui/tabs';
import { Followed } from './followed';
import { NoticeList } from './notice-list';
import { OwnSubscriptions } from './own-subscriptions';
import { RightRequests } from './right-requests';

/** The inbox of the reader: notices about contracts that concern them, what they follow, what they have sent to them, and their requests for rights. */
export function InboxPage() {
  useTitle('Inbox');
  const { section = 'notices' } = useSearch({ from: '/inside/inbox' });
  const navigate = useNavigate({ from: '/inbox' });
  return (
    <div className="stack">
      <h1 style={{ margin: 0 }}>Inbox</h1>
      <PageTabs
        label="Parts of the inbox"
        value={section}
        choose={(next: InboxSection) => void navigate({ search: { section: next }, replace: true })}
        tabs={[
          { value: 'notices', label: 'Notices', content: () => <NoticeList /> },
          { value: 'following', label: 'Following', content: () => <Followed /> },
          { value: 'subscriptions', label: 'Subscriptions', content: () => <OwnSubscriptions /> },
          { value: 'requests', label: 'Requests for rights', content: () => <RightRequests /> },
        ]}
      />
    </div>
  );
}
