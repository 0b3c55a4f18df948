/**
 * A command line without its secrets, as it may be saved and shown.
 *
 * Sits in `profile/`. Takes away too much rather than too little: whatever is
 * named like a secret, and what stands before the @ of an address.
 */

const secretName = /pass|pwd|secret|token|credential|auth|api.?key|private.?key|access.?key|cookie|session/i;
const mask = '***';

export function redactArguments(command: readonly string[]): readonly string[] {
  return command.map((argument, index) => {
    const previous = command[index - 1];
    // `--password VALUE`, `-p VALUE` stays: only a name tells.
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
