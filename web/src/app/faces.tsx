/** What stands where a page does not: while it loads, when it did not come, when there is none. */
import { useEffect } from 'react'
import { useText } from '../kit/lang.ts'
import { redirect } from '../kit/nav.ts'
import { homePath } from '../kit/way-back.ts'
import { Button } from '../ui/button.tsx'
import { art, Face } from '../ui/face.tsx'
import { RetryIcon } from '../ui/icon.tsx'
import { appText } from './text.ts'

export function PageSkeleton() {
  return (
    <main className="page" aria-busy="true">
      <div className="root-bar">
        <span className="sk" style={{ height: 28, width: 180 }} />
      </div>
      <span className="sk" style={{ height: 132, borderRadius: 20 }} />
    </main>
  )
}

export function LoadFailed({ retry }: { retry: () => void }) {
  const words = useText(appText)
  return (
    <main className="page">
      <Face art={art.lost} title={words.loadFailed} text={words.loadFailedText} isPage>
        <Button look="main" icon={<RetryIcon size={20} />} onClick={retry}>
          {words.retry}
        </Button>
      </Face>
    </main>
  )
}

export function NotFound() {
  const words = useText(appText)
  useEffect(() => {
    // in new browsers scrollTo answers a promise, which is no clean-up
    scrollTo(0, 0)
  }, [])
  return (
    <main className="page">
      <Face art={art.lost} title={words.notFound} text={words.notFoundText} isPage>
        <Button look="main" onClick={() => redirect(homePath)}>
          {words.goHome}
        </Button>
      </Face>
    </main>
  )
}
