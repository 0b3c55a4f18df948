#!/usr/bin/env node
/**
 * The command `jouleline` (dist/cli.js).
 *
 * Sits in `cli/`. The only place that reads arguments, environment and streams.
 */
import { join } from 'node:path';
import type { WriteStream } from 'node:tty';
import { mediaFolderOf } from '../host/files/bundled-media';
import { cancelRuns } from '../tasks/cancellation';
import { ExitCode, makeMessagePrintable, type Terminal, type TextStream } from './terminal';
import { Failure, UsageError, describeError } from '../base/failure';
import { allCommands } from './definitions/all-commands';
import { tellNextStep } from './next-step';
import { helpText, parseCommandLine } from './program';
import { readTextSync } from '../host/files/read-file';

const version = readVersion();

const terminal: Terminal = {
  installation: { version, bundleFolder: __dirname, mediaFolder: mediaFolderOf(__dirname) },
  environment: process.env,
  output: openStream(process.stdout),
  errors: openStream(process.stderr, makeMessagePrintable),
};

// `jouleline report … | head` has seen enough: that is no fault. What runs is ended, and cleared up, first.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (stream === process.stdout && error.code !== 'EPIPE')
      process.stderr.write(`jouleline: the output can't be written: ${error.message}\n`);
    if (cancelRuns()) return;
    process.exit(error.code === 'EPIPE' ? ExitCode.ok : ExitCode.incomplete);
  });
}

runCli(process.argv.slice(2), terminal).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    process.stderr.write(
      `jouleline: this is a fault of Jouleline ${version}; please report it with this text:\n${describeError(error)}\n`,
    );
    process.exitCode = ExitCode.fault;
  },
);

function openStream(stream: WriteStream, clean = (text: string): string => text): TextStream {
  return {
    isTerminal: stream.isTTY,
    columns: stream.isTTY ? stream.columns : undefined,
    write: (text) =>
      new Promise((resolve) => {
        // A failed write is told to the listener above.
        stream.write(typeof text === 'string' ? clean(text) : text, () => {
          resolve();
        });
      }),
  };
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readTextSync(join(__dirname, '..', 'package.json')));
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isNamed ? String(manifest.version) : 'unknown';
}

/** Never throws, but for a stream that fails. */
async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { output, errors, installation } = terminal;
  try {
    if (args.length === 0) {
      await errors.write(helpText(installation.version));
      return ExitCode.usage;
    }
    const parsed = parseCommandLine(args, installation.version, output.columns);
    if ('text' in parsed) {
      await output.write(parsed.text);
      return ExitCode.ok;
    }
    const run = await parsed.command.load();
    const exit = await run(parsed.given, terminal);
    await tellNextStep(parsed.command.next, parsed.given, exit, terminal);
    return exit;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await errors.write(`jouleline: ${error.message}\n`);
    if (!(error instanceof UsageError)) return ExitCode.incomplete;
    const name = allCommands.some((command) => command.name === args[0]) ? `${args[0] ?? ''} ` : '';
    await errors.write(`See: jouleline ${name}--help\n`);
    return ExitCode.usage;
  }
}
