import { messageOf } from './messageOf';
import { serve } from './serve';

await serve(process.argv.slice(2)).catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
