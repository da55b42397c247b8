/** Media query hooks for the window width. */
import { useSyncExternalStore } from 'react'

/** True where the tabs are a rail at the side. */
export const useIsWide = () => useMedia('(min-width: 56.25em)')

/** True where a page has a second column (ui/grid.module.css). */
export const useHasAside = () => useMedia('(min-width: 43.75em)')

/** True where shelves of posters have the whole width, and nothing stands beside them. */
export const useIsFull = () => useMedia('(min-width: 62.5em)')

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
