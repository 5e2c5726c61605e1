import { Anchor } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

/** The product, as its pages call it. */
export const PRODUCT = 'Data contracts';

/**
 * Names the open page in its title, by which tabs, bookmarks, and screen readers identify pages. For the component of a route: one sets it.
 */
export function useTitle(...open: readonly string[]): void {
  useDocumentTitle([...open, PRODUCT].join(' – '));
}

/** An anchor that takes the attributes of an `a`, and no others. */
const PlainAnchor = ({ style, ...attributes }: ComponentProps<'a'>) => (
  <Anchor {...attributes} {...(style ? { style } : {})} />
);

/** A link to a page of the console. */
export const PageLink = createLink(PlainAnchor);

interface EntityLinkProps {
  readonly type: string;
  readonly fqn: string;
  readonly children: ReactNode;
}

/** To the page of an entity: a contract has one of its own. */
export function EntityLink({ type, fqn, children }: EntityLinkProps) {
  return type === 'dataContract' ? (
    <PageLink to="/contract" search={{ fqn }}>
      {children}
    </PageLink>
  ) : (
    <PageLink to="/asset" search={{ type, fqn }}>
      {children}
    </PageLink>
  );
}
