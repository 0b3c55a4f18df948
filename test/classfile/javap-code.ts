/**
 * The output of the JDK's own disassembler about code: the referee of the reader of
 * instructions, lines and handlers.
 */
import { runJdkTool } from '../support/jdk-tools';
import type { Jdk } from '../support/jdks';

export interface PrintedCode {
  /** `12: iinc 3 1`; constants by number, targets of branches as offsets. */
  readonly instructions: readonly string[];
  /** `line 17: 0` */
  readonly lines: readonly string[];
  /** `0 5 8 any` */
  readonly handlers: readonly string[];
}

/** The methods that have code, class by class, in the order of the class files. */
export function printCode(jdk: Jdk, classNames: readonly string[]): readonly PrintedCode[] {
  const dotted = classNames.map((name) => name.replaceAll('/', '.'));
  return runJdkTool(jdk.home, 'javap', ['-p', '-c', '-l', ...dotted])
    .split(/^ {4}Code:\n/m)
    .slice(1)
    .map((text) => {
      const body = text.split(/\n\n/, 1)[0] ?? '';
      const at = (pattern: RegExp): number => {
        const found = body.search(pattern);
        return found < 0 ? body.length : found;
      };
      const code = body.slice(0, Math.min(at(/^ +LineNumberTable:/m), at(/^ +Exception table:/m)));
      const table = /^ +Exception table:\n.*\n((?: +\d+ +\d+ +\d+ .*\n?)*)/m.exec(body)?.[1] ?? '';
      return {
        instructions: [...code.matchAll(/^ +(\d+): ([a-z]\w*)(?: +([^{/\n]*?))? *(?:\/\/.*|\{.*)?$/gm)].map(
          ([, offset = '', name = '', operands = '']) => `${offset}: ${tidy(name, operands)}`,
        ),
        lines: [...body.matchAll(/^ +(line \d+: \d+)$/gm)].map(([, line = '']) => line),
        handlers: table
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => line.trim().replaceAll(/\s+/g, ' ').replace('Class ', '').replaceAll('"', '')),
      };
    });
}

/** `wide` forms carry a suffix; operands are numbers, with commas between. */
function tidy(name: string, operands: string): string {
  const numbers = operands
    .replaceAll(/[#,]/g, ' ')
    .split(/\s+/)
    .filter((part) => part !== '');
  const plain = /^(?:iinc|ret|[ilfda](?:load|store))_w$/.test(name) ? name.slice(0, -2) : name;
  // An interface call's count and an array's element kind are not of interest here.
  const kept = name === 'invokeinterface' || name === 'invokedynamic' ? numbers.slice(0, 1) : numbers;
  return [plain, ...(name === 'newarray' ? [] : kept)].join(' ');
}
