/** Adds the functions that browsers of TVs from 2018 lack and this page uses: imported before everything else. The syntax is made older by the build. */

/** Adds a value that is missing. */
function add(target: object, name: string, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

function flat(this: readonly unknown[], depth = 1): unknown[] {
  const result: unknown[] = []
  for (const one of this) {
    if (Array.isArray(one) && depth > 0) {
      for (const inner of flat.call(one, depth - 1)) result.push(inner)
    } else result.push(one)
  }
  return result
}

function flatMap(this: readonly unknown[], map: (one: unknown, index: number, all: readonly unknown[]) => unknown): unknown[] {
  return flat.call(this.map(map))
}

function fromEntries(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, value] of entries) result[name] = value
  return result
}

add(self, 'globalThis', self)
add(Array.prototype, 'flat', flat)
add(Array.prototype, 'flatMap', flatMap)
add(Object, 'fromEntries', fromEntries)
add(self, 'queueMicrotask', (run: () => void) => void Promise.resolve().then(run))
