/** Asks before a page is left whose form has values that are not saved. What people write to others is not asked about: it is kept (kit/typed.ts, drafts). */
import { useEffect, useEffectEvent, useRef } from 'react'
import { useText } from '../kit/lang.ts'
import { openLayer, whenBalanced } from '../kit/layers.ts'
import { setInterceptor } from '../kit/nav.ts'
import { commonText } from '../kit/text.ts'
import { question } from './modal.tsx'

type Leaving = { isChanged: boolean; leave: () => void }

/**
 * Links, tabs and redirects are held by the interceptor, Back by a layer that has no picture; `leave` is what Back does on this page.
 * The returned function runs what leaves the page without the question, as after saving.
 */
export function useLeaveQuestion({ isChanged, leave }: Leaving): (go: () => void) => void {
  const words = useText(commonText)
  const release = useRef(() => {})

  const ask = useEffectEvent(async (go: () => void, stay: () => void) => {
    const answer = await question({
      title: words.leaveTitle,
      text: words.leaveText,
      confirm: words.leave,
      cancel: words.stay,
      isDanger: true,
    })
    if (answer === 'confirm') unasked(go)
    else stay()
  })
  const goBack = useEffectEvent(() => leave())

  useEffect(() => {
    if (!isChanged) return undefined
    let close = () => {}
    const hold = () => {
      close = openLayer((by) => {
        if (by === 'back') void ask(goBack, hold)
      })
    }
    hold()
    setInterceptor((go) => void ask(go, () => {}))
    release.current = () => {
      close()
      setInterceptor(null)
    }
    return () => release.current()
  }, [isChanged])

  function unasked(go: () => void): void {
    release.current()
    release.current = () => {}
    whenBalanced(go)
  }
  return unasked
}
