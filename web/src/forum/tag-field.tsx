/** The labels of a post: a blank ends one, and it stands as a chip that can be taken away. What is kept is the text as typed. */
import { Tag, X } from 'lucide-react'
import { useId, type KeyboardEvent } from 'react'
import { tagsMost } from '@homeport/contract/forum.ts'
import { useText } from '../kit/lang.ts'
import { FieldError } from '../ui/field.tsx'
import './editor.css'
import { editorText } from './editor-text.ts'
import { splitTags, tagsOf } from './tags.ts'

type Props = { typed: string; error?: string | undefined; change: (typed: string) => void }

export function TagField({ typed, error, change }: Props) {
  const words = useText(editorText)
  const id = useId()
  const { done, rest } = splitTags(typed)

  function write(tags: readonly string[], last: string) {
    change([...tags, last].join(' '))
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') {
      event.preventDefault()
      if (rest !== '') change(`${typed} `)
    }
    if (event.key !== 'Backspace' || rest !== '' || done.length === 0) return
    event.preventDefault()
    write(done.slice(0, -1), done.at(-1) ?? '')
  }

  return (
    <>
      <div className={error ? 'fm-labels bad' : 'fm-labels'}>
        <Tag size={20} strokeWidth={1.75} aria-hidden="true" />
        {done.map((tag) => (
          <button
            key={tag}
            type="button"
            className="fm-label"
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
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-count`}
          placeholder={done.length === 0 ? words.labelsHint : words.addLabel}
          autoCapitalize="off"
          autoComplete="off"
          enterKeyHint="next"
          value={rest}
          onChange={({ target }) => write(done, target.value)}
          onKeyDown={press}
          onBlur={() => rest !== '' && change(`${typed} `)}
        />
        <span className="cap num" id={`${id}-count`}>{`${tagsOf(typed).length} / ${tagsMost}`}</span>
      </div>
      {error && <FieldError>{error}</FieldError>}
    </>
  )
}
