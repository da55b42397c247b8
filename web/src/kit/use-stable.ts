/** Functions that stay the same from one drawing to the next and call what the last one gave: rows that get them are drawn again for their own data only. */
import { useLayoutEffect, useMemo, useRef } from 'react'

type Functions = Record<string, (...args: never[]) => unknown>

export function useStable<F extends Functions>(functions: F): F {
  const latest = useRef(functions)
  useLayoutEffect(() => {
    latest.current = functions
  })
  const names = Object.keys(functions).join(' ')
  return useMemo(() => {
    const call =
      (name: string) =>
      (...args: never[]) =>
        latest.current[name]?.(...args)
    return Object.fromEntries(names.split(' ').map((name) => [name, call(name)])) as F
  }, [names])
}
