/** For tests, loaded into a program by `--import`: at each SIGUSR2 a promise is rejected that nobody awaits, and a listener throws. */
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('a rejection that nobody awaits'))
  throw new Error('a throw in a listener')
})
