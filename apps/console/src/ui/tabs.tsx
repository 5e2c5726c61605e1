import { Tabs } from '@mantine/core';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Failure } from './states';

interface PageTab<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly content: () => ReactNode;
}

interface PageTabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly PageTab<T>[];
  readonly value: T;
  readonly choose: (value: T) => void;
}

/** The parts of a page, of which one is shown; which one stands in the address. A fault in one leaves the others usable. */
export function PageTabs<T extends string>({ label, tabs, value, choose }: PageTabsProps<T>) {
  return (
    <Tabs value={value} onChange={(next) => next !== null && choose(next as T)} keepMounted={false}>
      <Tabs.List aria-label={label} mb={18}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value}>
          {tab.value === value && (
            <CatchBoundary getResetKey={() => tab.value} errorComponent={Broken}>
              <Content of={tab.content} />
            </CatchBoundary>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Made as an element of its own: a fault while it is made is then one inside of the boundary. */
const Content = ({ of }: { readonly of: () => ReactNode }): ReactNode => of();

function Broken({ error, reset }: ErrorComponentProps) {
  return (
    <div className="panel">
      <Failure error={error} retry={reset} />
    </div>
  );
}
