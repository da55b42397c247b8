/** The open TV pages, of admitted screens and of others. */
import type { PageSocket } from './page-socket.ts'

/** Maximum of open pages without admission; more are rejected. */
const notAdmittedMost = 24

export function createOpenPages() {
  const pages = new Set<PageSocket>()

  return {
    all: () => [...pages],
    /** False if there are too many pages without admission. */
    add(page: PageSocket): boolean {
      if ([...pages].filter((one) => one.screen_id === '').length >= notAdmittedMost) return false
      pages.add(page)
      return true
    },
    remove: (page: PageSocket) => void pages.delete(page),
    ofScreen: (screen_id: string) => [...pages].find((page) => page.screen_id === screen_id && page.can),
    admitted: () => [...pages].filter((page) => page.screen_id !== '' && page.can),
  }
}
