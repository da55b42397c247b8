/** The window's title is always the heading that one sees: it follows a page that changes within itself, and an address that is none (A13). */
import { useEffect } from 'react'

const appName = 'Homeport'

/** What names the page better than its bar (a thread's own title) bears data-title. */
function titleNow(): string {
  const heading = document.querySelector('[data-title]') ?? document.querySelector('h1')
  const text = heading?.textContent?.trim() ?? ''
  return text === '' || text === appName ? appName : `${text} · ${appName}`
}

export function useWindowTitle(): void {
  useEffect(() => {
    const follow = () => {
      const title = titleNow()
      if (document.title !== title) document.title = title
    }
    follow()
    const observer = new MutationObserver(follow)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [])
}
