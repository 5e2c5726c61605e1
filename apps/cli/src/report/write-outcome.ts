import { createWriteStream, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { oneOf } from '../arguments/option-values';
import type { OptionValues } from '../arguments/option-values';
import { OUTPUTS } from '../arguments/shared-options';
import type { OutputFormat } from '../arguments/shared-options';
import { usageError } from '../cli-error';
import { fileFault } from '../document/file-fault';
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

interface Target {
  readonly format: OutputFormat;
  readonly file?: string;
}

/** Which formats go where. @throws {CliError} usage; asked before the command does anything */
export function reportTargets(options: OptionValues): readonly [Target, ...Target[]] {
  const format = options.word('output', OUTPUTS, 'text');
  const further = options.texts('report').map((text) => {
    const at = text.indexOf('=');
    if (at < 1 || at === text.length - 1)
      throw usageError(`--report is FORMAT=FILE, such as junit=report.xml; got ${JSON.stringify(text)}`);
    return { format: oneOf('the format of --report', text.slice(0, at), OUTPUTS), file: text.slice(at + 1) };
  });
  return [{ format, file: options.text('output-file') }, ...further];
}

export async function writeReport(report: Report, targets: readonly Target[], sink: Sink): Promise<void> {
  for (const { format, file } of targets) {
    const text = rendered(report, format, file === undefined && sink.colours);
    if (file === undefined) await sink.write(text);
    else writeText(file, text);
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

function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw usageError(`${file} cannot be written: ${fileFault(error)}`);
  }
}

async function writeStream(file: string, content: AsyncIterable<Uint8Array> | string): Promise<void> {
  if (typeof content === 'string') return writeText(file, content);
  try {
    await pipeline(Readable.from(content), createWriteStream(file));
  } catch (error) {
    if ((error as { syscall?: string }).syscall === undefined) throw error;
    throw usageError(`${file} cannot be written: ${fileFault(error)}`);
  }
}
