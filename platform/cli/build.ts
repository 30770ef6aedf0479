import { buildCommand } from './commands';
import { runProgram } from './runProgram';

runProgram(buildCommand());
