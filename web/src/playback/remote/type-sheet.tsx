/** Text for the TV's search, which gets it as it is typed. */
import { remoteText } from '@homeport/contract/playback/playback.ts'
import { useRef, useState } from 'react'
import { isEnter } from '../../kit/enter-key.ts'
import { useText } from '../../kit/lang.ts'
import { send } from '../../kit/call/box-connection.ts'
import { commonText } from '../../kit/text/text.ts'
import { Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { refusalOf } from '../play-refusal.ts'
import { player } from '../player.ts'
import { playbackText } from '../text.ts'

const textMax = 100

export function TypeSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const words = useText(playbackText)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const writer = useRef(createWriter(setTrouble))
  function type(next: string) {
    setText(next)
    void writer.current(next, (reason) => (reason === 'no_screen' ? words.refusals.no_screen : words.unsent))
  }
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.typeOnTv} closeLabel={useText(commonText).close} first={field}>
      <Field
        ref={field}
        label={words.searchOnTv}
        type="search"
        enterKeyHint="done"
        autoComplete="off"
        maxLength={textMax}
        value={text}
        error={trouble}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => isEnter(event.nativeEvent) && onClose()}
      />
    </Sheet>
  )
}

/** One message at a time: while one is on its way only the latest text waits. */
function createWriter(show: (trouble: string | undefined) => void) {
  let waiting: string | null = null
  let isSending = false
  return async function write(text: string, sayWhy: (reason: string | undefined) => string): Promise<void> {
    waiting = text
    if (isSending) return
    isSending = true
    while (waiting !== null) {
      const next: string = waiting
      waiting = null
      try {
        await send(remoteText, { target: player.target(), text: next })
        show(undefined)
      } catch (error) {
        show(sayWhy(refusalOf(error)))
      }
    }
    isSending = false
  }
}
