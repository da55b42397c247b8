/** Media query hooks for the window width. */
import { useSyncExternalStore } from 'react'

/** True where the tabs are a rail at the side. */
export const useIsWide = () => useMedia('(min-width: 900px)')

/** True where a page has a second column (ui/grid.module.css). */
export const useHasAside = () => useMedia('(min-width: 700px)')

/** True where shelves of posters have the whole width, and nothing stands beside them. */
export const useIsFull = () => useMedia('(min-width: 1000px)')

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
