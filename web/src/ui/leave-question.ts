/** Asks before a page is left whose form has values that are not saved. Text that people write to others is not asked about: it is kept (kit/keep/unsent-forms.ts, drafts). */
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../kit/lang.ts'
import { whenBalanced } from '../kit/nav/layers.ts'
import { setInterceptor } from '../kit/nav/nav.ts'
import { commonText } from '../kit/text/text.ts'
import { useLayer } from './layer.ts'
import { question } from './modal.tsx'

type Leaving = { isChanged: boolean; leave: () => void }

/**
 * Links, tabs and redirects are held by the interceptor, Back by a layer without a picture; `leave` is what Back does on this page.
 * The returned function runs what leaves the page without the question, as after saving.
 */
export function useLeaveQuestion({ isChanged, leave }: Leaving): (go: () => void) => void {
  const words = useText(commonText)
  const [onward, setOnward] = useState<{ go: () => void } | null>(null)
  /** Back has closed the layer. */
  const [isAsked, setAsked] = useState(false)
  const isHeld = isChanged && onward === null

  async function ask(go: () => void): Promise<void> {
    const { leaveTitle: title, leaveText: text, leave: confirm, stay: cancel } = words
    const answer = await question({ title, text, confirm, cancel, isDanger: true })
    if (answer === 'confirm') setOnward({ go })
    if (answer === 'cancel') setAsked(false)
  }
  const hold = useEffectEvent((go: () => void) => void ask(go))

  useLayer(isHeld && !isAsked, (by) => {
    if (by === 'move') return
    setAsked(true)
    void ask(leave)
  })
  useEffect(() => {
    if (!isHeld) return undefined
    setInterceptor((go) => hold(go))
    return () => setInterceptor(null)
  }, [isHeld])
  // Once the layer and the interceptor are gone.
  useEffect(() => {
    if (onward) whenBalanced(onward.go)
  }, [onward])

  return (go) => setOnward({ go })
}
