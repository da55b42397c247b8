/** The open TV pages, of admitted screens and of others. */
import type { PageSocket } from './page-socket.ts'

/** Open pages without admission: of one address, where more are rejected, and in all, where the oldest gives way. */
const maxWaitingPerAddress = 4
const maxWaiting = 24

export function createOpenPages() {
  const pages = new Set<PageSocket>()
  /** Those that came without the cookie of an admitted screen, the oldest first. */
  const waiting: PageSocket[] = []

  return {
    all: () => [...pages],
    /** A page with the cookie of an admitted screen never counts. */
    addAdmitted: (page: PageSocket) => void pages.add(page),
    /** False if its address has too many; `displaced` is the page that gives way. */
    addWaiting(page: PageSocket): { isAdded: boolean; displaced?: PageSocket | undefined } {
      if (waiting.filter(({ address }) => address === page.address).length >= maxWaitingPerAddress) return { isAdded: false }
      const displaced = waiting.length >= maxWaiting ? waiting.shift() : undefined
      waiting.push(page)
      pages.add(page)
      return { isAdded: true, displaced }
    },
    remove(page: PageSocket): void {
      pages.delete(page)
      const at = waiting.indexOf(page)
      if (at !== -1) waiting.splice(at, 1)
    },
    ofScreen: (screen_id: string) => [...pages].find((page) => page.screen_id === screen_id && page.can),
    admitted: () => [...pages].filter((page) => page.screen_id !== '' && page.can),
  }
}
