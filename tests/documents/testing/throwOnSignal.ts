process.on('SIGUSR2', () => {
  throw new Error('A fault at /?secret=secret-word');
});
