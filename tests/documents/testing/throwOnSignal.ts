// On SIGUSR2, a process that has loaded this file throws an uncaught exception.
process.on('SIGUSR2', () => {
  throw new Error('A fault at /?secret=secret-word');
});
