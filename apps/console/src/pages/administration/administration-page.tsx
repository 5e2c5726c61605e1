import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SECTIONS, type Section } from '../../search-parameters';
import { PageTabs } from '../../ui/tabs';
import { Names } from './names';
import { People } from './people';
import { Queues } from './queues';
import { Tokens } from './tokens';

const PARTS: Readonly<Record<Section, { readonly label: string; readonly content: () => ReactNode }>> = {
  users: { label: 'Users', content: () => <People collection="users" /> },
  teams: { label: 'Teams', content: () => <People collection="teams" /> },
  roles: { label: 'Roles', content: () => <People collection="roles" /> },
  policies: { label: 'Policies', content: () => <People collection="policies" /> },
  tokens: { label: 'Tokens', content: () => <Tokens /> },
  names: { label: 'OpenLineage names', content: () => <Names /> },
  queues: { label: 'Queues', content: () => <Queues /> },
};

export function AdministrationPage() {
  const { section = 'users' } = useSearch({ from: '/inside/administration' });
  const navigate = useNavigate({ from: '/administration' });
  return (
    <div className="stack">
      <h1 style={{ margin: 0 }}>Administration</h1>
      <PageTabs
        label="Sections"
        value={section}
        choose={(next) => void navigate({ search: { section: next } })}
        tabs={SECTIONS.map((value) => ({ value, ...PARTS[value] }))}
      />
    </div>
  );
}
