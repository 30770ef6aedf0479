// Loaded into a process, makes it throw what nothing catches when it is told to.
process.on('SIGUSR2', () => {
  throw new Error('A fault at /?secret=secret-word');
});
