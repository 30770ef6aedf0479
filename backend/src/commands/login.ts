import type { Command } from 'commander';
import { openSuperuser, type Superuser } from '../openSuperuser';
import { CommandError, EXIT_CODES } from '../operator/CommandError';
import { openClient, pocketBaseDir, sessionFile } from '../operator/openClient';
import type { Terminal } from '../operator/Terminal';

type Options = { email?: string; passwordStdin?: true };

/** Adds `login`: signs in at PocketBase and saves the session for the other commands. */
export function login(parent: Command, terminal: Terminal): void {
  parent
    .command('login')
    .description('sign in; without --email with the account that the site made (pocketbase/superuser.json)')
    .option('--email <address>', "an account of your own, made in PocketBase's dashboard")
    .option('--password-stdin', 'read the password from standard input')
    .action(async (options: Options) => {
      const client = await openClient(terminal);
      const { email, password } = await accountOf(terminal, options);
      const { token, record } = await client
        .collection('_superusers')
        .authWithPassword(email, password)
        .catch((error: unknown) => {
          if ((error as { status?: number }).status !== 400) throw error;
          throw new CommandError(
            `PocketBase does not accept this password for ${email}.`,
            EXIT_CODES.notSignedIn,
          );
        });
      await sessionFile(terminal.dataDir).write({ token, record });
      terminal.note(`Signed in as ${email}.`);
    });
}

async function accountOf(terminal: Terminal, { email, passwordStdin }: Options): Promise<Superuser> {
  if (email === undefined) return openSuperuser(pocketBaseDir(terminal));
  if (passwordStdin) return { email, password: (await terminal.readInput()).replace(/\r?\n$/, '') };
  if (terminal.askSecret === undefined) {
    throw new CommandError(
      'The password cannot be typed here, because this is not a terminal: pipe it in with --password-stdin.',
      EXIT_CODES.usage,
    );
  }
  return { email, password: await terminal.askSecret('Password: ') };
}
