/** All commands, in the order of `--help`. Sits in `cli/`. */
import { advancedCommands } from './advanced';
import { compareCommands } from './compare';
import { COMMAND_GROUPS, type CommandDefinition } from './definition';
import { exchangeCommands } from './exchange';
import { lookCommands } from './look';
import { modelCommands } from './model';
import { runCommands } from './run';

const commandsOf = {
  Look: lookCommands,
  Run: runCommands,
  Compare: compareCommands,
  Exchange: exchangeCommands,
  Model: modelCommands,
  Advanced: advancedCommands,
};

export const allCommands: readonly CommandDefinition[] = COMMAND_GROUPS.flatMap((group) =>
  commandsOf[group].map((command) => ({ ...command, group })),
);

export const exitCodeNotes =
  'Exit codes: 0 everything was done; 1 something is missing, as the messages say; 2 wrong usage; 3 over a budget; 70 a fault of Jouleline.\nColors appear on a terminal only. NO_COLOR and FORCE_COLOR are respected.';
