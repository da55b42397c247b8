/** The tag field: a space ends a tag and makes it a removable chip. A tag over the limit is refused with a message. */
import { Tag, X } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { maxTags } from '@homeport/contract/forum.ts'
import { isEnter } from '../../kit/enter-key.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/field.tsx'
import textStyles from '../../ui/text.module.css'
import { splitTags, tagsOf } from '../base/tags.ts'
import { editorText } from './editor-text.ts'
import forumStyles from '../base/forum.module.css'
import styles from './tag-field.module.css'

type Props = { typed: string; error?: string | undefined; onChange: (typed: string) => void }

export function TagField({ typed, error, onChange }: Props) {
  const words = useText(editorText)
  const id = useId()
  const lang = useLang()
  const [isFull, setFull] = useState(false)
  const { done, rest } = splitTags(typed)
  const wrong = isFull ? wordsOf('tags', lang) : error

  function write(tags: readonly string[], last: string) {
    const next = [...tags, last].join(' ')
    const taken = tagsOf(next)
    setFull(taken.length > maxTags)
    onChange(taken.length > maxTags ? `${taken.slice(0, maxTags).join(' ')} ` : next)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (isEnter(event.nativeEvent)) {
      event.preventDefault()
      if (rest !== '') onChange(`${typed} `)
    }
    if (event.key !== 'Backspace' || rest !== '' || done.length === 0) return
    event.preventDefault()
    write(done.slice(0, -1), done.at(-1) ?? '')
  }

  return (
    <>
      <div className={classes(styles.tags, wrong && styles.invalid)}>
        <Tag size={20} strokeWidth={1.75} aria-hidden="true" />
        {done.map((tag) => (
          <button
            key={tag}
            type="button"
            className={classes(forumStyles.tag, styles.tag)}
            aria-label={words.dropLabel(tag)}
            onClick={() =>
              write(
                done.filter((one) => one !== tag),
                rest,
              )
            }
          >
            {tag}
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </button>
        ))}
        <input
          name="tags"
          aria-label={words.labels}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={`${id}-count`}
          placeholder={done.length === 0 ? words.labelsHint : words.addLabel}
          autoCapitalize="off"
          autoComplete="off"
          enterKeyHint="next"
          value={rest}
          onChange={({ target }) => write(done, target.value)}
          onKeyDown={press}
          onBlur={() => {
            setFull(false)
            if (rest !== '') onChange(`${typed} `)
          }}
        />
        <span
          className={classes(textStyles.caption, textStyles.numeric)}
          id={`${id}-count`}
        >{`${tagsOf(typed).length} / ${maxTags}`}</span>
      </div>
      {wrong && <FieldError>{wrong}</FieldError>}
    </>
  )
}
