/** The editor's toolbar: pictures, emoji, and markup. */
import { Bold, Code, Image, List, Smile, TextQuote } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { useText } from '../../kit/lang.ts'
import buttonStyles from '../../ui/button.module.css'
import { IconButton } from '../../ui/button.tsx'
import { editorText } from './editor-text.ts'
import styles from './editor.module.css'
import { EmojiPanel } from './emoji-panel.tsx'
import { PictureInput } from './picture-list.tsx'

type Props = { content: RefObject<HTMLTextAreaElement | null>; insert: (words: string) => void; add: (files: File[]) => void }

export function EditorTools({ content, insert, add }: Props) {
  const words = useText(editorText)
  const [hasEmoji, setEmoji] = useState(false)

  /** The selection goes between the two marks; a mark for a line start begins a new line. */
  function mark(before: string, after = '') {
    const field = content.current
    const chosen = field?.value.slice(field.selectionStart, field.selectionEnd) ?? ''
    const isAtLine = !field || field.selectionStart === 0 || field.value[field.selectionStart - 1] === '\n'
    const opens = after === '' && !isAtLine ? '\n' : ''
    insert(`${opens}${before}${chosen}${after}`)
  }

  return (
    <div className={styles.tools} data-bottom-bar>
      {hasEmoji && <EmojiPanel onSelect={insert} onClose={() => setEmoji(false)} />}
      <div className={styles.toolBar} role="toolbar" aria-label={words.tools}>
        <PictureInput className={buttonStyles.iconButton} label={words.addImage} add={add}>
          <Image strokeWidth={1.75} aria-hidden="true" />
        </PictureInput>
        <IconButton label={words.emoji} aria-expanded={hasEmoji} onClick={() => setEmoji(!hasEmoji)}>
          <Smile strokeWidth={1.75} />
        </IconButton>
        <IconButton label={words.bold} onClick={() => mark('**', '**')}>
          <Bold strokeWidth={1.75} />
        </IconButton>
        <IconButton label={words.quote} onClick={() => mark('> ')}>
          <TextQuote strokeWidth={1.75} />
        </IconButton>
        <IconButton label={words.list} onClick={() => mark('- ')}>
          <List strokeWidth={1.75} />
        </IconButton>
        <IconButton label={words.code} onClick={() => mark('`', '`')}>
          <Code strokeWidth={1.75} />
        </IconButton>
      </div>
    </div>
  )
}
