/** Node flags and environment that keep cloud and station small on a home box (docs/decisions/007-memory.md); used by `npm start`, the benches and the end-to-end tests. */

/**
 * A young generation of 1 MB, of 2 in the cloud: at V8's default of 16 MB it grows in every program that answers quickly, and is not given back; with 1 MB a page of the
 * forum takes the cloud a third more processor time (docs/decisions/061). Between two collections the old generation grows by half at most: by default it grows to a
 * multiple of what is in use, and buffers with it.
 */
const boxFlags = {
  cloud: ['--max-semi-space-size=2', '--heap-growing-percent=50'],
  station: ['--max-semi-space-size=1', '--heap-growing-percent=50'],
}

/** glibc otherwise makes up to eight heaps per core, and gives little of them back: what is larger than a few pages goes straight back to the system. With less than 128 kB of slack every second query takes memory from the system and returns it (docs/decisions/034). */
const boxEnv = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_TOP_PAD_: '65536',
}

/**
 * Threads that ask disks and names: with libuv's four a disk that is asleep or away, and four questions to it, hold up everything on every other disk
 * (docs/decisions/100).
 */
const stationEnv = { ...boxEnv, UV_THREADPOOL_SIZE: '64' }

/** A cloud with a database server is no program of a box at home: it runs as Node does by itself. */
/** @param {'cloud' | 'station'} program @param {Record<string, string | undefined>} env */
export function programOptions(program, env) {
  return program === 'cloud' && env.DATABASE_URL
    ? { flags: [], env: {} }
    : { flags: boxFlags[program], env: program === 'station' ? stationEnv : boxEnv }
}
