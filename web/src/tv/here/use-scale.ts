/** How large the TV's stage of 1920 is in a part of the page. */
import { useLayoutEffect, useState, type RefObject } from 'react'

const stage = 1920

export function useScale(part: RefObject<HTMLElement | null>): number {
  const [scale, setScale] = useState(1)
  useLayoutEffect(() => {
    const read = () => part.current && setScale(part.current.clientWidth / stage)
    read()
    addEventListener('resize', read)
    return () => removeEventListener('resize', read)
  }, [part])
  return scale
}
