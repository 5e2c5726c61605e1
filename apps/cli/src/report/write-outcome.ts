import { createWriteStream, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OutputFormat, OutputOptions, ReportTarget } from '../command-line/shared-options';
import { usageError } from '../cli-error';
import { fileFault, onFile } from '../document/read-input';
import { renderGithub } from './render-github';
import { renderJson } from './render-json';
import { renderJunit } from './render-junit';
import { renderMarkdown } from './render-markdown';
import { renderText } from './render-text';
import type { Outcome, Report } from './report';

/** Where results go. */
export interface Sink {
  readonly write: (text: string | Uint8Array) => Promise<void>;
  readonly colours: boolean;
  readonly progress: (line: string) => void;
}

/** Which formats are written where, stdout or `--output-file` first. */
export function reportTargets({ output = 'text', outputFile, report = [] }: OutputOptions): readonly ReportTarget[] {
  return [{ format: output, file: outputFile }, ...report];
}

export async function writeReport(report: Report, targets: readonly ReportTarget[], sink: Sink): Promise<void> {
  for (const { format, file } of targets) {
    const text = rendered(report, format, file === undefined && sink.colours);
    if (file === undefined) await sink.write(text);
    else onFile(file, 'written', () => writeFileSync(file, text));
  }
  // Who sends the result to a file still wants to read in the log what came of it.
  if (targets[0]?.file !== undefined) sink.progress(report.summary);
}

export async function writeContent(
  content: Extract<Outcome, { content: unknown }>['content'],
  file: string | undefined,
  sink: Sink,
): Promise<void> {
  if (file !== undefined) return writeStream(file, content);
  if (typeof content === 'string') return sink.write(content);
  for await (const chunk of content) await sink.write(chunk);
}

function rendered(report: Report, format: OutputFormat, colours: boolean): string {
  switch (format) {
    case 'text':
      return renderText(report, colours);
    case 'json':
      return renderJson(report);
    case 'junit':
      return renderJunit(report);
    case 'github':
      return renderGithub(report);
    case 'markdown':
      return renderMarkdown(report);
  }
}

async function writeStream(file: string, content: AsyncIterable<Uint8Array> | string): Promise<void> {
  if (typeof content === 'string') return onFile(file, 'written', () => writeFileSync(file, content));
  try {
    await pipeline(Readable.from(content), createWriteStream(file));
  } catch (error) {
    if ((error as { syscall?: string }).syscall === undefined) throw error;
    throw usageError(`${file} cannot be written: ${fileFault(error)}`);
  }
}
