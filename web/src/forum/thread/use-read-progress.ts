/** Reading progress: a floor counts as read after 1 s on screen. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { later } from '../../kit/time/clock.ts'
import { markRead } from '../base/mutations.ts'

const readAfterMs = 1_000

/** floor 0 is the post itself, -1 nothing yet. */
export function useReadProgress(threadId: string, floor: number): void {
  const client = useQueryClient()
  const reported = useRef(-1)
  useEffect(() => {
    if (floor <= reported.current) return
    return later(readAfterMs, () => {
      reported.current = floor
      markRead(client, threadId, floor)
    })
  }, [client, threadId, floor])
}
