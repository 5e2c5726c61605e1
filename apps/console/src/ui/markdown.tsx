import { Anchor } from '@mantine/core';
import { lazy, Suspense } from 'react';

/** Its parser is loaded with the first description. */
const ReactMarkdown = lazy(async () => {
  const [{ default: Markdown }, { default: gfm }] = await Promise.all([import('react-markdown'), import('remark-gfm')]);
  return {
    default: ({ text }: { readonly text: string }) => (
      <Markdown
        remarkPlugins={[gfm]}
        skipHtml
        components={{
          a: ({ href, children }) => (
            <Anchor href={href ?? ''} target="_blank" rel="noreferrer noopener" underline="always">
              {children}
            </Anchor>
          ),
          // A picture would be fetched from another origin: it stays a link.
          img: ({ src, alt }) => (
            <Anchor
              href={typeof src === 'string' ? src : ''}
              target="_blank"
              rel="noreferrer noopener"
              underline="always"
            >
              {alt === '' || alt === undefined ? 'picture' : alt}
            </Anchor>
          ),
          // The headings of a page are its own: those of a text come below them.
          h1: ({ children }) => <h3>{children}</h3>,
          h2: ({ children }) => <h3>{children}</h3>,
          h3: ({ children }) => <h4>{children}</h4>,
        }}
      >
        {text}
      </Markdown>
    ),
  };
});

interface MarkdownProps {
  readonly text: string | undefined;
  readonly none?: string;
}

/** Text that came from data: markup in it is dropped or stays text, and addresses that run script lead nowhere. */
export function Markdown({ text, none = 'No description' }: MarkdownProps) {
  if (!text?.trim())
    return (
      <p className="dimmed" style={{ margin: 0 }}>
        {none}
      </p>
    );
  return (
    <div className="markdown">
      <Suspense fallback={<p>{text}</p>}>
        <ReactMarkdown text={text} />
      </Suspense>
    </div>
  );
}
