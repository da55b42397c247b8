/** Emoji to tap, eight in a row; arrows move between them. */
import type { KeyboardEvent } from 'react'
import { useText } from '../../kit/lang.ts'
import { useLayer } from '../../ui/layer.ts'
import { editorText } from './editor-text.ts'
import styles from './editor.module.css'
import { emoji, emojiInRow } from './emoji-list.ts'

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -emojiInRow, ArrowDown: emojiInRow }

export function EmojiPanel({ onSelect, onClose }: { onSelect: (one: string) => void; onClose: () => void }) {
  useLayer(true, onClose)
  const words = useText(editorText)
  function move(event: KeyboardEvent<HTMLButtonElement>) {
    const step = steps[event.key]
    if (step === undefined) return
    const all = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
    const next = all[all.indexOf(event.currentTarget) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div className={styles.emoji} role="group" aria-label={words.emoji}>
      {emoji.map((one, at) => (
        <button key={one} type="button" tabIndex={at === 0 ? 0 : -1} onKeyDown={move} onClick={() => onSelect(one)}>
          {one}
        </button>
      ))}
    </div>
  )
}
