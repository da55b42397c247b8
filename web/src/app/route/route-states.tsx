/** Placeholders for a page: loading, failed to load, not found. */
import { useEffect, useEffectEvent } from 'react'
import { useText } from '../../kit/lang.ts'
import { back, redirect, usePath } from '../../kit/nav/nav.ts'
import { reach } from '../../kit/reachability.ts'
import { homePath } from '../../kit/nav/return-path.ts'
import barsStyles from '../../ui/bars.module.css'
import { Button, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { frameArt } from '../../ui/frame-drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BackIcon, RetryIcon } from '../../ui/icon.tsx'
import { commonText } from '../../kit/text/text.ts'
import layoutStyles from '../../ui/layout.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { appText } from '../text.ts'

const tabsUnder = '/pages/main/'

/** The bar of a page below the tabs is shown at once: the user can go back while it loads. */
export function PageSkeleton() {
  const words = useText(appText)
  const path = usePath()
  if (path !== '/' && path !== homePath && !path.startsWith(tabsUnder))
    return (
      <>
        <header className={barsStyles.navbar}>
          <IconButton label={words.back} onClick={() => back(homePath)}>
            <BackIcon />
          </IconButton>
          <span />
          <div />
        </header>
        <main className={classes(layoutStyles.page, layoutStyles.plain)} aria-busy="true">
          <Skeleton width="72%" height={34} above={8} below={24} isLate />
          <Skeleton height={132} radius={20} isLate />
        </main>
      </>
    )
  return (
    <main className={layoutStyles.page} aria-busy="true">
      <div className={barsStyles.titleBar}>
        <Skeleton width={180} height={28} />
      </div>
      <Skeleton height={132} radius={20} />
    </main>
  )
}

/** Tries again by itself once the cloud is back. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const words = useText(appText)
  const retryNow = useEffectEvent(onRetry)
  useEffect(() => reach.onHealed(() => retryNow()), [])
  return (
    <main className={layoutStyles.page}>
      <EmptyState art={frameArt.lost} title={words.loadFailed} isPage>
        <Button variant="main" icon={<RetryIcon size={20} />} onClick={onRetry}>
          {words.retry}
        </Button>
      </EmptyState>
    </main>
  )
}

export function NotFound() {
  const words = useText(appText)
  useEffect(() => {
    // Braces: some browsers return a promise, which is not a valid clean-up.
    scrollTo(0, 0)
  }, [])
  return (
    <main className={layoutStyles.page}>
      <EmptyState art={frameArt.noPage} title={words.notFound} text={words.notFoundText} isPage>
        <Button variant="main" onClick={() => redirect(homePath)}>
          {useText(commonText).goHome}
        </Button>
      </EmptyState>
    </main>
  )
}
