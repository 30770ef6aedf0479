import { commands } from './commands';
import { runProgram } from './runProgram';

runProgram(commands());
