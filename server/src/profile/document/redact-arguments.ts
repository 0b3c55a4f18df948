/**
 * A command line without its secrets, which may be saved and shown.
 *
 * Sits in `profile/`. It removes too much rather than too little: every value whose name sounds like a
 * secret, and everything before the @ of an address.
 */

const secretName = /pass|pwd|secret|token|credential|auth|api.?key|private.?key|access.?key|cookie|session/i;
const mask = '***';

export function redactArguments(command: readonly string[]): readonly string[] {
  return command.map((argument, index) => {
    const previous = command[index - 1];
    // `--password VALUE` is redacted; `-p VALUE` stays, because only a long name gives a secret away.
    if (previous?.startsWith('-') === true && !previous.includes('=') && secretName.test(previous))
      return mask;
    const assigned = /^([^=:]*(?::[^=:/]*)?)=(.*)$/s.exec(argument);
    if (assigned?.[1] !== undefined && secretName.test(assigned[1])) return `${assigned[1]}=${mask}`;
    if (/^(?:bearer|basic) /i.test(argument) || (secretName.test(argument) && /[:=]\s*\S/.test(argument)))
      return mask;
    return argument
      .replace(/(\w+:\/\/)[^/@\s]+@/g, `$1${mask}@`)
      .replace(/([?&][^=&]*)=([^&\s]*)/g, redactQuery);
  });
}

function redactQuery(whole: string, name: string): string {
  return secretName.test(name) ? `${name}=${mask}` : whole;
}
