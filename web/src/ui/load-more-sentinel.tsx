/** A sentinel at the end of a list: loads more before it scrolls into view. */
import { useEffect, useEffectEvent, useRef } from 'react'
import styles from './load-more-sentinel.module.css'

const ahead = '600px'

export function LoadMoreSentinel({ reached, isBusy }: { reached: () => void; isBusy: boolean }) {
  const mark = useRef<HTMLDivElement>(null)
  const notify = useEffectEvent(reached)
  useEffect(() => {
    const end = mark.current
    if (!end || isBusy) return
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && notify(), { rootMargin: ahead })
    watch.observe(end)
    return () => watch.disconnect()
  }, [isBusy])
  return <div ref={mark} className={styles.mark} aria-hidden="true" />
}
