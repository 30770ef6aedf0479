// Makes a process that loads this file throw an uncaught exception on SIGUSR2.
process.on('SIGUSR2', () => {
  throw new Error('A fault at /?secret=secret-word');
});
