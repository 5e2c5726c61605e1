import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsRefused, useMayDoToAll } from '../../api/permissions';
import { SECTIONS, type Section } from '../../search-parameters';
import type { Right } from '../../ui/rights';
import { Loading, Refused } from '../../ui/states';
import { PageTabs } from '../../ui/tabs';
import { useTitle } from '../../ui/link';
import { Audit } from './audit';
import { Names } from './names';
import { Notifications } from './notifications';
import { People } from './people';
import { Queues } from './queues';
import { Schedules } from './schedules';
import { Tokens } from './tokens';

/** Sections that need a right of their own; what the others show is refused by the service. */
const RIGHTS: Partial<Readonly<Record<Section, Right>>> = {
  roles: { operation: 'EditAll', resource: 'role' },
  policies: { operation: 'EditAll', resource: 'policy' },
  names: { operation: 'EditLineage', resource: 'table' },
  queues: { operation: 'EditAll', resource: 'setting' },
  audit: { operation: 'ViewAll', resource: 'audit' },
};

const PARTS: Readonly<Record<Section, { readonly label: string; readonly content: () => ReactNode }>> = {
  users: { label: 'Users', content: () => <People collection="users" /> },
  teams: { label: 'Teams', content: () => <People collection="teams" /> },
  roles: { label: 'Roles', content: () => <People collection="roles" /> },
  policies: { label: 'Policies', content: () => <People collection="policies" /> },
  tokens: { label: 'Tokens', content: () => <Tokens /> },
  notifications: { label: 'Notifications', content: () => <Notifications /> },
  schedules: { label: 'Schedules', content: () => <Schedules /> },
  names: { label: 'OpenLineage names', content: () => <Names /> },
  queues: { label: 'Queues', content: () => <Queues /> },
  audit: { label: 'Audit', content: () => <Audit /> },
};

function Part({ of }: { readonly of: Section }) {
  const right = RIGHTS[of];
  const isRefused = useIsRefused(right?.resource, right?.operation);
  if (isRefused === undefined) return <Loading />;
  return isRefused ? <Refused right={right} /> : PARTS[of].content();
}

export function AdministrationPage() {
  const { section = 'users' } = useSearch({ from: '/inside/administration' });
  const navigate = useNavigate({ from: '/administration' });
  useTitle(PARTS[section].label, 'Administration');
  const allowed: Partial<Record<Section, boolean>> = {
    roles: useMayDoToAll('role', 'EditAll'),
    policies: useMayDoToAll('policy', 'EditAll'),
    names: useMayDoToAll('table', 'EditLineage'),
    queues: useMayDoToAll('setting', 'EditAll'),
    audit: useMayDoToAll('audit', 'ViewAll'),
  };
  // A user who follows a link to another one sees which right is missing.
  const shown = SECTIONS.filter((one) => one === section || (allowed[one] ?? true));
  return (
    <div className="stack">
      <h1 style={{ margin: 0 }}>Administration</h1>
      <PageTabs
        label="Sections"
        value={section}
        choose={(next) => void navigate({ search: { section: next } })}
        tabs={shown.map((value) => ({ value, label: PARTS[value].label, content: () => <Part of={value} /> }))}
      />
    </div>
  );
}
