/** Stands at the end of a list and asks for more of it before it comes into view. */
import { useEffect, useEffectEvent, useRef } from 'react'

const ahead = '600px'

export function LoadMoreSentinel({ reached, isBusy }: { reached: () => void; isBusy: boolean }) {
  const mark = useRef<HTMLDivElement>(null)
  const tell = useEffectEvent(reached)
  useEffect(() => {
    const end = mark.current
    if (!end || isBusy) return
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && tell(), { rootMargin: ahead })
    watch.observe(end)
    return () => watch.disconnect()
  }, [isBusy])
  return <div ref={mark} style={{ height: 1 }} aria-hidden="true" />
}
