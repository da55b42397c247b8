/** True where two columns have room. */
import { useSyncExternalStore } from 'react'

const query = '(min-width: 900px)'

export function useIsWide(): boolean {
  return useSyncExternalStore(watch, () => matchMedia(query).matches)
}

function watch(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
