/** document.title follows the visible heading, also when a page changes its heading or the route is unknown (A13). */
import { useEffect } from 'react'

const appName = 'Homeport'

/** An element with data-title (a thread's own title) is preferred to the bar's heading. */
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
