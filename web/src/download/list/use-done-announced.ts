/** Tells screen readers that a download of the list came to its end. */
import type { Task } from '@homeport/contract/download/download.ts'
import { useEffect, useRef } from 'react'
import { useText } from '../../kit/lang.ts'
import { queueText } from '../queue/queue-text.ts'

/** announce: sets the text of a live region. */
export function useDoneAnnounced(inView: readonly Task[], announce: (text: string) => void): void {
  const words = useText(queueText)
  const running = useRef(new Set<string>())
  useEffect(() => {
    for (const { task_id, is_done, film, name } of inView) {
      if (!is_done) running.current.add(task_id)
      else if (running.current.delete(task_id)) announce(words.ended(film?.title || name))
    }
  }, [inView, announce, words])
}
