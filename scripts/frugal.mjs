/** How cloud and station are run so that both together stay small on a box at home (docs/decisions/007-memory.md): what `npm start`, the benches and the end-to-end stories hand to Node. */

export const programFlags = [
  // The young generation of 1 MB: what a program of this size throws away is collected at once.
  '--optimize-for-size',
  '--max-semi-space-size=1',
  // No helper threads for the collector, each with a heap of its own.
  '--single-threaded-gc',
  // Node's own start is enough to wake TurboFan, whose code and heap then stay; Sparkplug and Maglev compile the hot ways.
  '--no-opt',
]

/** glibc otherwise makes up to eight heaps per core, and gives little of them back. */
export const programEnv = { MALLOC_ARENA_MAX: '1' }
