import { failureLog } from '../server/failureLog';

/** Ends this process after an exception that nothing caught, with one line that holds no query of any address. */
export function endOnException(): void {
  process.on('uncaughtException', (error) => {
    failureLog().tell(error);
    process.exit(1);
  });
}
