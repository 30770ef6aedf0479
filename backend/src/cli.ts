import { runProgram } from './commands/runProgram';
import { openTerminal } from './operator/openTerminal';

process.exitCode = await runProgram(process.argv.slice(2), openTerminal());
